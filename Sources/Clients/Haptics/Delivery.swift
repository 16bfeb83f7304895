/// An answer for a task or a handler, or an event for a task. Delivering it can resume the task.
enum Delivery: Sendable {
  case report(Result<Answer, ClientError>, AnswerHandler)
  case answer(Result<Answer, ClientError>, CheckedContinuation<Result<Answer, ClientError>, Never>)
  case event(ClientEvent, AsyncStream<ClientEvent>.Continuation)

  func handOver() {
    switch self {
    case .report(let answer, let handler): handler(answer)
    case .answer(let answer, let continuation): continuation.resume(returning: answer)
    case .event(let event, let stream): stream.yield(event)
    }
  }
}

// One thread at a time delivers, so that the events of a stream keep their order:
//
//     thread A   beginHandingOver ── resumes tasks ── continueHandingOver ── resumes ── continueHandingOver: nil
//     thread B                          beginHandingOver: nil, A delivers for B

extension Connection {
  /// The pending deliveries, or nil if there are none or another thread already delivers.
  mutating func beginHandingOver() -> [Delivery]? { isHandingOver ? nil : continueHandingOver() }

  /// Whether answers or events wait for their delivery.
  var hasDeliveries: Bool { calls.hasSettled || inbox.hasOutgoing }

  /// The deliveries that were added meanwhile, or nil if there are none, which ends the delivery by this thread.
  mutating func continueHandingOver() -> [Delivery]? {
    let deliveries = calls.takeSettled() + inbox.takeOutgoing()
    isHandingOver = !deliveries.isEmpty
    return deliveries.isEmpty ? nil : deliveries
  }
}
