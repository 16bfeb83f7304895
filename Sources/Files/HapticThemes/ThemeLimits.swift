internal import TextDiagnostics

/// The limits of a theme. Themes may come from anyone, and the daemon has 64 MB in total.
enum ThemeLimits {
  /// A table, and all tables of a theme and its parents together. Those of the built-in themes have up to 20 kB.
  static let table = FileLimits(maximumBytes: 128 << 10, maximumValues: 8192, maximumNesting: 8)
  /// The maximum number of feedbacks of a table, and of a theme with its parents: twice that of the built-in themes.
  static let feedbacks = 512
  /// The maximum size of all pattern files of a theme together, in bytes: twelve times that of the built-in themes.
  static let patternBytes = 512 << 10
  /// A pattern file: 14 times the longest of the built-in themes. 98 of 100 public files are smaller. A feedback is short;
  /// an application defines longer patterns itself.
  static let pattern = FileLimits(
    maximumBytes: 64 << 10, maximumEvents: 512, maximumPoints: 1024, maximumTime: longest, maximumWarnings: 20)
  /// The maximum length of a pattern. A feedback that lasts longer, such as a call, is repeated by its client.
  static let longest = Duration.seconds(60)
  /// The maximum number of ancestors.
  static let ancestors = 8
}
