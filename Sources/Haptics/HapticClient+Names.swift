internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem

// A name that the daemon does not know is an error that says which name was probably meant. The daemon's names are asked
// for only then, within the same timeout; without them the error stands without a suggestion.

extension HapticClient {
  /// The verdict on what plays or prepares `name`, which is empty for a pattern.
  func verdict(
    on question: Question, naming name: ShortName, _ timeout: Duration
  ) throws(ClientError) -> VerdictReply {
    let deadline = Instant.now + timeout
    let reply = try core.call(question, timeout).verdict
    guard reply.verdict == .unknownFeedback else { return reply }
    let names = (try? feedbacks(timeout: deadline - .now))?.map(\.name) ?? []
    throw .unknownFeedback(name, nearest: names.nearest(to: name.description))
  }

  func verdict(
    on question: Question, naming name: ShortName, _ timeout: Duration
  ) async throws(ClientError) -> VerdictReply {
    let deadline = Instant.now + timeout
    let reply = try await core.call(question, timeout).verdict
    guard reply.verdict == .unknownFeedback else { return reply }
    let names = (try? await feedbacks(timeout: deadline - .now))?.map(\.name) ?? []
    throw .unknownFeedback(name, nearest: names.nearest(to: name.description))
  }
}

extension Haptic.Subject {
  /// The feedback's name; empty for a pattern.
  var name: ShortName {
    switch self {
    case .feedback(let name): name
    case .prepared(let prepared): prepared.name
    }
  }
}
