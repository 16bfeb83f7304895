package import EventLoop
package import HapticServer
package import HapticSystem

/// A clock with alarms that the test advances.
package final class ManualScheduler: Scheduler {
  package init() {}

  package private(set) var now = Instant(nanoseconds: 1_000_000_000)
  private var entries: [Entry] = []

  package func makeAlarm(_ priority: EventLoop.Priority, _ ring: @escaping (Instant) -> Void) -> any Alarm {
    let alarm = ManualAlarm(priority, ring)
    entries.removeAll { $0.alarm == nil }
    entries.append(Entry(alarm: alarm))
    return alarm
  }

  /// Advances the clock by `duration` and fires all due alarms, in order and on time.
  package func advance(by duration: Duration) {
    let end = now + duration
    while ringNext(until: end) {}
    now = end
  }

  /// Advances the clock to the next alarm that is due by `end`, and fires it.
  ///
  /// - Returns: false if there is none; the clock then stays.
  package func ringNext(until end: Instant) -> Bool {
    guard let due = alarms.min(by: { $0.instant < $1.instant }), due.instant <= end else { return false }
    now = max(now, due.instant)
    due.fire(at: now)
    return true
  }

  /// Fires one alarm of this priority that is due now.
  ///
  /// - Returns: false if there is none.
  package func ringDue(_ priority: EventLoop.Priority) -> Bool {
    guard let due = alarms.first(where: { $0.priority == priority && $0.instant <= now }) else { return false }
    due.fire(at: now)
    return true
  }

  /// Advances the clock without firing alarms, as if the process was stopped.
  package func stall(for duration: Duration) { now = now + duration }

  /// The time of the next alarm of this priority; `.distantFuture` if none is set.
  package func next(_ priority: EventLoop.Priority) -> Instant {
    alarms.filter { $0.priority == priority }.map(\.instant).min() ?? .distantFuture
  }

  /// Whether no alarm is set.
  package var isSilent: Bool { alarms.allSatisfy { $0.instant == .distantFuture } }

  /// Whether no alarm is set, except those of priority `idle`.
  package var isIdle: Bool { alarms.allSatisfy { $0.priority == .idle || $0.instant == .distantFuture } }

  private var alarms: [ManualAlarm] { entries.compactMap(\.alarm) }

  /// A weak reference: an alarm that is released never fires.
  private struct Entry { weak var alarm: ManualAlarm? }

  private final class ManualAlarm: Alarm {
    var instant = Instant.distantFuture
    let priority: EventLoop.Priority
    private let ring: (Instant) -> Void

    init(_ priority: EventLoop.Priority, _ ring: @escaping (Instant) -> Void) {
      self.priority = priority
      self.ring = ring
    }

    func arm(at instant: Instant) { self.instant = instant }
    func disarm() { instant = .distantFuture }

    func fire(at now: Instant) {
      disarm()
      ring(now)
    }
  }
}
