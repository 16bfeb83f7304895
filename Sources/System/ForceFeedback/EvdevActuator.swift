internal import EventLoop
package import HapticSystem

/// The motors of one open node.
///
/// A node that cannot block is driven by the event loop; a resident level takes one write(2). A node that may block has
/// a thread of its own. While that thread is idle, the loop writes resident levels itself. Otherwise the thread writes
/// the level, and `onWritten` or `onFailure` reports the result. No member waits for the device. The one exception is
/// a write during another program's upload: it waits a few milliseconds, and afterwards the thread does all writes.
package final class EvdevActuator: MotorSink {
  /// The type of effects that it accepts, proved by an upload.
  package let type: EffectType
  /// The number of effects that the node holds, for all programs.
  package let slots: Int
  /// The largest number of effects that this process uses.
  package let capacity: Int
  package var isReady: Bool { bank != nil || worker.map { !$0.isStalled } ?? false }
  /// The last error of the device; nil if it never refused anything.
  package private(set) var lastError: DeviceError?

  package var onWritten: ((LeasedLevel, _ planned: Instant, _ written: Instant) -> Void)?
  package var onFailure: ((DeviceError) -> Void)?

  /// One of `bank` and `worker` is set while the node is there, none afterwards.
  private var bank: EffectBank?
  private var worker: Worker?
  private var touch: TouchSensor?
  private var stopTimer: StopTimer?

  /// - Parameters:
  ///   - bank: the effects of a node that is driven in the loop.
  ///   - worker: the worker of a node that a thread drives.
  init(
    _ opened: Opened, type: EffectType, bank: EffectBank? = nil, worker: Worker? = nil, _ loop: EventLoop
  ) {
    self.type = type
    slots = opened.slots
    capacity = opened.capacity
    touch = opened.touch
    self.bank = bank
    self.worker = worker
    stopTimer = StopTimer(loop) { [unowned self] now in confirmSilence(at: now) }
  }

  /// Writes a level; the present level is renewed. Does not allocate where the level is resident. Fails with `.full` while
  /// other programs hold all slots, and with `.unplugged` after the node is gone.
  package func drive(_ effect: LeasedLevel, planned: Instant) -> DriveOutcome {
    guard let bank else { return drive(Wanted(effect: effect, planned: planned)) }
    do {
      let written = try bank.drive(effect)
      if effect.level.isOff { stopTimer?.note(written) }
      return .written(written)
    } catch {
      return fail(error)
    }
  }

  /// Makes effects resident, so that they play without an upload, and keeps them until then. Where there are not enough
  /// slots the first effects are kept. Effects that are off are ignored.
  package func prepare(_ effects: [LeasedLevel], keepUntil: Instant) {
    guard let bank else { return worker?.prepare(effects, keepUntil: keepUntil) ?? () }
    do {
      for effect in effects { _ = try bank.prepare(effect, keepUntil: keepUntil, at: .now) }
    } catch {
      _ = fail(error)
    }
  }

  /// Stops the motors at once, and drops queued levels; driving `.off` would carry them out first.
  @discardableResult
  package func silence(planned: Instant = .now) -> DriveOutcome {
    if bank != nil { return drive(.nothing, planned: planned) }
    return drive(Wanted(effect: .nothing, planned: planned, isSilence: true))
  }

  package var counters: MotorCounters { costs.counters }
  package var costs: Costs { bank?.costs ?? worker?.costs ?? Costs() }

  /// The time at which the user last pressed a button of the device or moved a stick, since it was opened. Nil without
  /// a touch, and where it is unknown: for other devices than gamepads, without permission to read, or while another
  /// program has grabbed the device (`EVIOCGRAB`).
  ///
  /// Each access reads the events that the kernel has kept. It causes no wakeup and does not wait, not even for a
  /// device that does not respond.
  package var lastTouch: Instant? { touch?.lastTouch }

  // MARK: The node's side

  /// Ends the use of the node: every later call fails. The node is closed elsewhere.
  func detach() {
    stopTimer = nil
    bank = nil
    worker = nil
    touch = nil
  }

  /// Takes a report of the node's thread about levels and effects.
  func note(_ report: Report) {
    switch report {
    case .written(let wanted, let written):
      if wanted.effect.level.isOff { stopTimer?.note(written) }
      onWritten?(wanted.effect, wanted.planned, written)
    case .failed(let error):
      let error = DeviceError(error)
      lastError = error
      onFailure?(error)
    case .unprepared(let error):
      lastError = DeviceError(error)
    case .skipped, .prepared, .opened, .openFailed, .gone:
      break
    }
  }

  // MARK: Silence

  private func confirmSilence(at now: Instant) {
    guard stopTimer?.isDue(at: now, isUnconfirmed: bank?.isSilenceUnconfirmed ?? true) == true else { return }
    guard let bank else { return worker?.confirmSilence() ?? () }
    do {
      try bank.confirmSilence(at: now)
    } catch {
      _ = fail(error)
    }
  }

  /// Has the worker write or queue a level.
  private func drive(_ wanted: Wanted) -> DriveOutcome {
    guard let worker else { return .failed(.unplugged) }
    guard let written = worker.drive(wanted) else { return .queued }
    if wanted.effect.level.isOff { stopTimer?.note(written) }
    return .written(written)
  }

  private func fail(_ error: Errno) -> DriveOutcome {
    let error = DeviceError(error)
    lastError = error
    return .failed(error)
  }
}

@available(*, unavailable)
extension EvdevActuator: Sendable {}
