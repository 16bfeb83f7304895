// Generated from Sources/Protocol/protocol.json by Sources/Protocol/generate.

extension Status {
  /// The profiles.
  public enum Profile: OpenSet {
    /// Everything plays.
    case full
    /// No notifications, no media.
    case quiet
    /// Only important feedback plays.
    case silent
    /// A value of a later version.
    case unknown(UInt8)

    public init(rawValue: UInt8) {
      switch rawValue {
      case 1: self = .full
      case 2: self = .quiet
      case 3: self = .silent
      default: self = .unknown(rawValue)
      }
    }

    public var rawValue: UInt8 {
      switch self {
      case .full: 1
      case .quiet: 2
      case .silent: 3
      case .unknown(let number): number
      }
    }

    public var name: String {
      switch self {
      case .full: "full"
      case .quiet: "quiet"
      case .silent: "silent"
      case .unknown(let number): "profile \(number)"
      }
    }

    public static let allCases = (1...3 as ClosedRange<UInt8>).map { Profile(rawValue: $0) }
  }
}
