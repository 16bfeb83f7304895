// Generated from Sources/Protocol/protocol.json by Sources/Protocol/generate.

extension Status {
  /// The profiles.
  public enum Profile: OpenSet, NamedNumber {
    /// Everything plays.
    case full
    /// No notifications, no media.
    case quiet
    /// Only important feedback plays.
    case silent
    /// A value of a later version.
    case unknown(UInt8)

    @inline(__always)
    var row: (number: UInt8, name: String) {
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
