import HapticServer
import HapticSystem

/// A clock that moves only when told, with the alarms set on it.
final class ManualScheduler: Scheduler {
  private(set) var now = Instant(nanoseconds: 1_000_000_000)
  private var alarms: [ManualAlarm] = []

  func makeAlarm(_ urgency: Urgency, _ ring: @escaping (Instant) -> Void) -> any Alarm {
    let alarm = ManualAlarm(urgency, ring)
    alarms.append(alarm)
    return alarm
  }

  /// Rings every alarm that falls due until `duration` has passed, in order and on time.
  func advance(by duration: Duration) {
    let end = now + duration
    while let due = alarms.filter({ $0.instant <= end }).min(by: { $0.instant < $1.instant }) {
      now = max(now, due.instant)
      due.fire(at: now)
    }
    now = end
  }

  /// Rings one alarm of this urgency that is due now.
  ///
  /// - Returns: false where none is.
  func ringDue(_ urgency: Urgency) -> Bool {
    guard let due = alarms.first(where: { $0.urgency == urgency && $0.instant <= now }) else { return false }
    due.fire(at: now)
    return true
  }

  /// Lets the time pass without ringing, as when the process was stopped.
  func stall(for duration: Duration) { now = now + duration }

  /// Whether nothing will ring any more.
  var isSilent: Bool { alarms.allSatisfy { $0.instant == .distantFuture } }

  /// The same, but for what waits until nothing else is to be done.
  var isIdle: Bool { alarms.allSatisfy { $0.urgency == .idle || $0.instant == .distantFuture } }

  private final class ManualAlarm: Alarm {
    var instant = Instant.distantFuture
    let urgency: Urgency
    private let ring: (Instant) -> Void

    init(_ urgency: Urgency, _ ring: @escaping (Instant) -> Void) {
      self.urgency = urgency
      self.ring = ring
    }

    func set(for instant: Instant) { self.instant = instant }
    func clear() { instant = .distantFuture }

    func fire(at now: Instant) {
      clear()
      ring(now)
    }
  }
}
