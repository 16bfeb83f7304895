internal import TextDiagnostics

/// The limits of a theme. Themes may come from anyone, and the daemon has 64 MB in total.
enum ThemeLimits {
  /// A table; twice the size of one with the maximum number of feedbacks, all keys and long names.
  static let table = FileLimits(maximumBytes: 256 << 10, maximumValues: 8192, maximumNesting: 8)
  /// The maximum number of feedbacks: four times that of the built-in themes.
  static let feedbacks = 1024
  /// The maximum size of all pattern files of a theme together, in bytes. Those of the built-in themes have 50 kB.
  static let patternBytes = 4 << 20
  /// A pattern file. A feedback is short; an application defines longer patterns itself.
  static let pattern = FileLimits(
    maximumBytes: 256 << 10, maximumEvents: 2048, maximumPoints: 4096, maximumTime: longest, maximumWarnings: 20)
  /// The maximum length of a pattern. A feedback that lasts longer, such as a call, is repeated by its client.
  static let longest = Duration.seconds(60)
  /// The maximum number of ancestors.
  static let ancestors = 8
}
