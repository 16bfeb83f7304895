internal import HapticProtocol
internal import HapticSystem

/// Requests that wait until the preference files and the theme are read.
///
/// Reading takes a millisecond or more, while which nothing else is done. Requests that come soon after a reading wait and
/// share the next one, so that reading never takes more than a tenth of the time.
struct ReloadQueue {
  private var waiting: [Exchange] = []
  /// The earliest time of the next reading.
  private(set) var earliest = Instant.distantPast
  var alarm: (any Alarm)?

  /// - Returns: false where the client has enough requests waiting.
  mutating func add(_ exchange: Exchange) -> Bool {
    guard waiting.count(where: { $0.session === exchange.session }) < Limits.reloads else { return false }
    waiting.append(exchange)
    return true
  }

  /// The requests that the reading answers which begins now.
  mutating func takeAll() -> [Exchange] {
    defer { waiting = [] }
    return waiting.filter { !$0.session.isDoomed }
  }

  /// Files were read.
  mutating func noteReading(from start: Instant, to end: Instant) {
    earliest = end + max(Self.pause, (end - start) * 9)
  }

  /// Between two readings at least.
  private static let pause = Duration.milliseconds(10)
}

extension Server {
  /// Answers once the files are in force as they are now, or were changed since.
  func reload(_ exchange: Exchange) {
    guard reloads.add(exchange) else { return recorder.conclude(exchange, .limit) }
    if exchange.received >= reloads.earliest { return readPreferences() }
    if reloads.alarm == nil {
      reloads.alarm = try? scheduler.makeAlarm(.work) { [unowned self] _ in readPreferences() }
    }
    // Without an alarm it is better to be late elsewhere than never to answer.
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
