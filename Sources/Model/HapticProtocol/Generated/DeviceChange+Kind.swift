// Generated from Sources/Protocol/protocol.json by Sources/Protocol/generate.

extension DeviceChange {
  /// The changes of a device.
  public enum Kind: OpenSet {
    /// The device was added.
    case added
    /// The device was removed; the record is the last one.
    case removed
    /// The state of the device changed; for example, it stopped answering.
    case changed
    /// A value of a later version.
    case unknown(UInt32)

    public init(rawValue: UInt32) {
      switch rawValue {
      case 1: self = .added
      case 2: self = .removed
      case 3: self = .changed
      default: self = .unknown(rawValue)
      }
    }

    public var rawValue: UInt32 {
      switch self {
      case .added: 1
      case .removed: 2
      case .changed: 3
      case .unknown(let number): number
      }
    }

    public var name: String {
      switch self {
      case .added: "added"
      case .removed: "removed"
      case .changed: "changed"
      case .unknown(let number): "change \(number)"
      }
    }

    public static let allCases = (1...3 as ClosedRange<UInt32>).map { Kind(rawValue: $0) }
  }
}
