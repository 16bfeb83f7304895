// Generated from Sources/Protocol/protocol.json by Sources/Protocol/generate.

extension Observed {
  /// The result of a request to play an important feedback.
  public enum Importance: OpenSet {
    /// The request did not ask to be important.
    case ordinary
    /// The request asked to be important, without permission.
    case denied
    /// The request asked to be important, with permission.
    case granted
    /// A value of a later version.
    case unknown(UInt8)

    public init(rawValue: UInt8) {
      switch rawValue {
      case 0: self = .ordinary
      case 1: self = .denied
      case 2: self = .granted
      default: self = .unknown(rawValue)
      }
    }

    public var rawValue: UInt8 {
      switch self {
      case .ordinary: 0
      case .denied: 1
      case .granted: 2
      case .unknown(let number): number
      }
    }

    public var name: String {
      switch self {
      case .ordinary: "ordinary"
      case .denied: "denied"
      case .granted: "granted"
      case .unknown(let number): "importance \(number)"
      }
    }

    public static let allCases = (0...2 as ClosedRange<UInt8>).map { Importance(rawValue: $0) }
  }
}
