package import HapticPatterns

/// The feedback for an event: at most one of each kind.
package struct EventFeedback: Hashable, Sendable {
  package var pattern: Leveled<Pattern>?
  package var sound: Leveled<SoundFeedback>?
  package var light: Leveled<LightFeedback>?
  /// A time in which the event does nothing; feedbackd's tests use it.
  package var pause: Leveled<Duration>?

  package init() {}
}

/// A feedback with the lowest level at which it plays.
package struct Leveled<Feedback: Hashable & Sendable>: Hashable, Sendable {
  package let feedback: Feedback
  package let level: FeedbackLevel

  package init(_ feedback: Feedback, _ level: FeedbackLevel) {
    self.feedback = feedback
    self.level = level
  }
}

/// A profile of feedbackd. A level includes all lower ones.
package enum FeedbackLevel: CaseIterable, Comparable, Sendable {
  case silent, quiet, full

  package init?(name: String) {
    guard let level = Self.allCases.first(where: { "\($0)" == name }) else { return nil }
    self = level
  }
}
