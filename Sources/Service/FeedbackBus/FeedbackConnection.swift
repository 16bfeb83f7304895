internal import MessageBus

/// One connection to the bus, with the running events of all clients on it.
final class FeedbackConnection {
  let bus: BusConnection
  let context: FeedbackContext
  private var events: [UInt32: FeedbackEvent] = [:]

  init(_ bus: BusConnection, _ context: FeedbackContext) { (self.bus, self.context) = (bus, context) }

  func emitEnd(of id: UInt32, _ reason: FeedbackEnd, to sender: String) {
    try? bus.emit(
      FeedbackObject.path, FeedbackBus.name, "FeedbackEnded", [.uint32(id), .uint32(reason.rawValue)], to: sender)
  }

  // MARK: Events

  subscript(id: UInt32) -> FeedbackEvent? { events[id] }

  var allEvents: [FeedbackEvent] { Array(events.values) }

  /// A random number that no event has, so that a client cannot guess the events of others.
  func unusedID() -> UInt32 {
    while true {
      let id = UInt32.random(in: 1..<FeedbackEnd.notFound.rawValue)
      if events[id] == nil { return id }
    }
  }

  func insert(_ event: FeedbackEvent) {
    events[event.id] = event
    event.client.eventCount += 1
  }

  func remove(_ event: FeedbackEvent) {
    guard events[event.id] === event else { return }
    events[event.id] = nil
    event.client.eventCount -= 1
    // A dictionary never frees memory by itself.
    if events.isEmpty { events = [:] }
  }
}
