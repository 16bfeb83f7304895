internal import HapticProtocol
internal import HapticSystem

/// Requests that wait until the preference files and the theme are read.
///
/// Reading takes a millisecond or more, in which the daemon does nothing else. Requests that come soon after a reading
/// wait and share the next one, so that reading takes at most a tenth of the time.
struct ReloadQueue {
  private var waiting: [Exchange] = []
  /// The earliest time of the next reading.
  private(set) var earliest = Instant.distantPast
  var alarm: (any Alarm)?

  /// - Returns: false if the client has `Limits.reloads` requests waiting.
  mutating func add(_ exchange: Exchange) -> Bool {
    guard waiting.count(where: { $0.session === exchange.session }) < Limits.reloads else { return false }
    waiting.append(exchange)
    return true
  }

  /// Takes the requests that the next reading answers, without those of ended sessions.
  mutating func takeAll() -> [Exchange] {
    defer { waiting = [] }
    return waiting.filter { !$0.session.isClosing }
  }

  /// Sets the earliest time of the next reading, after one from `start` to `end`.
  mutating func noteReading(from start: Instant, to end: Instant) {
    earliest = end + max(Self.pause, (end - start) * 9)
  }

  /// The shortest time between two readings.
  private static let pause = Duration.milliseconds(10)
}

extension Server {
  /// Replies after the present content of the files, or a later one, is in force.
  func reload(_ exchange: Exchange) {
    guard reloads.add(exchange) else { return recorder.conclude(exchange, .limit) }
    if exchange.received >= reloads.earliest { return readPreferences() }
    if reloads.alarm == nil {
      reloads.alarm = try? scheduler.makeAlarm(.work) { [unowned self] _ in readPreferences() }
    }
    // Without an alarm, a request that waits would never get its reply. Reading early only costs time.
    guard let alarm = reloads.alarm else { return readPreferences() }
    alarm.set(for: reloads.earliest)
  }

  private func readPreferences() {
    let requests = reloads.takeAll()
    guard !requests.isEmpty else { return }
    let start = scheduler.now
    onReload?()
    reloads.noteReading(from: start, to: scheduler.now)
    for exchange in requests { recorder.conclude(exchange, .done) }
  }
}
