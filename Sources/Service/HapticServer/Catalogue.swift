internal import HapticPatterns

/// The vocabulary as the server plays it. Names of the same pattern share its rendering.
struct Catalogue {
  let vocabulary: Vocabulary
  /// All different patterns, in the order of the vocabulary.
  let patterns: [SharedPattern]
  /// The feedbacks in the order of the vocabulary.
  private let feedbacks: [ResolvedFeedback]

  init(_ vocabulary: Vocabulary) {
    self.vocabulary = vocabulary
    var patterns: [SharedPattern] = []
    var feedbacks: [ResolvedFeedback] = []
    feedbacks.reserveCapacity(vocabulary.feedbacks.count)
    for (feedback, original) in zip(vocabulary.feedbacks, vocabulary.originals) {
      let pattern: SharedPattern
      if Int(original) < feedbacks.count {
        pattern = feedbacks[Int(original)].pattern
      } else {
        pattern = SharedPattern(feedback.pattern, feedback.category)
        patterns.append(pattern)
      }
      feedbacks.append(ResolvedFeedback(name: feedback.name, category: feedback.category, pattern: pattern))
    }
    self.patterns = patterns
    self.feedbacks = feedbacks
  }

  /// The feedback of this name, or nil if there is none. Allocates nothing for a known name.
  ///
  /// - Parameter allowingFallback: whether a fallback is permitted, as in `Vocabulary.resolve(_:)`.
  func feedback(named name: ShortName, allowingFallback: Bool = false) -> ResolvedFeedback? {
    vocabulary.position(of: name, allowingFallback: allowingFallback).map { feedbacks[$0] }
  }
}
