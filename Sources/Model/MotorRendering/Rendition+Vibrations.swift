extension Rendition {
  /// A stretch of vibration that is being drawn.
  struct Stroke {
    let began: Double
    /// The intended end of the last drawn passage.
    var due: Double
    /// The last drawn passage.
    var passage: Passage
    let selection: MotorSelection
    /// The drive that the motors of the selection get.
    let held: Double
  }

  /// Draws a vibration until the next command.
  mutating func follow(_ passage: Passage, _ cut: Double) {
    if writer.earliest > writer.now { return writer.advance(to: writer.earliest) }
    guard let stroke = stroke ?? begin(passage) else { return }
    let amplitude = amplitude
    let highest = max(amplitude, hold(passage.strength))
    let soon = now + vibrationController.tick
    let tap = lookAhead.taps.first?.start ?? .infinity
    var until = max(min(end(of: passage) + lag, tap, cut), now + 2 * Self.grain)
    var passage = passage
    if let fall = lookAhead.fall(after: now - lag), !isRising(to: passage) || now >= fall.start + lag + extensionLimit {
      let latest = releaseTime(before: fall, from: amplitude)
      if now < latest {
        until = min(until, max(releaseTime(before: fall, from: highest), min(latest, soon)))
      } else if fall.strength > 0 {
        passage = fall
      } else {
        release(at: now, .silence)
        return writer.advance(to: Duration(roundingMilliseconds: fall.start + lag))
      }
    }
    if let obstacle = nextObstacle() {
      let latest = releaseTime(before: obstacle, from: amplitude)
      if now >= latest {
        release(at: now, .gap)
        writer.advance(to: Duration(roundingMilliseconds: obstacle.onset))
        return
      }
      until = min(until, max(releaseTime(before: obstacle, from: highest), min(latest, soon)))
    }
    push(passage, in: stroke, until: until)
  }

  /// Returns the time until which a passage can be drawn with one command. A phase of a motor without levels outlasts
  /// the passages of a slope, because a shorter one would hardly move the motor; it ends with the vibration.
  private func end(of passage: Passage) -> Double {
    guard model.isOnOff, passage.isSloping else { return passage.end }
    return max(passage.end, min(now - lag + model.shortestPhase, lookAhead.end(of: now - lag)))
  }

  /// The last passage, extended to the shortest length that is felt, and while the motors are still rising to its
  /// strength.
  var remainder: Passage? {
    guard let stroke else { return nil }
    var extra = 0.0
    if isRising(to: stroke.passage) {
      // No longer than necessary: otherwise it would outlast a somewhat longer vibration, which reaches its strength.
      let amplitude = hold(stroke.passage.strength)
      let climb = group(stroke.selection).climb(to: amplitude / reached, drive: stroke.held)
      extra = min(extensionLimit, now + climb - lag - stroke.due)
    }
    var rest = stroke.passage
    rest.end = max(stroke.due + extra, stroke.began + tapController.shortestFelt - lag)
    return rest
  }

  /// Returns the last passage, extended, if the motors are still rising to it and the following one is weaker.
  func unreached(before passage: Passage) -> Passage? {
    guard let stroke, stroke.passage.strength > passage.strength, stroke.due <= passage.start,
      isRising(to: stroke.passage), stroke.due + lag + extensionLimit > now + Self.grain
    else { return nil }
    var rest = stroke.passage
    rest.end = stroke.due + extensionLimit
    return rest
  }

  /// Whether the motors are noticeably below a steady strength, and a longer vibration would reach it.
  private func isRising(to passage: Passage) -> Bool {
    !passage.isSloping && extensionLimit > 0
      && amplitude * reached < hold(passage.strength)
  }

  /// The ratio between intended and actual amplitude up to which the intended one counts as reached. With levels, it is
  /// the tolerance of the controller: within it, motors get a level that raises them slowly. A motor without levels rises
  /// at full drive to the end.
  private var reached: Double {
    model.isOnOff ? 1 + Constants.densitySwing : VibrationController.tolerance
  }

  /// The time in milliseconds by which a vibration that has not reached its strength may continue: it begins later by
  /// the latency of the motors, on slower units by more. A mass on a spring is not slow enough to need it, and a
  /// vibration that is longer than a tap would not become stronger. A measured unit has the same time: with less, short
  /// vibrations are less often felt in the order of their strengths.
  private var extensionLimit: Double {
    guard let stroke, !model.strong.isSpring else { return 0 }
    return min(model.latency * Constants.slowness, max(Constants.longestStroke - (stroke.due - stroke.began), 0))
  }

  private mutating func push(_ passage: Passage, in stroke: Stroke, until end: Double) {
    let goal = goal(of: passage)
    let selection = model.selection(sharpness: passage.sharpness, amplitude: max(goal.amplitude, goal.next))
    let motors = group(selection)
    var push = vibrationController.push(motors, to: goal, held: stroke.selection == selection ? stroke.held : 0)
    // A level for the last moment of the vibration would not be felt, unless full drive makes it noticeably stronger.
    let rest = passage.end + lag - now - push.milliseconds
    if !model.isOnOff, push.drive == 1, rest > 0, rest < model.shortestPhase, isLast(passage),
      motors.amplitude(drive: 1, after: push.milliseconds + rest) <= goal.amplitude * Constants.justNoticeableRatio
    {
      push.milliseconds += rest
    }
    let climb = motors.climb(
      to: goal.amplitude / Constants.justNoticeableRatio, drive: max(push.drive, goal.amplitude))
    noteLead(min(climb, max(passage.end + lag - now, model.shortestStroke)))
    command(selection, push.drive, sharpness: passage.sharpness)
    note(
      !model.isOnOff && push.drive > motors.steadyDrive(at: goal.amplitude) * Constants.justNoticeableRatio
        ? .kick : .level, strength: passage.strength)
    tapRow.push = nil
    let due = stroke.passage.start == passage.start ? stroke.due : passage.end
    phase = .vibration(
      Stroke(began: stroke.began, due: due, passage: passage, selection: selection, held: push.drive))
    writer.advance(to: Duration(roundingMilliseconds: max(min(now + push.milliseconds, end), now + 2 * Self.grain)))
  }

  /// Whether silence follows the passage.
  private func isLast(_ passage: Passage) -> Bool {
    lookAhead.passages.first { $0.start >= passage.end }.map { $0.strength == 0 } ?? true
  }

  private func goal(of passage: Passage) -> VibrationController.Goal {
    let soon = min(now - lag + vibrationController.tick, lookAhead.end(of: now - lag) - Self.grain)
    let next = passage.isSloping ? lookAhead.passage(at: soon).flatMap { $0.isSloping ? $0 : nil } : nil
    let isDull = passage.sharpness < Constants.dull && passage.end - passage.start > model.strong.rise.inMilliseconds
    let amplitude = hold(passage.strength, isDull: isDull)
    return VibrationController.Goal(
      amplitude: amplitude, next: next.map { hold($0.strength) } ?? amplitude, isDull: isDull)
  }

  /// Returns the amplitude for a strength within the present stretch of vibration. A short one needs more to be felt.
  private func hold(_ strength: Double, isDull: Bool = false) -> Double {
    amplitudes.hold(
      strength,
      lasting: lookAhead.end(of: now - lag) + lag - began - (isDull ? 2 * model.strong.risingConstant : 0))
  }

  /// The start of the present stretch of vibration.
  private var began: Double { stroke?.began ?? now }

  // MARK: Separation

  /// The shortest time by which a vibration ends before an upcoming event, in milliseconds: the skin needs it.
  private static var margin: Double { Constants.burst / 2 }

  /// Returns the earliest time from `start` to `latest` at which an event of amplitude `goal` is felt apart from the one
  /// before it, if the motors are off from now on.
  func separateStart(
    of goal: Double, _ selection: MotorSelection, from start: Double, to latest: Double
  ) -> Double {
    let motors = group(selection)
    let rest = motors.perception.rest(beside: min(top, goal))
    let now = now
    var start = start
    while start < latest, motors.amplitude(drive: 0, after: (start - now) / motors.reserve) > rest { start += 1 }
    return start
  }

  /// Returns the time at which motors of the given amplitude must be switched off or reduced before `fall`, so that
  /// they are half of the way down when other events at that time are felt.
  private func releaseTime(before fall: Passage, from amplitude: Double) -> Double {
    let middle = (model.perception.strength(ofAmplitude: amplitude) + fall.strength) / 2
    let coast = motorsAlone(amplitude).coast(to: model.perception.amplitude(ofStrength: middle))
    let early = min(max(coast - model.latency, 0), (fall.start + lag - began) * Constants.shortening)
    return max(fall.start + lag - early, began + model.shortestStroke)
  }

  private func motorsAlone(_ amplitude: Double) -> MotorGroup { model.group(.strong, from: (amplitude, 0)) }

  /// An upcoming event that must be felt apart from the present vibration.
  private struct Obstacle {
    var onset: Double
    var goal: Double
  }

  private func nextObstacle() -> Obstacle? {
    let next = lookAhead.separateOnset(after: now - lag).map {
      Obstacle(onset: $0.start + lag, goal: amplitudes.hold($0.strength))
    }
    guard let tap = lookAhead.taps.first(where: { standsOut($0) }), tap.start <= next?.onset ?? .infinity else {
      return next
    }
    return Obstacle(onset: tap.start, goal: amplitude(of: tap))
  }

  /// Returns the time at which motors of the given amplitude must be switched off, so that they have fallen at the
  /// onset of the obstacle.
  private func releaseTime(before obstacle: Obstacle, from amplitude: Double) -> Double {
    let rest = model.perception.rest(beside: min(amplitude, obstacle.goal))
    let lead = max(
      motorsAlone(amplitude).coast(to: rest) * model.reserve, model.minimumInterval.inMilliseconds, Self.margin)
    return max(
      obstacle.onset - lead, began + max(model.shortestStroke, Constants.body * (obstacle.onset - began)))
  }

  /// Whether a slow motor has time to fall from a vibration before the tap, and to rise again before the next tap. A fast one
  /// rises noticeably above the vibration.
  func standsOut(_ tap: Tap) -> Bool {
    guard !model.isFast, isStronger(tap) else { return false }
    let lead = max(motorsAlone(1).coast(to: model.perception.rest(beside: 1)), Self.margin)
    if let stroke, tap.start - stroke.began < 2 * lead { return false }
    return tap.after - tap.length >= 2 * lead
  }

  /// Whether a tap is noticeably stronger than the vibration around it.
  func isStronger(_ tap: Tap) -> Bool {
    guard let hum = lookAhead.passage(at: tap.start), hum.start <= tap.start else { return true }
    return tap.strength >= hum.strength * Perception.noticeable
  }

  /// Begins a stretch of vibration. Delays it if it must be felt apart from the event before it.
  ///
  /// - Returns: the stretch; nil if it is delayed.
  private mutating func begin(_ passage: Passage) -> Stroke? {
    let isSeparate = silence.map { now - $0 >= Constants.fusion } ?? false
    let goal = amplitudes.hold(passage.strength)
    let selection = model.selection(sharpness: passage.sharpness, amplitude: goal)
    let start =
      isSeparate && group(selection).isFelt
      ? separateStart(of: goal, selection, from: now, to: now + Constants.longestDelay) : now
    let stroke = Stroke(
      began: start, due: passage.end, passage: passage, selection: selection, held: held(by: selection))
    phase = .vibration(stroke)
    guard start > now else { return stroke }
    lag += start - now
    writer.advance(to: Duration(roundingMilliseconds: start))
    return nil
  }

  /// Returns the drive of the palette that the motors of `selection` get now; 0 if none matches.
  private func held(by selection: MotorSelection) -> Double {
    let drives = model.drives(of: writer.motors.level)
    let drive = model.quantised(max(drives.strong, drives.weak))
    let level = model.level(selection, drive: drive)
    return level.strong == writer.motors.level.strong && level.weak == writer.motors.level.weak ? drive : 0
  }
}
