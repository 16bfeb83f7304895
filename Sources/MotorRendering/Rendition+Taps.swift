internal import HapticPatterns

extension Rendition {
  /// Draws a tap at its time, or as soon as it can be distinguished from the events before it.
  mutating func draw(_ tap: Tap, _ work: inout WorkBudget) {
    work.spend(trial)
    guard let tap = remaining(of: tap) else { return }
    place(tap, from: nil, &work)
  }

  /// A tap during the search for its start.
  struct Placing {
    let tap: Tap
    /// The next start to try, in milliseconds.
    let start: Double
  }

  /// Finds a start for a tap and draws it.
  ///
  /// Drops a tap that is not noticeably stronger than the vibration around it, and a tap of a train without a possible
  /// start. If the budget is spent first, sets `placing`.
  ///
  /// - Parameter tried: the start at which the search continues; nil to begin.
  mutating func place(_ tap: Tap, from tried: Double?, _ work: inout WorkBudget) {
    placing = nil
    let voice = model.voice(of: tap)
    if isVibrating, !standsOut(tap) {
      if amplitude(of: tap) > pen.motors.amplitude(at: pen.now) * Perception.justNoticeableRatio {
        strike(tap, voice, isAlone: false)
      }
      return
    }
    // Motors that were switched on at this moment need no stop first.
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

  /// Finds the earliest start at which a tap is felt apart from the events before it.
  ///
  /// - Returns: the start, with the push for the tap if it was computed. If the budget is spent first: the next start
  ///   to try, without a push.
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
    // If the next tap is too close as well, delays add up.
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

  /// Whether the following taps are a train, with intervals that are all too short for the motors.
  private var isDense: Bool {
    outlook.taps.count >= Separation.train - 1 && outlook.taps.allSatisfy { model.isDense($0, model.voice(of: $0)) }
  }

  /// Whether the present moment is within a vibration.
  private var isVibrating: Bool { stroke != nil || resume > now }

  /// Returns the amplitude that a tap reaches from rest.
  func amplitude(of tap: Tap) -> Double {
    let motors = model.ensemble(model.voice(of: tap))
    let push = striker.push(motors, tap, before: nil)
    return motors.amplitude(drive: push.drive, after: push.milliseconds)
  }

  /// Draws a tap at the present time.
  ///
  /// - Parameter push: the push for the tap without a following tap, if it is known.
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

  /// Returns the rest of a tap that began before the rendition, or nil if it is over. Motors that are rising for it
  /// continue; motors at rest produce the remaining part.
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

  /// The work of computing the push for a tap.
  private var trial: Int { model.motorCount == 2 ? 1500 : 300 }

  /// The smallest remaining fraction of a tap that is drawn.
  private static let leastPart = 0.3

  /// Returns the motors in their present state, with the motors of `voice` driven.
  @inline(__always) func ensemble(_ voice: Voice) -> Ensemble {
    model.ensemble(voice, from: pen.motors.amplitudes(at: pen.now))
  }

  mutating func command(_ voice: Voice, _ drive: Double, sharpness: Double) {
    var level = model.level(voice, drive: drive)
    if level != .off { level.periodMilliseconds = model.wavePeriod(sharpness: sharpness) }
    pen.command(level, at: pen.now)
  }

  /// Sets the lead from the first stroke: the time until the motors reach its strength.
  mutating func noteLead(_ milliseconds: Double) {
    guard !hasLead else { return }
    hasLead = true
    lead = Duration(roundingMilliseconds: min(milliseconds, Self.longestLead))
  }

  /// The maximum lead, in milliseconds.
  private static let longestLead = 100.0
}
