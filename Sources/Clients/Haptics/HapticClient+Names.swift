internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem

// An unknown name is an error that suggests the most similar name. The client requests the daemon's names only in
// this case, within the same timeout. If that fails, the error has no suggestion.

extension HapticClient {
  /// Returns the verdict on a request that plays or prepares `name`, which is empty for a pattern.
  ///
  /// - Parameter question: nil without a handle.
  func verdict(
    on question: Question?, naming name: FeedbackName, _ timeout: Duration
  ) throws(ClientError) -> VerdictReply {
    if let error = name.error { throw error }
    guard let question else { return .noHandle }
    let deadline = Instant.now + timeout
    let reply = try core.call(question, timeout).verdict
    guard reply.verdict == .unknownFeedback else { return reply }
    let names = (try? blocking.feedbacks(timeout: deadline - .now))?.map(\.name) ?? []
    throw .unknownFeedback(name.text, nearest: names.nearest(to: name.description))
  }

  func verdict(
    on question: Question?, naming name: FeedbackName, _ timeout: Duration
  ) async throws(ClientError) -> VerdictReply {
    if let error = name.error { throw error }
    guard let question else { return .noHandle }
    let deadline = Instant.now + timeout
    let reply = try await core.call(question, timeout).verdict
    guard reply.verdict == .unknownFeedback else { return reply }
    let names = (try? await feedbacks(timeout: deadline - .now))?.map(\.name) ?? []
    throw .unknownFeedback(name.text, nearest: names.nearest(to: name.description))
  }
}

extension FeedbackName {
  /// The error of every call that needs the name; nil if the name is valid.
  var error: ClientError? { isValid ? nil : .invalidName(text) }
}

extension Haptic.Subject {
  /// The name of the feedback; empty for a pattern.
  var name: FeedbackName {
    switch self {
    case .feedback(let name, _): name
    case .prepared(let prepared): prepared.name
    }
  }
}
