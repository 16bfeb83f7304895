/// The running events of all clients on the bus.
final class EventTable {
  private var events: [UInt32: FeedbackEvent] = [:]

  subscript(id: UInt32) -> FeedbackEvent? { events[id] }

  var all: [FeedbackEvent] { Array(events.values) }

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

  func removeAll(of client: FeedbackClient) {
    for event in all where event.client === client { remove(event) }
  }
}
