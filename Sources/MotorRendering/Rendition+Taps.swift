internal import HapticPatterns

extension Rendition {
  /// Draws a tap whose time has come, as soon as it can be told from what was before it.
  mutating func draw(_ tap: Tap, _ work: inout WorkBudget) {
    work.spend(trial)
    guard let tap = remaining(of: tap) else { return }
    place(tap, from: nil, &work)
  }

  /// A tap for which a start is being looked for.
  struct Placing {
    let tap: Tap
    /// In milliseconds; everything before it was tried.
    let start: Double
  }

  /// - Parameter tried: where to go on trying; nil to begin.
  mutating func place(_ tap: Tap, from tried: Double?, _ work: inout WorkBudget) {
    placing = nil
    let voice = model.voice(of: tap)
    if isVibrating, !standsOut(tap) {
      if amplitude(of: tap) > pen.motors.amplitude(at: pen.now) * Perception.justNoticeableRatio {
        strike(tap, voice, isAlone: false)
      }
      return
    }
    // Motors that were told to go this very moment need not be told to stop first.
    if pen.motors.amplitude(at: pen.now) >= Perception.threshold { release(at: now) }
    let longest = min(Separation.longestDelay, (tap.start - lastTap) * Separation.delay)
    let latest = tap.start + (isDense ? min(Separation.denseDelay, longest) : longest)
    let earliest = max(now, pen.earliest.inMilliseconds)
    let (start, push) = start(of: tap, voice, earliest: tried ?? earliest, latest: latest, &work)
    if push == nil, work.isSpent, start <= latest, lastStrike != nil {
      placing = Placing(tap: tap, start: start)
      return
    }
    if start > latest, isDense { return }
    lastTap = tap.start
    pen.advance(to: Duration(roundingMilliseconds: min(start, max(latest, earliest))))
    strike(tap, voice, isAlone: true, push)
    silence = nil
    lag = 0
  }

  /// When a tap can begin, so that it is told from what was before; and what makes it then, where that had to be known.
  /// Where the budget is spent first, the next start to try.
  private func start(
    of tap: Tap, _ voice: Voice, earliest: Double, latest: Double, _ work: inout WorkBudget
  ) -> (start: Double, push: Push?) {
    guard let lastStrike else {
      let start = Separation.start(
        of: amplitude(of: tap), at: tap.start, now: now, earliest: earliest, latest: latest, motors: ensemble(voice),
        top: top)
      return (start, nil)
    }
    let goal = striker.goal(of: tap)
    // Where the next one is too close as well, every delay adds up.
    let isHurried = tap.after < striker.stride
    var start = max(tap.start, earliest)
    while start <= latest {
      work.spend(trial)
      let motors = model.ensemble(voice, from: pen.motors.amplitudes(at: Duration(roundingMilliseconds: start)))
      let strike = Strike(start: start, motors: motors, push: striker.push(motors, to: goal, tap))
      if Separation.isTold(lastStrike, strike, after: isHurried ? .infinity : start - tap.start) {
        return (start, strike.push)
      }
      start += Skin.grain
      if work.isSpent { break }
    }
    return (start, nil)
  }

  /// Whether more taps follow, each so close to the one before, than could be stretched.
  private var isDense: Bool {
    outlook.taps.count >= Separation.train - 1 && outlook.taps.allSatisfy { model.isDense($0, model.voice(of: $0)) }
  }

  /// Whether a vibration is meant around the present moment.
  private var isVibrating: Bool { stroke != nil || resume > now }

  /// How far the motors vibrate for it.
  func amplitude(of tap: Tap) -> Double {
    let motors = model.ensemble(model.voice(of: tap))
    let push = striker.push(motors, tap, before: nil)
    return motors.amplitude(drive: push.drive, after: push.milliseconds)
  }

  /// `push` is what makes it from here on if nothing follows, where that is known.
  private mutating func strike(_ tap: Tap, _ voice: Voice, isAlone: Bool, _ push: Push? = nil) {
    let start = now
    let motors = ensemble(voice)
    let push = striker.push(motors, tap, before: outlook.taps.first, alone: push)
    noteLead(push.milliseconds)
    command(voice, push.drive, sharpness: tap.sharpness)
    pen.advance(to: Duration(roundingMilliseconds: now + push.milliseconds))
    lastStrike = isAlone ? Strike(start: start, motors: motors, push: push) : nil
    if isAlone {
      release(at: now)
      resume = max(now, start + tap.length)
    }
  }

  /// A tap that had begun before the rendition: motors that are on their way to it go on, motors at rest make as much of
  /// it as is left. Nil where it has been.
  private func remaining(of tap: Tap) -> Tap? {
    guard tap.start < 0 else { return tap }
    let isOnItsWay =
      pen.motors.level != .off && -tap.start < striker.longest
      && pen.motors.amplitude(at: pen.now) < amplitude(of: tap)
    let part = isOnItsWay ? 1 : 1 + tap.start / tap.length
    guard part > Self.leastPart, isOnItsWay || pen.motors.amplitude(at: pen.now) < Perception.threshold else {
      return nil
    }
    var rest = tap
    rest.strength *= part
    return rest
  }

  /// The work of finding the push that makes a tap.
  private var trial: Int { model.motorCount == 2 ? 1500 : 300 }

  /// Less than so much of a tap is not worth starting.
  private static let leastPart = 0.3

  /// The motors as they are at the pen, those of `voice` to be driven.
  @inline(__always) func ensemble(_ voice: Voice) -> Ensemble {
    model.ensemble(voice, from: pen.motors.amplitudes(at: pen.now))
  }

  mutating func command(_ voice: Voice, _ drive: Double, sharpness: Double) {
    var level = model.level(voice, drive: drive)
    if level != .off { level.periodMilliseconds = model.wavePeriod(sharpness: sharpness) }
    pen.command(level, at: pen.now)
  }

  /// The first stroke tells how long motors take to be felt.
  mutating func noteLead(_ milliseconds: Double) {
    guard !hasLead else { return }
    hasLead = true
    lead = Duration(roundingMilliseconds: min(milliseconds, Self.longestLead))
  }

  /// Nobody hands anything over earlier than that.
  private static let longestLead = 100.0
}
