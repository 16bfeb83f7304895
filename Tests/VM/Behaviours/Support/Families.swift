internal import HapticPatterns
internal import HapticThemes

extension Vocabulary {
  /// The feedbacks of the daemon's theme that all others are made of, or are like: one of each kind.
  static let families = Array(Theme.standard.vocabulary.feedbacks.prefix(9))
  /// All that the daemon knows.
  static let everything = Theme.standard.vocabulary.feedbacks
}
