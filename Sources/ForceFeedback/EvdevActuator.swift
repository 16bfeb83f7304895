internal import EventLoop
public import HapticSystem

/// The motors behind one open node: which level they have is decided here and nowhere else.
///
/// A node that cannot block is driven in the loop: a resident level is one write(2). A node that may block has a thread
/// of its own; the loop writes a resident level itself while the thread has nothing to do, and otherwise the outcome
/// comes later. No member waits for the device, except a few milliseconds, once, for a program that uploads to it.
public final class EvdevActuator {
  /// What the node said it is.
  public let identity: NodeIdentity
  /// What it accepts, by proof.
  public let type: EffectType
  /// How many effects the node holds, for all its clients.
  public let slots: Int
  /// How many of those we use at most.
  public let capacity: Int
  /// Whether the node has a thread of its own, so that levels may be queued.
  public var isQueued: Bool { worker != nil }
  /// Whether a level can be written now: the node is there, and does not keep us waiting.
  public var isReady: Bool { bank != nil || worker.map { !$0.isStalled } ?? false }
  /// The last thing that the device refused; nil where it never did.
  public private(set) var lastError: Errno?

  /// Told when a queued level has been written.
  public var onWritten: ((Effect, _ planned: Instant, _ written: Instant) -> Void)?
  /// Told when a queued level failed.
  public var onFailure: ((Errno) -> Void)?

  /// Exactly one of the two while the node is there, neither afterwards.
  private var bank: EffectBank?
  private var worker: Worker?
  private var touch: TouchSensor?
  private var confirmation: Timer?
  private var isConfirmationArmed = false
  private var lastStop = Instant.distantPast

  /// For a node that is driven in the loop.
  init(_ bank: EffectBank, _ probe: Probe, _ loop: EventLoop) throws(Errno) {
    identity = probe.identity
    touch = probe.touch
    type = bank.type
    slots = bank.slots
    capacity = bank.capacity
    self.bank = bank
    confirmation = try loop.timer { [unowned self] now in confirmSilence(at: now) }
  }

  /// For a node that a thread drives.
  init(_ worker: Worker, _ opened: Opened, type: EffectType, _ loop: EventLoop) throws(Errno) {
    identity = opened.identity
    self.type = type
    slots = opened.slots
    capacity = opened.capacity
    touch = opened.touch
    self.worker = worker
    confirmation = try loop.timer { [unowned self] now in confirmSilence(at: now) }
    worker.onLevelReport = { [unowned self] in note($0) }
  }

  /// What became of a level.
  public enum Outcome: Hashable, Sendable {
    /// The kernel has had it since then.
    case written(Instant)
    /// The node's thread will write it; `onWritten` or `onFailure` follows, or neither where a newer level comes first.
    case queued
    /// The device refused, and does what it did before.
    case failed(Errno)
  }

  /// Switches the motors to a level; `.off` stops them, and is written even where nothing is known to play. A level
  /// that is on already is renewed. Does not allocate where the node is driven in the loop and the level is resident.
  ///
  /// - Parameters:
  ///   - lease: after which the device stops by itself if nothing else is written.
  ///   - planned: when the level was wanted, for `onWritten`.
  /// - Returns: `.failed(.noSpace)` where other clients hold every slot, `.failed(.noDevice)` once the node is gone.
  public func drive(_ magnitudes: Magnitudes, _ lease: Lease, planned: Instant) -> Outcome {
    let effect = Effect(magnitudes, lease)
    guard let bank else { return outcome(of: worker?.drive(effect, planned: planned), isStop: magnitudes.isOff) }
    do {
      let written = try bank.drive(effect)
      if magnitudes.isOff { scheduleConfirmation(of: written) }
      return .written(written)
    } catch {
      return fail(error)
    }
  }

  /// Makes effects resident, so that they play without an upload, and keeps them until then as far as the slots go:
  /// first come, first kept. What is off needs nothing.
  public func prepare(_ effects: [Effect], keepUntil: Instant) {
    guard let bank else { return worker?.prepare(effects, keepUntil: keepUntil) ?? () }
    do {
      for effect in effects { _ = try bank.prepare(effect, keepUntil: keepUntil, at: .now) }
    } catch {
      _ = fail(error)
    }
  }

  /// Stops the motors at once. A level that waits in a queue for its turn is forgotten; driving `.off` would leave it
  /// its time.
  @discardableResult
  public func silence(planned: Instant = .now) -> Outcome {
    guard let worker else { return drive(.off, .short, planned: planned) }
    return outcome(of: worker.silence(planned: planned), isStop: true)
  }

  /// What the node has cost so far.
  public var counters: Counters { costs.counters }
  /// How long an upload takes: the median of the last eight; zero before the first.
  public var uploadCost: Duration { costs.upload }
  /// How long the write of a level takes, likewise.
  public var playCost: Duration { costs.play }

  /// When a hand last pressed a button of the device or moved a stick, since it was opened; nil where none did, and
  /// where nobody can say: it is no gamepad, may not be read, or another program has it for itself (`EVIOCGRAB`).
  ///
  /// It is found out when this is asked, by reading what the kernel kept; nothing wakes anybody meanwhile, and nothing
  /// waits, not even for a device that does not answer.
  public var lastTouch: Instant? { touch?.lastTouch }

  // MARK: The node's side

  /// The node is gone, or no longer wanted: every call fails from here on. Closing happens elsewhere.
  func detach() {
    confirmation = nil
    bank = nil
    worker?.onLevelReport = nil
    worker = nil
    touch = nil
  }

  private func note(_ report: Report) {
    switch report {
    case .written(let wanted, let written):
      if wanted.effect.magnitudes.isOff { scheduleConfirmation(of: written) }
      onWritten?(wanted.effect, wanted.planned, written)
    case .failed(let error):
      lastError = error
      onFailure?(error)
    case .unprepared(let error):
      lastError = error
    case .skipped, .prepared, .opened, .openFailed, .gone:
      break
    }
  }

  // MARK: Silence

  /// One timer for all stops of its time, so that a stop costs no more for it.
  private func scheduleConfirmation(of stop: Instant) {
    lastStop = stop
    if isConfirmationArmed { return }
    isConfirmationArmed = true
    confirmation?.arm(at: stop + EffectBank.confirmationDelay)
  }

  private func confirmSilence(at now: Instant) {
    isConfirmationArmed = false
    if let bank, !bank.isSilenceUnconfirmed { return }
    if now < lastStop + EffectBank.confirmationDelay { return scheduleConfirmation(of: lastStop) }
    guard let bank else { return worker?.confirmSilence() ?? () }
    do {
      try bank.confirmSilence()
    } catch {
      _ = fail(error)
    }
  }

  private var costs: Costs { bank.map { Costs($0) } ?? worker?.costs ?? Costs() }

  /// The outcome of a level that the worker wrote at some time, or queued.
  private func outcome(of written: Instant?, isStop: Bool) -> Outcome {
    guard worker != nil else { return .failed(.noDevice) }
    guard let written else { return .queued }
    if isStop { scheduleConfirmation(of: written) }
    return .written(written)
  }

  private func fail(_ error: Errno) -> Outcome {
    lastError = error
    return .failed(error)
  }
}

@available(*, unavailable)
extension EvdevActuator: Sendable {}
