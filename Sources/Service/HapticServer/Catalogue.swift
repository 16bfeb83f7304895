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
    var patterns = PatternSet()
    var feedbacks: [ResolvedFeedback] = []
    feedbacks.reserveCapacity(vocabulary.feedbacks.count)
    for feedback in vocabulary.feedbacks {
      let pattern = patterns.pattern(of: feedback)
      feedbacks.append(ResolvedFeedback(name: feedback.name, category: feedback.category, pattern: pattern))
    }
    self.patterns = patterns.patterns
    self.feedbacks = feedbacks
  }

  /// The feedback of this name, or nil if there is none. Allocates nothing for a known name.
  ///
  /// - Parameter allowingFallback: whether a fallback is permitted, as in `Vocabulary.resolve(_:)`.
  func feedback(named name: ShortName, allowingFallback: Bool = false) -> ResolvedFeedback? {
    vocabulary.position(of: name, allowingFallback: allowingFallback).map { feedbacks[$0] }
  }
}

/// Different patterns. Most of them differ in their durations, so that a search is faster than a hash of all events.
private struct PatternSet {
  private(set) var patterns: [SharedPattern] = []
  private var durations: [Duration] = []

  /// Returns the shared pattern of a feedback; a new one if no feedback before has the same pattern.
  mutating func pattern(of feedback: Feedback) -> SharedPattern {
    let duration = feedback.pattern.duration
    for index in durations.indices where durations[index] == duration {
      if patterns[index].definition == feedback.pattern { return patterns[index] }
    }
    let pattern = SharedPattern(feedback.pattern, feedback.category)
    patterns.append(pattern)
    durations.append(duration)
    return pattern
  }
}
