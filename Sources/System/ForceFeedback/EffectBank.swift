internal import HapticSystem

// One open node, its palette, and what plays.
//
// Switching from A to a resident B is one write of two commands. Where effects add up (ff-memless), B starts first and
// A stops then, so that there is no gap; where a play replaces what was before, a stop after it might stop B, so A
// stops first:
//
//   adding     write [play B, stop A]      A ────┐
//                                              └──── B      the driver sees A, A+B, B within microseconds
//   replacing  write [stop A, play B]
//
// Some drivers OR a lower level into the higher one until they have seen a stop. Their worker looks at the latest
// level only, so the stop gets a write and a moment of its own; nodes of that kind are driven from a thread.

/// The properties of a device that change the way it is driven.
struct BankSettings: Hashable, Sendable {
  /// Whether effects add up; otherwise the last play wins.
  var isAdding: Bool
  /// Whether the gain may be written: only with ff-memless (the gain handler of one other driver is a null pointer).
  var mayWriteGain: Bool
  /// Whether the driver must see a stop before a lower level.
  var stopsBeforeLower: Bool
  /// Whether the driver takes only constant effects, one at a time, and none while one plays. It plays the one that was
  /// uploaded last, whatever effect is played.
  var takesOneConstant = false
}

/// The effects of one open node. Every call may wait for the device, except `driveAtOnce`. Used by one thread at a
/// time.
final class EffectBank {
  let type: EffectType
  /// The descriptor to watch for a hang-up.
  let descriptor: Int32
  private let port: any NodePort
  private let settings: BankSettings
  private var palette: Palette
  private var playing: LeasedLevel?
  /// The slot of the last play. A stop is written there even if nothing is known to play.
  private var lastSlot: Int16?
  /// The time of the last stop, if no play has followed and it has not been confirmed.
  private var unconfirmedStop: Instant?
  /// Whether no play has followed the last stop, and it has not been confirmed.
  var isSilenceUnconfirmed: Bool { unconfirmedStop != nil }
  /// A device without a free slot is not asked for another before then.
  private var crowdedUntil = Instant.distantPast
  private(set) var counters = MotorCounters()
  private var uploadCost = CostMeter()
  private var playCost = CostMeter()

  /// - Parameter slots: the number of effects that the device holds, for all programs.
  init(_ port: any NodePort, type: EffectType, slots: Int, settings: BankSettings) {
    self.port = port
    self.type = type
    descriptor = port.descriptor
    self.settings = settings
    palette = Palette(slots: settings.takesOneConstant ? 1 : slots)
  }

  var capacity: Int { palette.capacity }

  var costs: Costs { Costs(counters: counters, upload: uploadCost.median, play: playCost.median) }

  /// The time from a stop to its confirmation: a slow radio has sent the stop by then.
  static let confirmationDelay = Duration.milliseconds(250)

  /// Sleeps, on a thread that may block.
  func wait(_ duration: Duration) { port.wait(duration) }

  // MARK: Requests

  /// Makes an effect resident, unless it would replace a kept or playing effect.
  ///
  /// - Returns: whether it is resident.
  func prepare(_ effect: LeasedLevel, keepUntil: Instant, at now: Instant) throws(Errno) -> Bool {
    let effect = effect.normalised(for: type)
    if effect.level.isOff || palette.use(effect, keepUntil: keepUntil) != nil { return true }
    guard let slot = try upload(effect, mayTakeKept: false, at: now) else { return false }
    palette.set(slot, to: effect, keepUntil: keepUntil)
    return true
  }

  /// Switches to an effect, or stops the motors if its level is off. An effect that plays already is started again,
  /// which renews its lease.
  ///
  /// - Returns: the time of the write.
  /// - Throws: `.noSpace` if other programs hold every slot, `.noDevice` if the node is gone, or the driver's
  ///   error. The last effect may then still play.
  @discardableResult
  func drive(_ effect: LeasedLevel) throws(Errno) -> Instant {
    if effect.level.isOff { return try stop() }
    let effect = effect.normalised(for: type)
    if let slot = palette.use(effect) { return try play(effect, slot) }
    if let slot = try upload(effect, mayTakeKept: true, at: .now) {
      palette.set(slot, to: effect)
      return try play(effect, slot)
    }
    return try replacePlaying(with: effect)
  }

  /// Switches to a resident effect, or stops the motors, where one write does it. The write waits for the node a few
  /// milliseconds at most.
  ///
  /// - Returns: the time of the write; nil if the effect needs an upload or a pause.
  /// - Throws: `.interrupted` where the node was in use for too long. After an error nothing was written.
  func driveAtOnce(_ effect: LeasedLevel) throws(Errno) -> Instant? {
    if effect.level.isOff { return try stop(.brief) }
    let effect = effect.normalised(for: type)
    guard !settings.stopsBeforeLower, let slot = palette.use(effect) else { return nil }
    return try play(effect, slot, .brief)
  }

  /// Stops the effect that plays, or played last.
  @discardableResult
  func stop(_ limit: WriteLimit = .unlimited) throws(Errno) -> Instant {
    guard let lastSlot else { return .now }
    let written = try write(.stop(lastSlot), limit: limit)
    playing = nil
    unconfirmedStop = written
    return written
  }

  /// Repeats a stop that is `confirmationDelay` old, if no play has followed it: a stop may be lost between the kernel
  /// and the device, for instance by the radio of a pad, without any error. A later stop gets a confirmation of its own.
  ///
  /// If effects add up, the kernel does not pass a second stop on, because nothing plays. An effect without strength
  /// makes the driver send the silence again, if there is a slot for it.
  func confirmSilence(at now: Instant) throws(Errno) {
    guard let stop = unconfirmedStop, now >= stop + EffectBank.confirmationDelay, let lastSlot else { return }
    unconfirmedStop = nil
    if !settings.isAdding {
      _ = try write(.stop(lastSlot))
    } else if let slot = try slotOfNothing() {
      _ = try write(.play(slot), .stop(slot))
    }
  }

  /// Proves that the device takes effects of this type, silences it, and sets its gain to full: the gain stays when a
  /// program ends, and some programs leave a lower one behind.
  ///
  /// The effect has no strength. Playing and stopping it makes the driver send the sum of all effects that play, so
  /// that a vibration that a dead program left in the hardware ends, and effects of other programs go on.
  func prove() throws(Errno) {
    guard let slot = try slotOfNothing() else { throw .noSpace }
    lastSlot = slot
    _ = try write(.play(slot), .stop(slot))
    if settings.mayWriteGain { _ = try write(.fullGain) }
  }

  private func slotOfNothing() throws(Errno) -> Int16? {
    if let slot = palette.use(.nothing) { return slot }
    guard let slot = try upload(.nothing, mayTakeKept: false, at: .now) else { return nil }
    palette.set(slot, to: .nothing)
    return slot
  }

  // MARK: Playing

  /// Starts an effect, and stops the one that plays.
  private func play(
    _ effect: LeasedLevel, _ slot: Int16, _ limit: WriteLimit = .unlimited
  ) throws(Errno) -> Instant {
    var before = lastSlot == slot || playing == nil ? nil : lastSlot
    if let stopped = before, settings.stopsBeforeLower, let playing, effect.level.isLower(than: playing.level) {
      _ = try write(.stop(stopped))
      // The driver's worker sees the stop meanwhile: pulses of 2 ms have never been lost in measurement.
      port.wait(.milliseconds(2))
      before = nil
    }
    let written =
      switch before {
      case nil: try write(.play(slot), limit: limit)
      case let before? where settings.isAdding: try write(.play(slot), .stop(before), limit: limit)
      case let before?: try write(.stop(before), .play(slot), limit: limit)
      }
    playing = effect
    lastSlot = slot
    unconfirmedStop = nil
    return written
  }

  /// Usually reads the clock only once: with a slow clock that costs as much as a third of the write.
  private func write(
    _ first: Command, _ second: Command? = nil, limit: WriteLimit = .unlimited
  ) throws(Errno) -> Instant {
    let start = playCost.wantsNext() ? Instant.now : nil
    try port.write(first, second, limit)
    let written = Instant.now
    counters.writes += 1
    if let start { playCost.add(from: start, to: written) }
    return written
  }

  // MARK: Uploading

  /// Uploads an effect, and returns its slot; nil if no effect may be replaced.
  private func upload(_ effect: LeasedLevel, mayTakeKept: Bool, at now: Instant) throws(Errno) -> Int16? {
    if let slot = try uploadToNewSlot(effect, at: now) { return slot }
    guard let slot = palette.leastNeeded(sparing: spared, mayTakeKept: mayTakeKept, at: now) else {
      if palette.entries.isEmpty { throw .noSpace }
      return nil
    }
    return try change(slot, to: effect)
  }

  private var spared: Int16? { playing == nil ? nil : lastSlot }

  /// Nil if this process has its share of slots, or other programs have the rest.
  private func uploadToNewSlot(_ effect: LeasedLevel, at now: Instant) throws(Errno) -> Int16? {
    if palette.isFull || now < crowdedUntil && !palette.entries.isEmpty { return nil }
    do {
      return try upload(effect, to: nil)
    } catch {
      if error != .noSpace { throw error }
      crowdedUntil = now + .seconds(10)
      return nil
    }
  }

  /// Changes an effect in place. A slot that another program has taken over, or in which the driver refuses this
  /// effect, is freed, and a new one used.
  private func change(_ slot: Int16, to effect: LeasedLevel) throws(Errno) -> Int16 {
    do {
      return try upload(effect, to: slot)
    } catch {
      if error == .busy || error == .wouldBlock { throw error }
      guard error == .invalidArgument || error == .permissionDenied else {
        // The slot is still in use, and its content is unknown.
        palette.set(slot, to: .unknown)
        throw error
      }
      try giveBack(slot)
      return try upload(effect, to: nil)
    }
  }

  /// Frees a slot. One that the driver does not free stays in the palette, or each attempt would take one more.
  ///
  /// - Throws: the driver's error, unless the kernel reports that the slot belongs to another program.
  private func giveBack(_ slot: Int16) throws(Errno) {
    palette.forget(slot)
    do {
      try port.erase(slot)
    } catch {
      if error == .invalidArgument || error == .permissionDenied { return }
      palette.set(slot, to: .unknown)
      throw error
    }
  }

  private func upload(_ effect: LeasedLevel, to slot: Int16?) throws(Errno) -> Int16 {
    let start = Instant.now
    let slot = try port.upload(Upload(type: type, effect: effect, slot: slot))
    counters.uploads += 1
    uploadCost.add(from: start, to: .now)
    return slot
  }

  /// Changes the effect that plays, in the only slot. Where effects add up the change takes effect with the next play;
  /// elsewhere some devices refuse to change an effect that plays, so it is stopped first.
  private func replacePlaying(with effect: LeasedLevel) throws(Errno) -> Instant {
    guard let slot = lastSlot else { throw .noSpace }
    if !settings.isAdding || settings.stopsBeforeLower {
      _ = try stop()
      if settings.stopsBeforeLower || settings.takesOneConstant { port.wait(.milliseconds(2)) }
    }
    let changed = try change(slot, to: effect)
    palette.set(changed, to: effect)
    let written = try write(.play(changed))
    playing = effect
    lastSlot = changed
    unconfirmedStop = nil
    return written
  }
}
