internal import AHAP

/// How much of a theme is read. A theme is somebody's gift, and the daemon has 64 MB for everything.
enum ThemeLimits {
  /// A table of as many feedbacks as are taken, each with all its keys and a long name, is half as large.
  static let table = FileLimits(maximumBytes: 256 << 10, maximumValues: 8192, maximumNesting: 8)
  /// Four times what the program has.
  static let feedbacks = 1024
  /// Of all patterns together. The program's have 50 kB.
  static let patternBytes = 4 << 20
  /// A feedback is short; longer patterns are an application's own, which it defines itself.
  static let pattern = FileLimits(
    maximumBytes: 256 << 10, maximumEvents: 2048, maximumPoints: 4096, maximumTime: longest, maximumWarnings: 20)
  /// What must go on longer, such as a call, is repeated by whoever plays it.
  static let longest = Duration.seconds(60)
  /// How many parents a theme may have, one behind the other.
  static let ancestors = 8
}
