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
    let after = motors.after(push)
    var glance = Glance(count: Int((push.milliseconds - first + Self.tail) / Skin.grain))
    func strength(_ index: Int) -> Double { self.strength(first + Double(index) * Skin.grain, after) }
    // Of two motors one may still fall while the other rises.
    if motors.isMixed { return glance.peak(strength) }
    return glance.peak(near: Int((push.milliseconds - first) / Skin.grain), strength)
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
    var strengths: [Double] = []
    strengths.reserveCapacity(Self.typicalCount)
    append(Int((other.start - start) / Skin.grain), to: &strengths, slowness: slowness)
    let middle = strengths.count
    other.append(Int((other.push.milliseconds + Self.tail) / Skin.grain), to: &strengths)
    return Skin.valley(strengths, between: middle)
  }

  /// What most valleys have, in samples; more is no error.
  private static let typicalCount = 160

  /// Whether the skin feels nothing any more before something begins at `onset`, on such motors.
  func isOver(before onset: Double, slowness: Double) -> Bool {
    let last = Int((onset - start) / Skin.grain) - Skin.span
    let moment = Double(last) * Skin.grain
    return moment >= push.milliseconds && strength(moment, motors.after(push), slowness: slowness) == 0
  }

  /// Strengths, one every grain of the skin. A silence is made no longer than it takes to feel that it is one.
  private func append(_ count: Int, to strengths: inout [Double], slowness: Double = 1) {
    let after = motors.after(push)
    var silent = 0
    for index in 0..<max(count, 0) {
      if silent == Skin.span { return }
      let moment = Double(index) * Skin.grain
      let strength = strength(moment, after, slowness: slowness)
      silent = moment >= push.milliseconds && strength == 0 ? silent + 1 : 0
      strengths.append(strength)
    }
  }

  /// So many milliseconds after its beginning; `after` are the motors at the end of the push.
  private func strength(_ moment: Double, _ after: Ensemble, slowness: Double = 1) -> Double {
    let since = moment - push.milliseconds
    let amplitude =
      since < 0
      ? motors.amplitude(drive: push.drive, after: moment) : after.amplitude(drive: 0, after: since / slowness)
    return motors.perception.strength(ofAmplitude: amplitude)
  }
}
