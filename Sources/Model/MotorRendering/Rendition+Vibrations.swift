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
    let stroke = stroke ?? begin(passage)
    let amplitude = amplitude
    let highest = max(amplitude, hold(passage.strength))
    let soon = now + vibrationController.tick
    let tap = lookAhead.taps.first?.start ?? .infinity
    var until = max(min(end(of: passage), tap, cut), now + 2 * Self.grain)
    var passage = passage
    if let fall = lookAhead.fall(after: now) {
      let latest = releaseTime(before: fall, from: amplitude)
      if now < latest {
        until = min(until, max(releaseTime(before: fall, from: highest), min(latest, soon)))
      } else if fall.strength > 0 {
        passage = fall
      } else {
        release(at: now, .silence)
        return writer.advance(to: Duration(roundingMilliseconds: fall.start))
      }
    }
    if let next = lookAhead.separateOnset(after: now) {
      let latest = gapTime(before: next, from: amplitude)
      if now >= latest {
        release(at: now, .gap)
        return writer.advance(to: Duration(roundingMilliseconds: next.start))
      }
      until = min(until, max(gapTime(before: next, from: highest), min(latest, soon)))
    }
    push(passage, in: stroke, until: until)
  }

  /// Returns the time until which a passage can be drawn with one command. A phase of a motor without levels outlasts
  /// the passages of a slope, because a shorter one would hardly move the motor; it ends with the vibration.
  private func end(of passage: Passage) -> Double {
    guard model.isOnOff, passage.isSloping else { return passage.end }
    return max(passage.end, min(now + model.shortestPhase, lookAhead.end(of: now)))
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
      extra = min(extensionLimit, now + climb - stroke.due)
    }
    var rest = stroke.passage
    rest.end = max(stroke.due + extra, stroke.began + tapController.shortestFelt)
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
    let push = vibrationController.push(motors, to: goal, held: stroke.selection == selection ? stroke.held : 0)
    let climb = motors.climb(
      to: goal.amplitude / Constants.justNoticeableRatio, drive: max(push.drive, goal.amplitude))
    noteLead(min(climb, max(passage.end - now, model.shortestStroke)))
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

  private func goal(of passage: Passage) -> VibrationController.Goal {
    let soon = min(now + vibrationController.tick, lookAhead.end(of: now) - Self.grain)
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
      lasting: lookAhead.end(of: now) - began - (isDull ? 2 * model.strong.risingConstant : 0))
  }

  /// The start of the present stretch of vibration.
  private var began: Double { stroke?.began ?? now }

  // MARK: Separation

  /// The shortest time by which a vibration ends before an upcoming event, in milliseconds: the skin needs it.
  private static var margin: Double { Constants.burst / 2 }

  /// Returns the time at which motors of the given amplitude must be switched off or reduced before `fall`, so that
  /// they are half of the way down when other events at that time are felt.
  private func releaseTime(before fall: Passage, from amplitude: Double) -> Double {
    let middle = (model.perception.strength(ofAmplitude: amplitude) + fall.strength) / 2
    let coast = motorsAlone(amplitude).coast(to: model.perception.amplitude(ofStrength: middle))
    let early = min(max(coast - model.latency, 0), (fall.start - began) * Constants.shortening)
    return max(fall.start - early, began + model.shortestStroke)
  }

  private func motorsAlone(_ amplitude: Double) -> MotorGroup { model.group(.strong, from: (amplitude, 0)) }

  /// Returns the time at which motors of the given amplitude must be switched off, so that they have fallen at the
  /// onset of the next vibration.
  private func gapTime(before next: Passage, from amplitude: Double) -> Double {
    let rest = model.perception.rest(beside: min(amplitude, amplitudes.hold(next.strength)))
    let lead = max(
      motorsAlone(amplitude).coast(to: rest) * model.reserve, model.minimumInterval.inMilliseconds, Self.margin)
    return max(next.start - lead, began + max(model.shortestStroke, Constants.body * (next.start - began)))
  }

  /// Whether a tap is noticeably stronger than the vibration around it.
  func isStronger(_ tap: Tap) -> Bool {
    guard let hum = lookAhead.passage(at: tap.start), hum.start <= tap.start else { return true }
    return tap.strength >= hum.strength * Perception.noticeable
  }

  /// Begins a stretch of vibration.
  private mutating func begin(_ passage: Passage) -> Stroke {
    let selection = model.selection(sharpness: passage.sharpness, amplitude: amplitudes.hold(passage.strength))
    let stroke = Stroke(
      began: now, due: passage.end, passage: passage, selection: selection, held: held(by: selection))
    phase = .vibration(stroke)
    return stroke
  }

  /// Returns the drive of the palette that the motors of `selection` get now; 0 if none matches.
  private func held(by selection: MotorSelection) -> Double {
    let drives = model.drives(of: writer.motors.level)
    let drive = model.quantised(max(drives.strong, drives.weak))
    let level = model.level(selection, drive: drive)
    return level.strong == writer.motors.level.strong && level.weak == writer.motors.level.weak ? drive : 0
  }
}
