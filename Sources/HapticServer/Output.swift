internal import HapticSystem
internal import MotorRendering

/// What one actuator was told last, and what follows from it: when it may be told again and when it must be.
struct Output {
  let actuator: any Actuator
  private let minimumInterval: Duration
  /// The level it has, or will have once its queue is written.
  private(set) var level = Level.off
  private(set) var lastWrite = Instant.distantPast
  /// When a level that goes on must be written again, lest its lease ends; never, while the motors are off.
  private(set) var renewal = Instant.distantFuture
  /// When the last level was planned, while it waits in the actuator's own queue.
  private(set) var queued: Instant?
  /// When the kernel stops the motors by itself.
  private var leaseEnd = Instant.distantPast
  /// The stop that is still to be taken; nil where the last one was.
  private(set) var refusedStop: RefusedStop?
  /// Why the device refused its last stop; nil once it has taken a level since. The motors may still turn.
  private(set) var stopError: Errno?

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
    refusedStop = nil
    queued = outcome == .queued ? planned : nil
    lastWrite = if case .written(let written) = outcome { written } else { now }
    renewal = level == .off ? .distantFuture : lastWrite + lease.renewal
    leaseEnd = level == .off ? lastWrite : lastWrite + lease.duration
    if queued != nil { return nil }
    stopError = nil
    return (Drive.LeasedLevel(level: level, lease: lease), lastWrite)
  }

  /// Says stop once more, whatever is known, to a device that refused or that the panic button is for.
  ///
  /// - Returns: news of a refused stop; nil where there is none.
  mutating func silence(at now: Instant) -> RefusedStopNews? {
    takeForOff()
    switch actuator.silence(planned: now) {
    case .written: return noteStopTaken()
    case .queued:
      queued = now
      refusedStop?.wait()
      return nil
    case .failed(let error): return noteStopRefused(error, at: now)
    }
  }

  /// The device refused a stop.
  mutating func noteStopRefused(_ error: Errno, at now: Instant) -> RefusedStopNews? {
    // There is no motor any more.
    if error == .noDevice {
      refusedStop = nil
      return nil
    }
    stopError = error
    guard let first = refusedStop?.error else {
      refusedStop = RefusedStop(error, leaseEnd: leaseEnd, at: now)
      return .refused(error)
    }
    if refusedStop?.tryLater(than: now) == true { return nil }
    refusedStop = nil
    return .givenUp(first)
  }

  /// The device took a stop.
  mutating func noteStopTaken() -> RefusedStopNews? {
    stopError = nil
    return refusedStop.take() == nil ? nil : .taken
  }

  /// The device's thread has written a level.
  mutating func noteQueuedWrite(planned: Instant) {
    stopError = nil
    if let queued, queued <= planned { self.queued = nil }
  }

  /// The device's thread was refused a level.
  mutating func noteQueuedFailure() { queued = nil }

  /// Takes the motors for off without a write, as when the device is gone.
  mutating func forget() {
    takeForOff()
    refusedStop = nil
    stopError = nil
  }

  private mutating func takeForOff() {
    level = .off
    renewal = .distantFuture
    queued = nil
  }
}
