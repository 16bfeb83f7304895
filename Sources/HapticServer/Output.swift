internal import HapticSystem
internal import MotorModel

/// What one actuator was told last, and what follows from it: when it may be told again and when it must be.
struct Output {
  let actuator: any Actuator
  private let minimumInterval: Duration
  /// The level it has, or will have once its queue is written.
  private(set) var level = Level.off
  private(set) var lastWrite = Instant.distantPast
  /// When a level that goes on must be written again, lest its lease ends; never, while the motors are off.
  private(set) var renewal = Instant.distantFuture
  /// Whether the last level still waits in the actuator's own queue.
  private(set) var isQueued = false

  init(_ actuator: any Actuator) {
    self.actuator = actuator
    minimumInterval = actuator.model.minimumInterval
  }

  /// Slow links take only so many commands (`HAPTIC_INTERVAL_MS`). A stop never waits.
  func earliestWrite(of level: Level) -> Instant {
    level == .off ? .distantPast : lastWrite + minimumInterval
  }

  /// Writes a level that lasts until `next`, or until further notice.
  ///
  /// - Returns: the level with its lease and the time of its write; nil where that is still to come.
  /// - Throws: what the device says; the motors are then taken for off.
  mutating func write(
    _ level: Level, until next: Instant?, planned: Instant, at now: Instant
  ) throws(Errno) -> (Drive.LeasedLevel, written: Instant)? {
    // By its planned length: a step that comes late must not need another lease, and so another upload.
    let lease = Lease(for: (next ?? now) - min(planned, now))
    let outcome = actuator.drive(level, lease, planned: planned)
    if case .failed(let error) = outcome { throw error }
    self.level = level
    isQueued = outcome == .queued
    lastWrite = if case .written(let written) = outcome { written } else { now }
    renewal = level == .off ? .distantFuture : lastWrite + lease.renewal
    return isQueued ? nil : (Drive.LeasedLevel(level: level, lease: lease), lastWrite)
  }

  /// Says stop once more, whatever is known, to a device that refused or that the panic button is for.
  mutating func silence(at now: Instant) {
    forget()
    _ = actuator.silence(planned: now)
  }

  /// Takes the motors for off without a write, as when the device is gone.
  mutating func forget() {
    level = .off
    renewal = .distantFuture
    isQueued = false
  }
}
