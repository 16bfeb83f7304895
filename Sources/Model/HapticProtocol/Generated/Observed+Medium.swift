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

    public var rawValue: UInt8 { row.number }
    public var name: String { row.name }

    @inline(__always)
    private var row: (number: UInt8, name: String) {
      switch self {
      case .haptic: (0, "haptic")
      case .sound: (1, "sound")
      case .light: (2, "light")
      case .unknown(let number): (number, "medium \(number)")
      }
    }

    public static let allCases: [Medium] = [.haptic, .sound, .light]
  }
}
