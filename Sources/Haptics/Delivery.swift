/// Something that a task waits for. Handing it over may resume the task.
enum Delivery: Sendable {
  case answer(Result<Answer, ClientError>, CheckedContinuation<Result<Answer, ClientError>, Never>)
  case event(ClientEvent, AsyncStream<ClientEvent>.Continuation)

  func handOver() {
    switch self {
    case .answer(let answer, let continuation): continuation.resume(returning: answer)
    case .event(let event, let stream): stream.yield(event)
    }
  }
}

// One thread at a time hands over, so that the events of a stream keep their order:
//
//     thread A   beginHandingOver ── resumes tasks ── continueHandingOver ── resumes ── continueHandingOver: nil
//     thread B                          beginHandingOver: nil, A hands over what B left

extension Connection {
  /// What is to be handed over now; nil where nothing is, or where another thread does so already.
  mutating func beginHandingOver() -> [Delivery]? { isHandingOver ? nil : nextDeliveries() }

  /// What was left meanwhile; nil where nothing was, which ends the handing over.
  mutating func continueHandingOver() -> [Delivery]? { nextDeliveries() }

  private mutating func nextDeliveries() -> [Delivery]? {
    let deliveries = calls.takeSettled() + inbox.takeOutgoing()
    isHandingOver = !deliveries.isEmpty
    return deliveries.isEmpty ? nil : deliveries
  }
}
