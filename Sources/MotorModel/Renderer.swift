public import HapticPatterns

extension MotorModel {
  /// The drive that makes this actuator feel like `pattern`.
  ///
  /// `intensity` scales what is felt, 0...1 (clamped): at one half everything feels half as strong, and what would be
  /// too weak to feel is as weak as the actuator can be felt at all. At 0 the drive is empty.
  ///
  /// Levels are taken from a small palette, so that they repeat. Where events that are meant to be told apart follow
  /// each other faster than the motors come to rest, later ones are delayed, at most by 120 ms; a tap that would have
  /// to wait longer is left out. Allocates; meant for preparing, not for playing.
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
  /// How far an event may be delayed for the sake of being told from the one before.
  static let longestDelay = Duration.milliseconds(120)
  /// How far the vibration must sink between two events, as a part of the weaker one: four just noticeable steps.
  static let gap = 0.35

  let model: MotorModel
  let limits: PushLimits
  var pen: DrivePen
  /// The amplitude when the motors were released last.
  var released = 0.0

  init(_ model: MotorModel) {
    self.model = model
    limits = PushLimits(model: model)
    pen = DrivePen(model)
  }

  mutating func draw(_ stroke: Stroke) {
    let goal = model.goal(of: stroke)
    guard let start = start(of: stroke, goal) else { return }
    let (strong, weak) = pen.motors.amplitudes(at: start)
    switch stroke.kind {
    case .tap:
      draw(
        limits.tap(model.strong, to: goal.strong, from: strong, sharpness: stroke.sharpness),
        model.weak.map { limits.tap($0, to: goal.weak, from: weak, sharpness: stroke.sharpness) } ?? [], at: start)
    case .hold:
      let length = max(length(of: stroke, from: start), limits.shortest)
      draw(
        limits.hold(model.strong, at: goal.strong, from: strong, for: length),
        model.weak.map { limits.hold($0, at: goal.weak, from: weak, for: length) } ?? [], at: start)
    }
  }

  mutating func release() {
    released = Self.combined(pen.motors.amplitudes(at: pen.now))
    pen.command(.off, at: pen.now)
  }

  /// What is left of a hold that starts at `start`: all of it where it was delayed as a whole.
  private func length(of stroke: Stroke, from start: Duration) -> Double {
    let begin = stroke.isSeparate ? stroke.start : start
    return (stroke.end - begin).inMilliseconds
  }

  // MARK: Separation

  /// When `stroke` can start; nil if it would be too late, or nothing is left of it.
  private func start(of stroke: Stroke, _ goal: Goal) -> Duration? {
    guard stroke.isSeparate else {
      return pen.steps.isEmpty ? stroke.start : stroke.kind == .hold && pen.now >= stroke.end ? nil : pen.now
    }
    let latest = stroke.start + Self.longestDelay
    let earliest = max(stroke.start, pen.now + model.minimumInterval)
    guard earliest <= latest else { return nil }
    let rest = min(released, goal.combined) * Self.gap
    var start = earliest
    while start < latest, Self.combined(pen.motors.amplitudes(at: start)) > rest { start += .milliseconds(1) }
    return start
  }

  private static func combined(_ amplitudes: (strong: Double, weak: Double)) -> Double {
    (amplitudes.strong * amplitudes.strong + amplitudes.weak * amplitudes.weak).squareRoot()
  }

  // MARK: Commands

  /// Commands the pushes of both motors side by side. A change that would come too close to the next one waits for it.
  private mutating func draw(_ strong: [Push], _ weak: [Push], at start: Duration) {
    let ends = Set(Self.ends(of: strong) + Self.ends(of: weak)).sorted()
    var begin = 0.0
    for (index, end) in ends.enumerated() {
      if index + 1 < ends.count, end - begin < limits.shortestPhase || ends[index + 1] - end < limits.shortestPhase {
        continue
      }
      let level = model.level(strong: Self.drive(of: strong, at: begin), weak: Self.drive(of: weak, at: begin))
      pen.command(level, at: start + Duration(roundingMilliseconds: begin))
      begin = end
    }
    pen.advance(to: start + Duration(roundingMilliseconds: begin))
  }

  private static func ends(of pushes: [Push]) -> [Double] {
    var end = 0.0
    return pushes.map { push in
      end += push.milliseconds
      return end
    }
  }

  private static func drive(of pushes: [Push], at moment: Double) -> Double {
    zip(pushes, ends(of: pushes)).first { moment < $0.1 }?.0.drive ?? 0
  }
}
