internal import HapticSystem

/// Events for the application: for the handler, which `dispatch` calls, and for any number of streams. Without both,
/// events are dropped.
struct Inbox {
  typealias Handler = @Sendable (ClientEvent) -> Void

  /// The maximum number of events that wait for `dispatch`; beyond it, the oldest half is dropped.
  static let capacity = 4096

  private(set) var handler: Handler?
  private var waiting: [ClientEvent] = []
  private var lost = 0
  private var streams: [UInt64: AsyncStream<ClientEvent>.Continuation] = [:]
  private var nextStream: UInt64 = 0
  /// Events for streams, to be delivered outside the lock.
  var outgoing: [Delivery] = []
  private var counter: EventCounter?
  private var isDelivering = false

  var hasStreams: Bool { !streams.isEmpty }

  /// A counter that is raised while events wait for `dispatch`, to wake the host's event loop.
  mutating func hostCounter() throws(Errno) -> EventCounter {
    if let counter { return counter }
    let created = try EventCounter()
    if !waiting.isEmpty { created.raise() }
    counter = created
    return created
  }

  /// - Returns: the former handler, to be released outside the lock.
  mutating func setHandler(_ new: Handler?) -> Handler? {
    let old = handler
    handler = new
    if new == nil {
      waiting.removeAll()
      lost = 0
    }
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
    for stream in streams.values { outgoing.append { stream.yield(event) } }
    if handler == nil { return }
    if waiting.count == Self.capacity {
      waiting.removeFirst(Self.capacity / 2)
      lost += Self.capacity / 2
    }
    waiting.append(event)
    counter?.raise()
  }

  /// The waiting events, for one thread at a time, so that the order is kept; nil if nothing waits
  /// or another thread delivers.
  mutating func beginDelivery() -> [ClientEvent]? {
    counter?.clear()
    guard handler != nil, !waiting.isEmpty, !isDelivering else { return nil }
    isDelivering = true
    var events: [ClientEvent] = lost > 0 ? [.lost(count: lost)] : []
    lost = 0
    events += waiting
    waiting.removeAll(keepingCapacity: true)
    return events
  }

  mutating func endDelivery() { isDelivering = false }

  /// Removes and returns all streams, to be finished.
  mutating func finish() -> [AsyncStream<ClientEvent>.Continuation] {
    defer { streams = [:] }
    return Array(streams.values)
  }
}
