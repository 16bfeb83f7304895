internal import HapticProtocol
internal import HapticSystem

/// Requests that wait until the preference files and the theme are read.
///
/// Reading takes a millisecond or more. Requests that come during a reading or soon after it wait and share the next one,
/// so that reading takes at most a tenth of the time.
struct ReloadQueue {
  private var waiting: [Exchange] = []
  /// The requests that the present reading answers; nil while nothing is read.
  private var reading: [Exchange]?
  /// The earliest time of the next reading.
  private(set) var earliest = Instant.distantPast
  var alarm: (any Alarm)?

  var isReading: Bool { reading != nil }
  var isEmpty: Bool { waiting.isEmpty }

  /// - Returns: false if the client has `Limits.reloads` requests without a reply.
  mutating func add(_ exchange: Exchange) -> Bool {
    let pending = (waiting + (reading ?? [])).count { $0.session === exchange.session }
    guard pending < Limits.reloads else { return false }
    waiting.append(exchange)
    return true
  }

  /// Begins a reading, which answers all waiting requests.
  ///
  /// - Returns: false if no session waits.
  mutating func begin() -> Bool {
    let requests = waiting.filter { !$0.session.isClosing }
    waiting = []
    if requests.isEmpty { return false }
    reading = requests
    return true
  }

  /// Ends the reading from `start` to `end`.
  ///
  /// - Returns: the requests that it answers, without those of ended sessions.
  mutating func finish(from start: Instant, to end: Instant) -> [Exchange] {
    defer { reading = nil }
    earliest = end + max(Self.pause, (end - start) * 9)
    return (reading ?? []).filter { !$0.session.isClosing }
  }

  /// The shortest time between two readings.
  private static let pause = Duration.milliseconds(10)
}

extension Server {
  /// Replies after the present content of the files, or a later one, is in force.
  func reload(_ exchange: Exchange) {
    guard reloads.add(exchange) else { return recorder.conclude(exchange, .limit) }
    if !reloads.isReading { readWaiting(at: exchange.received) }
  }

  /// Reads the files for the waiting requests, now or as soon as that is permitted.
  private func readWaiting(at now: Instant) {
    if now >= reloads.earliest { return readPreferences() }
    if reloads.alarm == nil {
      reloads.alarm = try? scheduler.makeAlarm(.work) { [unowned self] _ in readPreferences() }
    }
    // Without an alarm, a request that waits would never get its reply. Reading early only costs time.
    guard let alarm = reloads.alarm else { return readPreferences() }
    alarm.set(for: reloads.earliest)
  }

  private func readPreferences() {
    guard !reloads.isReading, reloads.begin() else { return }
    let start = scheduler.now
    let finish = { [weak self] in self?.finishReading(from: start) ?? () }
    if let onReload { onReload(finish) } else { finish() }
  }

  private func finishReading(from start: Instant) {
    let now = scheduler.now
    for exchange in reloads.finish(from: start, to: now) { recorder.conclude(exchange, .done) }
    if !reloads.isEmpty { readWaiting(at: now) }
  }
}
