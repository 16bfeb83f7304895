// Generated from Sources/Protocol/protocol.json by Sources/Protocol/generate.

extension DeviceRecord {
  /// The state of a device.
  public enum State: OpenSet {
    /// The device can play.
    case ready
    /// The device is being opened.
    case opening
    /// The daemon does not use devices of this kind.
    case ignored
    /// The daemon may not open the device.
    case noPermission
    /// The device cannot be used.
    case failed
    /// The device does not respond.
    case stalled
    /// A value of a later version.
    case unknown(UInt8)

    public init(rawValue: UInt8) {
      switch rawValue {
      case 1: self = .ready
      case 2: self = .opening
      case 3: self = .ignored
      case 4: self = .noPermission
      case 5: self = .failed
      case 6: self = .stalled
      default: self = .unknown(rawValue)
      }
    }

    public var rawValue: UInt8 {
      switch self {
      case .ready: 1
      case .opening: 2
      case .ignored: 3
      case .noPermission: 4
      case .failed: 5
      case .stalled: 6
      case .unknown(let number): number
      }
    }

    public var name: String {
      switch self {
      case .ready: "ready"
      case .opening: "opening"
      case .ignored: "ignored"
      case .noPermission: "noPermission"
      case .failed: "failed"
      case .stalled: "stalled"
      case .unknown(let number): "state \(number)"
      }
    }

    public static let allCases = (1...6 as ClosedRange<UInt8>).map { State(rawValue: $0) }
  }
}
