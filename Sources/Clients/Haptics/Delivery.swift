/// Passes an answer or an event to the application. This can resume a task.
typealias Delivery = @Sendable () -> Void

// One thread at a time delivers, so that the events of a stream keep their order:
//
//     thread A   beginHandingOver ── resumes tasks ── continueHandingOver ── resumes ── continueHandingOver: nil
//     thread B                          beginHandingOver: nil, A delivers for B

extension Connection {
  /// The pending deliveries, or nil if there are none or another thread already delivers.
  mutating func beginHandingOver() -> [Delivery]? { isHandingOver ? nil : continueHandingOver() }

  /// Whether answers or events wait for their delivery.
  var hasDeliveries: Bool { !calls.settled.isEmpty || !inbox.outgoing.isEmpty }

  /// The deliveries that were added meanwhile, or nil if there are none, which ends the delivery by this thread.
  mutating func continueHandingOver() -> [Delivery]? {
    let deliveries = calls.settled + inbox.outgoing
    (calls.settled, inbox.outgoing) = ([], [])
    isHandingOver = !deliveries.isEmpty
    return deliveries.isEmpty ? nil : deliveries
  }
}
