internal import HapticPatterns

extension Rendition {
  /// What is known of the last taps.
  struct TapRow {
    /// The intended time of the last tap, in milliseconds.
    var start = -Double.infinity
    /// The push of the last tap, if nothing was drawn after it.
    var push: TapPush?
    /// Whether the last tap was part of a train that is too fast for the motor.
    var isTrain = false
  }

  /// Draws a tap at its time, or as soon as a slow motor makes it felt apart from the tap before it.
  mutating func draw(_ tap: Tap, _ work: inout WorkBudget) {
    work.spend(trial)
    let isRising = isRising(for: tap)
    let selection = model.selection(of: tap)
    // A stop, to separate it from the event before, would make two taps of it.
    if isRising, isStronger(tap) { return drawApart(tap, selection) }
    guard isRising || tap.start >= 0 else { return }
    if stroke != nil || !isStronger(tap) { return drawOver(tap, selection) }
    // A fast motor follows each tap. If a train is too fast for a slow one, all of its taps are a modulated vibration; fewer
    // would be another rhythm.
    tapRow.isTrain = isDense || tapRow.isTrain && model.isDense(tap, selection) && tap.before < .infinity
    if model.isFast || tapRow.isTrain { return drawApart(tap, selection) }
    if amplitude >= model.perception.threshold { release(at: now, .gap) }
    place(tap, from: max(now, writer.earliest.inMilliseconds), &work)
  }

  /// Draws a tap over a vibration, if it is noticeably stronger.
  private mutating func drawOver(_ tap: Tap, _ selection: MotorSelection) {
    guard amplitude(of: tap) > amplitude * Constants.justNoticeableRatio else { return }
    tapRow.push = nil
    _ = drawPush(tap, selection)
    // The vibration continues without a gap.
    if stroke == nil { phase = .idle }
  }

  /// Finds a start for a tap and draws it. If the budget is spent before a start is found, the phase is `tap`.
  ///
  /// - Parameter tried: the start at which the search begins or continues, in milliseconds.
  mutating func place(_ tap: Tap, from tried: Double, _ work: inout WorkBudget) {
    let selection = model.selection(of: tap)
    let longest = min(Constants.longestDelay, (tap.start - tapRow.start) * Constants.delayShare)
    let latest = tap.start + longest
    let earliest = max(now, writer.earliest.inMilliseconds)
    let (start, push) = start(of: tap, selection, earliest: tried, latest: latest, &work)
    if push == nil, work.isSpent, start <= latest, tapRow.push != nil {
      phase = .tap(tap, from: start)
      return
    }
    writer.advance(to: Duration(roundingMilliseconds: min(start, max(latest, earliest))))
    drawApart(tap, selection, push)
  }

  private mutating func drawApart(_ tap: Tap, _ selection: MotorSelection, _ push: Push? = nil) {
    tapRow.start = tap.start
    tapRow.push = drawPush(tap, selection, push)
    release(at: now, .release)
    phase = .idle
  }

  /// Finds the earliest start at which a tap is felt apart from the events before it.
  ///
  /// - Returns: the start, with the push for the tap if it was computed. If the budget is spent first: the next start
  ///   to try, without a push.
  private func start(
    of tap: Tap, _ selection: MotorSelection, earliest: Double, latest: Double, _ work: inout WorkBudget
  ) -> (start: Double, push: Push?) {
    var start = max(tap.start, earliest)
    guard let last = tapRow.push else { return (start, nil) }
    // If the next tap is too close as well, delays add up.
    let isHurried = tap.after < tapController.stride
    while start <= latest {
      work.spend(trial)
      let motors = model.group(selection, from: writer.motors.amplitudes(at: Duration(roundingMilliseconds: start)))
      let tapPush = TapPush(start: start, motors: motors, push: tapController.push(motors, tap))
      if last.isApart(from: tapPush, hasReserve: !isHurried) { return (start, tapPush.push) }
      start += Skin.grain
      if work.isSpent { break }
    }
    return (start, nil)
  }

  /// Whether the following taps are a train, with intervals that are all too short for the motors.
  private var isDense: Bool {
    lookAhead.taps.count >= LookAhead.window - 1
      && lookAhead.taps.allSatisfy { model.isDense($0, model.selection(of: $0)) }
  }

  /// Returns the amplitude that a tap reaches from rest.
  func amplitude(of tap: Tap) -> Double {
    let motors = model.group(model.selection(of: tap))
    let push = tapController.push(motors, tap)
    return motors.amplitude(drive: push.drive, after: push.milliseconds)
  }

  /// Draws a tap at the present time.
  ///
  /// - Parameter push: the push for the tap, if it is known.
  /// - Returns: the push, with the motors at its start.
  private mutating func drawPush(_ tap: Tap, _ selection: MotorSelection, _ push: Push? = nil) -> TapPush {
    let start = now
    let motors = group(selection)
    let next = lookAhead.taps.first
    var push = push ?? tapController.push(motors, tap)
    if let next, model.isFast || tapRow.isTrain || start > tap.start + Constants.longestDelay {
      // A push that lasts beyond the next tap would delay it, and all taps after it.
      push.milliseconds = min(push.milliseconds, max(next.start - start, model.shortestPhase))
    }
    noteLead(push.milliseconds)
    command(selection, push.drive, sharpness: tap.sharpness)
    note(.tap, strength: tap.strength, tap: tap.position)
    writer.advance(to: Duration(roundingMilliseconds: now + push.milliseconds))
    return TapPush(start: start, motors: motors, push: push)
  }

  /// Whether the motors are rising for a tap that began before the rendition, or with it, and not for the next one.
  private func isRising(for tap: Tap) -> Bool {
    guard tap.start <= Self.grain, -tap.start < tapController.longest, writer.motors.level != .off,
      let last = writer.motors.lastCommand?.inMilliseconds, tap.start < 0 || last >= -2 * Self.grain,
      lookAhead.taps.first.map({ $0.start > last + 2 * Self.grain }) ?? true
    else { return false }
    return amplitude < amplitude(of: tap)
  }

  /// The work of computing the push for a tap.
  private var trial: Int { model.motorCount == 2 ? 1500 : 300 }

  /// Returns the motors in their present state, with the motors of `selection` driven.
  func group(_ selection: MotorSelection) -> MotorGroup {
    model.group(selection, from: writer.motors.amplitudes(at: writer.now))
  }

  mutating func command(_ selection: MotorSelection, _ drive: Double, sharpness: Double) {
    var level = model.level(selection, drive: drive)
    if level != .off { level.periodMilliseconds = model.wavePeriod(sharpness: sharpness) }
    writer.command(level, at: writer.now)
  }

  /// Sets the lead from the first stroke: the time until the motors reach its strength.
  mutating func noteLead(_ milliseconds: Double) {
    firstLead = firstLead ?? Duration(roundingMilliseconds: min(milliseconds, Self.longestLead))
  }

  /// The maximum lead, in milliseconds.
  private static let longestLead = 100.0
}
