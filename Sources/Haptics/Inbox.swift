internal import HapticSystem

/// Events on their way to the application: to the one handler of its own loop, which is called by `dispatch`, and to
/// any number of streams. Without either, events are dropped.
struct Inbox {
  typealias Handler = @Sendable (ClientEvent) -> Void

  /// More than this many waiting for `dispatch`, and the oldest are dropped.
  static let capacity = 4096

  private var handler: Handler?
  private var waiting: [ClientEvent] = []
  private var lost = 0
  private var streams: [UInt64: AsyncStream<ClientEvent>.Continuation] = [:]
  private var nextStream: UInt64 = 0
  /// Events for streams, to be handed over outside the lock.
  private var outgoing: [Delivery] = []
  private var counter: EventCounter?
  private var isDelivering = false

  var hasStreams: Bool { !streams.isEmpty }

  /// Raised while events wait for `dispatch`, so that the host's loop calls it.
  mutating func hostCounter() throws(Errno) -> EventCounter {
    if let counter { return counter }
    let created = try EventCounter()
    if !waiting.isEmpty { created.raise() }
    counter = created
    return created
  }

  /// - Returns: the handler before, to be let go outside the lock.
  mutating func setHandler(_ new: Handler?) -> Handler? {
    let old = handler
    handler = new
    if new == nil { waiting.removeAll() }
    return old
  }

  mutating func addStream(_ continuation: AsyncStream<ClientEvent>.Continuation) -> UInt64 {
    nextStream += 1
    streams[nextStream] = continuation
    return nextStream
  }

  mutating func removeStream(_ number: UInt64) -> AsyncStream<ClientEvent>.Continuation? {
    streams.removeValue(forKey: number)
  }

  mutating func post(_ event: ClientEvent) {
    for stream in streams.values { outgoing.append(.event(event, stream)) }
    if handler == nil { return }
    if waiting.count == Self.capacity {
      waiting.removeFirst(Self.capacity / 2)
      lost += Self.capacity / 2
    }
    waiting.append(event)
    counter?.raise()
  }

  /// Removes and returns the events for streams.
  mutating func takeOutgoing() -> [Delivery] {
    defer { outgoing = [] }
    return outgoing
  }

  /// What waits, for one deliverer at a time so that the order is kept; nil where there is nothing to do.
  mutating func beginDelivery() -> (Handler, [ClientEvent])? {
    counter?.clear()
    guard let handler, !waiting.isEmpty, !isDelivering else { return nil }
    isDelivering = true
    var events: [ClientEvent] = lost > 0 ? [.lost(count: lost)] : []
    lost = 0
    events += waiting
    waiting.removeAll(keepingCapacity: true)
    return (handler, events)
  }

  mutating func endDelivery() { isDelivering = false }

  /// There will be no more events.
  mutating func finish() -> [AsyncStream<ClientEvent>.Continuation] {
    defer { streams = [:] }
    return Array(streams.values)
  }
}
