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

/// What is particular about a device.
struct BankSettings: Hashable, Sendable {
  /// Effects of one device add up; otherwise the last play wins.
  var isAdding: Bool
  /// The device's gain may be written: recognised ff-memless only (one driver's gain handler is a null pointer).
  var mayWriteGain: Bool
  /// A lower level needs a stop, seen by the driver, first.
  var stopsBeforeLower: Bool
}

/// The effects of one open node. Every call may wait for the device, as the kernel does. Confined to the thread that
/// opened the node.
final class EffectBank {
  let type: EffectType
  /// How many effects the device holds, for all clients.
  let slots: Int
  /// The number to watch for a hang-up.
  let descriptor: Int32
  private let port: any NodePort
  private let settings: BankSettings
  private var palette: Palette
  private var playing: Effect?
  /// What the last play was written to; a stop is written there even if nothing is known to play.
  private var lastSlot: Int16?
  /// Whether a stop has been written since the last play, and has not been said a second time.
  private(set) var isSilenceUnconfirmed = false
  /// A device without a free slot for us is not asked for another before then.
  private var crowdedUntil = Instant.distantPast
  private(set) var counters = Counters()
  private(set) var uploadCost = CostMeter()
  private(set) var playCost = CostMeter()

  init(_ port: any NodePort, type: EffectType, slots: Int, settings: BankSettings) {
    self.port = port
    self.type = type
    self.slots = slots
    descriptor = port.descriptor
    self.settings = settings
    palette = Palette(slots: slots)
  }

  var capacity: Int { palette.capacity }

  /// How long after a stop the silence is confirmed: a radio that lags has caught up by then.
  static let confirmationDelay = Duration.milliseconds(250)

  /// Lets time pass, on a thread that may block.
  func wait(_ duration: Duration) { port.wait(duration) }

  // MARK: What is asked of it

  /// Makes an effect resident, where no kept or playing effect would have to go for it.
  ///
  /// - Returns: whether it is resident.
  func prepare(_ effect: Effect, keepUntil: Instant, at now: Instant) throws(Errno) -> Bool {
    let effect = effect.normalised(for: type)
    if effect.magnitudes.isOff || palette.keep(effect, until: keepUntil) { return true }
    guard let slot = try upload(effect, mayTakeKept: false, at: now) else { return false }
    palette.set(slot, to: effect, keepUntil: keepUntil)
    return true
  }

  /// Switches to an effect; one whose magnitudes are off stops the motors. The effect that plays already is started
  /// anew, which renews its lease.
  ///
  /// - Returns: when the kernel had it.
  /// - Throws: `.noSpace` where others hold every slot, `.noDevice` where the node is gone, and what else the driver
  ///   says. What played before may then still do so.
  @discardableResult
  func drive(_ effect: Effect) throws(Errno) -> Instant {
    if effect.magnitudes.isOff { return try stop() }
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
  /// - Returns: the time of the write; nil where the effect needs an upload or a pause.
  /// - Throws: `.interrupted` where the node was in use for too long. After an error nothing was written.
  func driveAtOnce(_ effect: Effect) throws(Errno) -> Instant? {
    if effect.magnitudes.isOff { return try stop(.brief) }
    let effect = effect.normalised(for: type)
    guard !settings.stopsBeforeLower, let slot = palette.use(effect) else { return nil }
    return try play(effect, slot, .brief)
  }

  /// Stops what plays, and where nothing is known to, what played last.
  @discardableResult
  func stop(_ patience: WritePatience = .unlimited) throws(Errno) -> Instant {
    guard let lastSlot else { return .now }
    let written = try write(.stop(lastSlot), patience: patience)
    playing = nil
    isSilenceUnconfirmed = true
    return written
  }

  /// Says a second time that the motors are off, where they are to be: behind the kernel a stop can still be lost, as
  /// when a pad's radio does not keep up, and nobody would learn of it.
  ///
  /// Where effects add up the kernel knows that nothing plays and would not pass a second stop on; an effect of no
  /// strength has the driver send the silence again, if there is a slot for it.
  func confirmSilence() throws(Errno) {
    guard isSilenceUnconfirmed, let lastSlot else { return }
    isSilenceUnconfirmed = false
    if !settings.isAdding {
      _ = try write(.stop(lastSlot))
    } else if let slot = try slotOfNothing() {
      _ = try write(.play(slot), .stop(slot))
    }
  }

  /// Proves that the device takes effects of this type, silences it, and sets its gain to full: gain outlives clients,
  /// and some leave less behind.
  ///
  /// The effect is one of no strength. Playing and stopping it has the driver send the sum of all that plays, so that
  /// whatever a dead client left in the hardware ends, and what others play goes on.
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

  private func play(_ effect: Effect, _ slot: Int16, _ patience: WritePatience = .unlimited) throws(Errno) -> Instant {
    let written = try switchOver(to: effect, slot, patience)
    playing = effect
    lastSlot = slot
    isSilenceUnconfirmed = false
    return written
  }

  private func switchOver(to effect: Effect, _ slot: Int16, _ patience: WritePatience) throws(Errno) -> Instant {
    guard let playing, let before = lastSlot, before != slot else { return try write(.play(slot), patience: patience) }
    if settings.stopsBeforeLower && effect.magnitudes.isLower(than: playing.magnitudes) {
      return try stopAndPlay(before, slot)
    }
    if settings.isAdding { return try write(.play(slot), .stop(before), patience: patience) }
    return try write(.stop(before), .play(slot), patience: patience)
  }

  /// The pause is what drivers' own workers need to see the stop: pulses of 2 ms have never been lost in measurement.
  private func stopAndPlay(_ before: Int16, _ slot: Int16) throws(Errno) -> Instant {
    _ = try write(.stop(before))
    port.wait(.milliseconds(2))
    return try write(.play(slot))
  }

  /// Looks at the clock once: a look costs as much as a third of the write where the clock is slow.
  private func write(
    _ first: Command, _ second: Command? = nil, patience: WritePatience = .unlimited
  ) throws(Errno) -> Instant {
    let start = playCost.wantsNext() ? Instant.now : nil
    try port.write(first, second, patience)
    let written = Instant.now
    counters.writes += 1
    if let start { playCost.add(from: start, to: written) }
    return written
  }

  // MARK: Uploading

  /// Uploads to a slot of our own, and returns it; nil where every slot that may go is spared.
  private func upload(_ effect: Effect, mayTakeKept: Bool, at now: Instant) throws(Errno) -> Int16? {
    if let slot = try uploadToNewSlot(effect, at: now) { return slot }
    guard let slot = palette.leastNeeded(sparing: spared, mayTakeKept: mayTakeKept, at: now) else {
      if palette.entries.isEmpty { throw .noSpace }
      return nil
    }
    counters.evictions += 1
    return try change(slot, to: effect)
  }

  private var spared: Int16? { playing == nil ? nil : lastSlot }

  /// Nil where we have our share, or others have the rest.
  private func uploadToNewSlot(_ effect: Effect, at now: Instant) throws(Errno) -> Int16? {
    if palette.isFull || now < crowdedUntil && !palette.entries.isEmpty { return nil }
    do {
      return try upload(effect, to: nil)
    } catch {
      if error != .noSpace { throw error }
      crowdedUntil = now + .seconds(10)
      return nil
    }
  }

  /// Changes one of our effects in place. A slot that turns out not to be ours any more, or whose driver does not take
  /// this effect there, is given back for a new one.
  private func change(_ slot: Int16, to effect: Effect) throws(Errno) -> Int16 {
    do {
      return try upload(effect, to: slot)
    } catch {
      if error == .busy || error == .wouldBlock { throw error }
      guard error == .invalidArgument || error == .permissionDenied else {
        // The slot is still ours, and nobody knows what it holds.
        palette.set(slot, to: .unknown)
        throw error
      }
      try giveBack(slot)
      return try upload(effect, to: nil)
    }
  }

  /// Frees a slot. One that the driver does not free stays ours, or each attempt would take one more of the device's.
  ///
  /// - Throws: the driver's error; not where the kernel says that the slot is not ours.
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

  private func upload(_ effect: Effect, to slot: Int16?) throws(Errno) -> Int16 {
    let start = Instant.now
    let slot = try port.upload(Upload(type: type, effect: effect, slot: slot))
    counters.uploads += 1
    uploadCost.add(from: start, to: .now)
    return slot
  }

  /// The only slot we have is playing: it is changed under its own feet. Where effects add up the new level is in force
  /// with the play that follows; elsewhere some devices refuse to change what plays.
  private func replacePlaying(with effect: Effect) throws(Errno) -> Instant {
    guard let slot = lastSlot else { throw .noSpace }
    if !settings.isAdding || settings.stopsBeforeLower {
      _ = try stop()
      if settings.stopsBeforeLower { port.wait(.milliseconds(2)) }
    }
    counters.evictions += 1
    let changed = try change(slot, to: effect)
    palette.set(changed, to: effect)
    let written = try write(.play(changed))
    playing = effect
    lastSlot = changed
    isSilenceUnconfirmed = false
    return written
  }
}
