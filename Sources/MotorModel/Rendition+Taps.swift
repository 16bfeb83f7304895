internal import HapticPatterns

extension Rendition {
  /// Leaves out taps that could only come too late.
  mutating func thinTaps() {
    while let tap = outlook.taps.first, max(now, pen.earliest.inMilliseconds) > tap.start + Separation.longestDelay,
      tap.start >= 0
    {
      _ = outlook.takeTap()
    }
  }

  /// Draws a tap whose time has come, as soon as it can be told from what was before it.
  mutating func draw(_ tap: Tap) {
    guard let tap = remaining(of: tap) else { return }
    let voice = Voice(sharpness: tap.sharpness, motorCount: model.motorCount)
    let goal = reach.tap(tap.strength)
    if pen.motors.level != .off { top = pen.motors.amplitude(at: pen.now) }
    var start = Separation.start(
      of: goal, at: tap.start, now: now, earliest: max(now, pen.earliest.inMilliseconds), motors: ensemble(voice),
      top: top)
    if start > now {
      release(at: now)
      start = max(start, pen.earliest.inMilliseconds)
    }
    stroke = nil
    strike(tap, voice, goal, at: start)
    silence = nil
    lag = 0
  }

  private mutating func strike(_ tap: Tap, _ voice: Voice, _ goal: Double, at start: Double) {
    pen.advance(to: Duration(roundingMilliseconds: start))
    let motors = ensemble(voice)
    let push = striker.push(motors, to: goal, meant: tap.length, sharpness: tap.sharpness)
    noteLead(motors.climb(to: goal / Perception.justNoticeableRatio, drive: push.drive))
    command(voice, push.drive, sharpness: tap.sharpness)
    pen.advance(to: Duration(roundingMilliseconds: now + push.milliseconds))
    release(at: now)
    resume = max(now, start + tap.length)
  }

  /// A tap that had begun before the rendition: motors that are on their way to it go on, motors at rest make as much of
  /// it as is left. Nil where it has been.
  private func remaining(of tap: Tap) -> Tap? {
    guard tap.start < 0 else { return tap }
    let isOnItsWay =
      pen.motors.level != .off && -tap.start < reach.longestTap
      && pen.motors.amplitude(at: pen.now) < reach.tap(tap.strength)
    let part = isOnItsWay ? 1 : 1 + tap.start / tap.length
    guard part > Self.leastPart, isOnItsWay || pen.motors.amplitude(at: pen.now) < Perception.threshold else {
      return nil
    }
    var rest = tap
    rest.strength *= part
    return rest
  }

  /// Less than so much of a tap is not worth starting.
  private static let leastPart = 0.3

  /// The motors as they are at the pen, those of `voice` to be driven.
  func ensemble(_ voice: Voice) -> Ensemble { model.ensemble(voice, from: pen.motors.amplitudes(at: pen.now)) }

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
