internal import Haptics

/// What a person named to be looked at: a feedback, or a pattern file.
struct Subject {
  /// As it was named.
  let title: String
  /// What it is, in words.
  let origin: String
  let pattern: Pattern

  /// - Throws: a failure where there is nothing of that name.
  static func named(_ name: String) throws(Failure) -> Subject {
    guard let feedback = Vocabulary.standard[try shortName(name)] else { throw unknownFeedback(name) }
    return Subject(title: name, origin: "a feedback", pattern: feedback.pattern)
  }
}
