/// A push, with the motors as they were when it began.
struct Strike: Sendable {
  /// In milliseconds of real time since the rendition's start.
  var start = 0.0
  var motors: Ensemble
  var push: Push

  /// The strongest that the skin feels of it if nothing follows.
  var felt: Double {
    // That is where the push ends: before it motors rise, after it they fall.
    let first = max(push.milliseconds - Self.rise, 0)
    return Skin.peak(strengths(from: first, count: Int((push.milliseconds - first + Self.tail) / Skin.grain)))
  }

  /// What the skin feels in so many milliseconds before and after the end of a push decides.
  private static let rise = 22.0
  private static let tail = 30.0

  /// The motors so many milliseconds after its beginning; not before its push is over.
  func motors(after milliseconds: Double) -> Ensemble {
    motors.after(push).after(Push(drive: 0, milliseconds: max(milliseconds - push.milliseconds, 0)))
  }

  /// How deep the valley before a later one is felt, as a part of the weaker one: 0 is silence, 1 no valley; on motors that
  /// come down `slowness` times as slowly as is known.
  func valley(before other: Strike, slowness: Double) -> Double {
    let own = strengths(count: Int((other.start - start) / Skin.grain), slowness: slowness)
    let others = other.strengths(count: Int((other.push.milliseconds + Self.tail) / Skin.grain))
    return Skin.valley(own + others, between: own.count)
  }

  /// Strengths, one every grain of the skin.
  private func strengths(from first: Double = 0, count: Int, slowness: Double = 1) -> [Double] {
    let after = motors.after(push)
    return (0..<count).map { index in
      let moment = first + Double(index) * Skin.grain
      let since = moment - push.milliseconds
      let amplitude =
        since < 0
        ? motors.amplitude(drive: push.drive, after: moment) : after.amplitude(drive: 0, after: since / slowness)
      return motors.perception.strength(ofAmplitude: amplitude)
    }
  }
}
