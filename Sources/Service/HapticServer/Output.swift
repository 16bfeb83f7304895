internal import HapticSystem
internal import MotorDriving
internal import MotorRendering

/// The last level of one device, with the earliest and the latest time of the next write, and the duty of its motors.
struct Output {
  private let sink: any MotorSink
  var model: MotorModel
  /// The level of the device, or its level once its queue is written.
  private(set) var level = Level.off
  private(set) var lastWrite = Instant.distantPast
  /// The time at which a lasting level is written again, before its lease ends; `.distantFuture` while the motors are
  /// off.
  private var renewal = Instant.distantFuture
  /// The planned time of the last level while it waits in the device's own queue, or nil.
  private(set) var queued: Instant?
  /// The time at which the kernel stops the motors by itself.
  private var leaseEnd = Instant.distantPast
  /// A level that waits for the minimum interval, and its planned time.
  private var deferred: (level: Level, planned: Instant)?
  /// The time at which that level can be written, or nil if none waits.
  private var deferredUntil: Instant?
  var duty: DutyLimiter
  /// The refused stop that is still to be written again, or nil if there is none.
  private(set) var refusedStop: RefusedStop?
  /// The error of the last stop if the device refused it; nil once the device has taken a level. The motors may still
  /// turn.
  private(set) var stopError: DeviceError?

  init(_ device: Device) {
    sink = device.sink
    model = device.model
    duty = DutyLimiter(model.endurance)
  }

  struct Write {
    let level: LeasedLevel
    let planned: Instant
    let written: Instant
  }

  /// Brings the device to a level that lasts until `next`, or for an unknown time if that is nil. Writes nothing if the
  /// device has the level and its lease lasts, or if the link takes no command yet.
  ///
  /// - Parameter planned: the planned time of the level, or nil if it is not known.
  /// - Returns: the write, or nil if there was none or if it is still to come.
  /// - Throws: the device's error. The state is then unchanged; `silence` must follow.
  mutating func follow(
    _ wanted: Level, until next: Instant?, planned: Instant?, at now: Instant
  ) throws(DeviceError) -> Write? {
    // Slow links limit the rate of commands (`HAPTIC_INTERVAL_MS`). A stop never waits.
    let earliest = wanted == level ? renewal : wanted == .off ? .distantPast : lastWrite + model.minimumInterval
    let planned = planned ?? (deferred?.level == wanted ? deferred?.planned : nil) ?? now
    deferredUntil = nil
    if earliest > now {
      if wanted != level { (deferred, deferredUntil) = ((wanted, planned), earliest) }
      return nil
    }
    // The planned length decides on the lease: a late step must not need another lease, and so another upload.
    let leased = LeasedLevel(wanted, Lease(for: (next ?? now) - min(planned, now)))
    let outcome = sink.drive(leased, planned: planned)
    if case .failed(let error) = outcome { throw error }
    (level, deferred, refusedStop) = (wanted, nil, nil)
    duty.set(model.load(of: level), at: now)
    queued = outcome == .queued ? planned : nil
    lastWrite = if case .written(let written) = outcome { written } else { now }
    renewal = level.isOff ? .distantFuture : lastWrite + leased.lease.renewal
    leaseEnd = level.isOff ? lastWrite : lastWrite + leased.lease.duration
    if queued != nil { return nil }
    stopError = nil
    return Write(level: leased, planned: planned, written: lastWrite)
  }

  /// The time of the next write without a change of the wanted level, or `.distantFuture` if none is needed.
  var nextWrite: Instant { min(renewal, min(deferredUntil ?? .distantFuture, refusedStop?.next ?? .distantFuture)) }

  // MARK: Stopping

  /// Writes a stop even if the motors are thought to be off, after a refusal or for `stopEverything`.
  ///
  /// - Returns: news of a refused stop, or nil if there is none.
  mutating func silence(at now: Instant) -> RefusedStopNews? {
    takeForOff(at: now)
    switch sink.silence(planned: now) {
    case .written: return noteStopTaken()
    case .queued:
      queued = now
      refusedStop?.wait()
      return nil
    case .failed(let error): return noteStopRefused(error, at: now)
    }
  }

  /// Handles a refused stop.
  ///
  /// - Returns: the first refusal or the end of the attempts, or nil for any other attempt and for a removed device.
  mutating func noteStopRefused(_ error: DeviceError, at now: Instant) -> RefusedStopNews? {
    // The motor was removed.
    if error == .unplugged {
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

  /// Handles a stop that the device took.
  ///
  /// - Returns: `.taken` if earlier attempts were refused, or nil.
  mutating func noteStopTaken() -> RefusedStopNews? {
    stopError = nil
    return refusedStop.take() == nil ? nil : .taken
  }

  /// Handles a level that the device's own thread has written.
  mutating func noteQueuedWrite(planned: Instant) {
    stopError = nil
    if let queued, queued <= planned { self.queued = nil }
  }

  /// Handles a level that the device refused to its own thread.
  mutating func noteQueuedFailure() { queued = nil }

  /// Assumes that the motors are off, without a write, because the device was removed.
  mutating func forget(at now: Instant) {
    takeForOff(at: now)
    refusedStop = nil
    stopError = nil
  }

  private mutating func takeForOff(at now: Instant) {
    level = .off
    duty.set(0, at: now)
    renewal = .distantFuture
    queued = nil
  }
}

// The player writes every stop itself, on time. The lease only ends a level that a hung daemon left on.
//
//     write ─┬──────── step ────────┬─ stop, written by the player
//            └──────────── lease ───┼───────────┴ the kernel stops what is still on
//                                   └ renewal, if the step continues

extension Lease {
  /// The time from a write to its renewal if the level lasts: an eighth of the lease before its end, so that no gap is
  /// felt.
  var renewal: Duration { .milliseconds(Int64(rawValue - rawValue / 8)) }
}
