/// A push with the motors as they were when it began.
struct Strike: Sendable {
  /// In milliseconds of real time since the rendition's start.
  var start: Double
  var motors: Ensemble
  var push: Push

  /// What is felt of it for so many milliseconds, and of nothing after it, before the skin's integration.
  func strengths(for milliseconds: Double, slowness: Double = 1) -> [Double] {
    let after = motors.after(push)
    return (0..<Int(milliseconds / Skin.grain)).map { index in
      let moment = Double(index) * Skin.grain
      let amplitude =
        moment < push.milliseconds
        ? motors.amplitude(drive: push.drive, after: moment) : after.amplitude(drive: 0, after: (moment - push.milliseconds) / slowness)
      return motors.perception.strength(ofAmplitude: amplitude)
    }
  }

  /// Long enough for whatever the skin makes of a push.
  static let tail = 30.0

  /// The strongest that the skin feels of it.
  var felt: Double { Skin.peak(strengths(for: push.milliseconds + Self.tail)) }

  /// The motors so many milliseconds after its beginning; not before its push is over.
  func motors(after milliseconds: Double) -> Ensemble {
    motors.after(push).after(Push(drive: 0, milliseconds: max(milliseconds - push.milliseconds, 0)))
  }

  /// How deep the valley before a later one is felt, as a part of the weaker one.
  func valley(before other: Strike) -> Double {
    let own = strengths(for: other.start - start, slowness: Separation.reserve)
    return Skin.valley(own + other.strengths(for: other.push.milliseconds + Self.tail), between: own.count)
  }
}
