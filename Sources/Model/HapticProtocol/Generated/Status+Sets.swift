// Generated from Sources/Protocol/protocol.json by Sources/Protocol/generate.

extension Status {
  /// The profiles.
  public enum Profile: OpenSet, OpenNumber {
    /// Everything plays.
    case full
    /// No notifications, no media.
    case quiet
    /// Only important feedback plays.
    case silent
    /// A value of a later version.
    case unknown(UInt8)

    public var rawValue: UInt8 { row.number }
    public var name: String { row.name }

    @inline(__always)
    private var row: (number: UInt8, name: String) {
      switch self {
      case .full: (1, "full")
      case .quiet: (2, "quiet")
      case .silent: (3, "silent")
      case .unknown(let number): (number, "profile \(number)")
      }
    }

    public static let allCases: [Profile] = [.full, .quiet, .silent]
  }
}
