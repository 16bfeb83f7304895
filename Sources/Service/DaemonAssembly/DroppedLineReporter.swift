internal import EventLoop
internal import HapticSystem

/// Logs the number of dropped log lines: one second after the first of them, then at intervals that double up to a
/// minute, until the log has room.
final class DroppedLineReporter {
  private let log: Log
  private var delay = shortest
  private var wakeup: Wakeup?
  private var timer: Timer?

  init(_ loop: EventLoop, _ log: Log) throws(Errno) {
    self.log = log
    timer = loop.timer(priority: .idle) { [unowned self] now in report(at: now) }
    wakeup = try loop.wakeup { [unowned self] in timer?.arm(at: .now + Self.shortest) }
    log.onDrop { [trigger = wakeup?.trigger] in trigger?.signal() }
  }

  private func report(at now: Instant) {
    if log.reportDropped() {
      delay = Self.shortest
    } else {
      timer?.arm(at: now + delay)
      delay = min(delay * 2, Self.longest)
    }
  }

  private static let shortest = Duration.seconds(1)
  private static let longest = Duration.seconds(60)
}
