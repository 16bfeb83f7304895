// Generated from Sources/Protocol/protocol.json by Sources/Protocol/generate.

extension DeviceRecord {
  /// The type of kernel effect that was uploaded successfully.
  public enum EffectType: OpenSet {
    /// The daemon does not use the device.
    case none
    /// Two magnitudes.
    case rumble
    /// A magnitude and a period.
    case periodic
    /// One magnitude.
    case constant
    /// A value of a later version.
    case unknown(UInt8)

    public init(rawValue: UInt8) {
      switch rawValue {
      case 0: self = .none
      case 1: self = .rumble
      case 2: self = .periodic
      case 3: self = .constant
      default: self = .unknown(rawValue)
      }
    }

    public var rawValue: UInt8 {
      switch self {
      case .none: 0
      case .rumble: 1
      case .periodic: 2
      case .constant: 3
      case .unknown(let number): number
      }
    }

    public var name: String {
      switch self {
      case .none: "none"
      case .rumble: "rumble"
      case .periodic: "periodic"
      case .constant: "constant"
      case .unknown(let number): "effect \(number)"
      }
    }

    public static let allCases = (0...3 as ClosedRange<UInt8>).map { EffectType(rawValue: $0) }
  }
}
