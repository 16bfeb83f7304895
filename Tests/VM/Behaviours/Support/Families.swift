internal import HapticPatterns
internal import HapticThemes

extension Vocabulary {
  /// One feedback of each kind; all others of the daemon's theme use their patterns or similar ones.
  static let families = Array(Theme.standard.vocabulary.feedbacks.prefix(9))
  /// All feedbacks of the daemon's theme.
  static let everything = Theme.standard.vocabulary.feedbacks
}
