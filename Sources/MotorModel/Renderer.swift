public import HapticPatterns

extension MotorModel {
  /// The drive that makes this actuator feel like `pattern`.
  ///
  /// `intensity` scales what is felt, 0...1 (clamped): at one half everything feels half as strong, and what would be
  /// too weak to feel is as weak as the actuator can be felt at all. At 0 the drive is empty.
  ///
  /// Levels are taken from a small palette, so that they repeat. Where events that are meant to be told apart follow
  /// each other faster than the motors come to rest, later ones are delayed, at most by 120 ms; one that would have to
  /// wait longer is left out. Allocates; meant for preparing, not for playing.
  public func drive(for pattern: Pattern, intensity: Double = 1) -> Drive {
    var renderer = Renderer(self)
    let strokes = Timeline(pattern, strength: Intensity(intensity).rawValue).strokes
    for (index, stroke) in strokes.enumerated() {
      renderer.draw(stroke)
      if index + 1 == strokes.count || strokes[index + 1].isSeparate { renderer.release() }
    }
    return renderer.pen.drive
  }
}

/// Draws strokes, one after the other, as commands.
private struct Renderer {
  /// How far an event may be delayed for the sake of being told from the one before: a rhythm of a few pulses is still
  /// recognised, and what is heard or seen with it has not passed.
  static let longestDelay = Duration.milliseconds(120)
  /// How far the vibration is to sink between two events, as a part of the weaker one: four just noticeable steps. The
  /// further an event is behind its time already, the less is asked for, down to three steps, which is what
  /// `FeltEnvelope.pulses` tells apart.
  static let gap = (deep: 0.35, shallow: 0.45)
  static let shallowFrom = Duration.milliseconds(60)

  let model: MotorModel
  let reach: Reach
  let planner: PushPlanner
  var pen: DrivePen
  /// The amplitude when the motors were released last.
  var released = 0.0

  init(_ model: MotorModel) {
    self.model = model
    reach = Reach(model: model)
    planner = PushPlanner(model: model, reach: reach)
    pen = DrivePen(model)
  }

  mutating func draw(_ stroke: Stroke) {
    let goal = reach.amplitude(of: stroke.kind, strength: stroke.strength)
    guard let start = start(of: stroke, goal) else { return }
    let voice = Voice(sharpness: stroke.sharpness, motorCount: model.motorCount)
    let motors = model.ensemble(voice, from: pen.motors.amplitudes(at: start))
    switch stroke.kind {
    case .tap: command(planner.tap(motors, to: goal, sharpness: stroke.sharpness), of: stroke, voice, at: start)
    case .hold:
      let length = length(of: stroke, from: start)
      command(planner.hold(motors, at: goal, for: length, sharpness: stroke.sharpness), of: stroke, voice, at: start)
    }
  }

  mutating func release() {
    released = pen.motors.amplitude(at: pen.now)
    pen.command(.off, at: pen.now)
  }

  private mutating func command(_ pushes: [Push], of stroke: Stroke, _ voice: Voice, at start: Duration) {
    pen.advance(to: start)
    for push in pushes {
      var level = model.level(voice, drive: push.drive)
      if level != .off { level.periodMilliseconds = model.wavePeriod(sharpness: stroke.sharpness) }
      pen.command(level, at: pen.now)
      pen.advance(to: pen.now + Duration(roundingMilliseconds: push.milliseconds))
    }
  }

  // MARK: Separation

  /// When `stroke` can start; nil if that would be too late, or nothing is left of it.
  private func start(of stroke: Stroke, _ goal: Double) -> Duration? {
    if pen.steps.isEmpty { return stroke.start }
    let latest = stroke.start + Self.longestDelay
    guard stroke.isSeparate else {
      return pen.now > latest || stroke.kind == .hold && pen.now >= stroke.end ? nil : pen.now
    }
    var start = max(stroke.start, pen.now + model.minimumInterval)
    guard start <= latest else { return nil }
    let weaker = min(released, goal)
    while start < latest, pen.motors.amplitude(at: start) > weaker * Self.rest(after: start - stroke.start) {
      start += .milliseconds(1)
    }
    return start
  }

  private static func rest(after delay: Duration) -> Double {
    gap.deep + (gap.shallow - gap.deep) * min(delay / shallowFrom, 1)
  }

  /// What is left of a hold that starts at `start`, in milliseconds: all of it where it was delayed as a whole.
  private func length(of stroke: Stroke, from start: Duration) -> Double {
    (stroke.end - (stroke.isSeparate ? stroke.start : start)).inMilliseconds
  }
}
