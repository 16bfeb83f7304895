extension Rendition {
  /// Draws a vibration for as long as one command does.
  mutating func follow(_ passage: Passage) {
    if resume > now + Self.grain || pen.earliest > pen.now {
      pen.advance(to: max(Duration(roundingMilliseconds: resume), pen.earliest))
      return
    }
    if stroke == nil, begin(passage) { return }
    let end = max(min(passage.end + lag, cut), now + 0.1)
    guard let obstacle = nextObstacle else { return push(passage, until: end) }
    let latest = makingWay(for: obstacle, from: pen.motors.amplitude(at: pen.now))
    if now >= latest {
      release(at: now)
      pen.advance(to: Duration(roundingMilliseconds: obstacle.onset))
    } else {
      let settled = makingWay(for: obstacle, from: max(pen.motors.amplitude(at: pen.now), reach.hold(passage.strength)))
      push(passage, until: min(end, max(settled, min(latest, now + follower.tick))))
    }
  }

  private mutating func push(_ passage: Passage, until end: Double) {
    let voice = Voice(sharpness: passage.sharpness, motorCount: model.motorCount)
    let motors = ensemble(voice)
    let goal = goal(of: passage)
    let push = follower.push(motors, to: goal, held: stroke?.voice == voice ? stroke?.held ?? 0 : 0)
    noteLead(motors.climb(to: goal.amplitude / Perception.justNoticeableRatio, drive: max(push.drive, goal.amplitude)))
    command(voice, push.drive, sharpness: passage.sharpness)
    stroke?.passage = passage
    stroke?.voice = voice
    stroke?.held = push.drive
    pen.advance(to: Duration(roundingMilliseconds: max(min(now + push.milliseconds, end), now + 0.1)))
  }

  private func goal(of passage: Passage) -> Follower.Goal {
    let soon = now - lag + follower.tick
    let next = passage.end > soon ? passage : outlook.passage(at: soon)
    let isDull = passage.sharpness < Self.dull && passage.end - passage.start > model.strong.rise.inMilliseconds
    return Follower.Goal(
      amplitude: reach.hold(passage.strength),
      next: reach.hold(next.map { $0.strength > 0 ? $0.strength : passage.strength } ?? passage.strength),
      isDull: isDull)
  }

  /// Duller than this is meant to swell.
  private static let dull = 0.25

  // MARK: Separation

  /// What a vibration must be told from.
  private struct Obstacle {
    var onset: Double
    var goal: Double
  }

  private var nextObstacle: Obstacle? {
    let tap = outlook.taps.first.map { Obstacle(onset: $0.start, goal: reach.tap($0.strength)) }
    let onset = outlook.separateOnset(after: now - lag).map {
      Obstacle(onset: $0.start + lag, goal: reach.hold($0.strength))
    }
    guard let tap, let onset else { return tap ?? onset }
    return tap.onset <= onset.onset ? tap : onset
  }

  /// When motors of that amplitude must be left alone, so that they have sunk when the obstacle comes.
  private func makingWay(for obstacle: Obstacle, from amplitude: Double) -> Double {
    let rest = Separation.rest(after: 0) * min(amplitude, obstacle.goal)
    let coast = model.ensemble(.strong, from: (amplitude, 0)).coast(to: rest)
    let lead = min(max(coast, model.minimumInterval.inMilliseconds), Separation.longestLead)
    let began = stroke?.began ?? now
    return max(
      obstacle.onset - lead, began + max(model.shortestStroke, Separation.remainder * (obstacle.onset - began)))
  }

  /// Begins a stretch of vibration, later where it must be told from what was before.
  ///
  /// - Returns: whether time has passed.
  private mutating func begin(_ passage: Passage) -> Bool {
    let isSeparate = silence.map { now - $0 >= TapLine.fusion } ?? false
    silence = nil
    let voice = Voice(sharpness: passage.sharpness, motorCount: model.motorCount)
    let start =
      isSeparate
      ? Separation.start(
        of: reach.hold(passage.strength), at: now, now: now, earliest: now, motors: ensemble(voice), top: top) : now
    stroke = VibrationStroke(began: start, passage: passage, voice: voice, held: held(by: voice))
    guard start > now else { return false }
    lag += start - now
    pen.advance(to: Duration(roundingMilliseconds: start))
    return true
  }

  /// The drive of the palette that the voice's motors get at present; 0 where they get none of it.
  private func held(by voice: Voice) -> Double {
    MotorModel.drives.first { drive in
      let level = model.level(voice, drive: drive)
      return level.strong == pen.motors.level.strong && level.weak == pen.motors.level.weak
    } ?? 0
  }
}
