// Generated from Sources/Protocol/protocol.json by Sources/Protocol/generate.

extension Observed {
  /// A kind of feedback.
  public enum Medium: OpenSet {
    /// The request itself.
    case haptic
    /// The sound of an event of a program for feedbackd.
    case sound
    /// The light of such an event.
    case light
    /// A value of a later version.
    case unknown(UInt8)

    public init(rawValue: UInt8) {
      switch rawValue {
      case 0: self = .haptic
      case 1: self = .sound
      case 2: self = .light
      default: self = .unknown(rawValue)
      }
    }

    public var rawValue: UInt8 {
      switch self {
      case .haptic: 0
      case .sound: 1
      case .light: 2
      case .unknown(let number): number
      }
    }

    public var name: String {
      switch self {
      case .haptic: "haptic"
      case .sound: "sound"
      case .light: "light"
      case .unknown(let number): "medium \(number)"
      }
    }

    public static let allCases = (0...2 as ClosedRange<UInt8>).map { Medium(rawValue: $0) }
  }
}
