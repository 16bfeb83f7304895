/// A push together with the state of the motors at its start.
struct TapPush: Sendable {
  /// Milliseconds of real time since the rendition's start.
  var start = 0.0
  var motors: MotorGroup
  var push: Push

  /// The highest felt strength without a following event.
  var felt: Double {
    // The peak is near the end of the push: motors rise before it and fall after it.
    let first = max(push.milliseconds - Self.rise, 0)
    let after = motors.after(push)
    var scan = PeakScan(count: Int((push.milliseconds - first + Constants.burst) / Skin.grain))
    func strength(_ index: Int) -> Double { self.strength(first + Double(index) * Skin.grain, after) }
    // With two motors, one may still fall while the other rises.
    if motors.isMixed { return scan.peak(strength) }
    return scan.peak(near: Int((push.milliseconds - first) / Skin.grain), strength)
  }

  /// The time before the end of a push that determines the felt peak, in milliseconds.
  private static let rise = 22.0

  /// Whether a later push is felt as a second one.
  ///
  /// After a silence, the beginning of a heavy tap may feel stronger than a light tap; this does not count as a missing
  /// gap.
  ///
  /// - Parameter hasReserve: whether it must be so on units that fall more slowly than the model says.
  func isApart(from other: TapPush, hasReserve: Bool = true) -> Bool {
    let slowness = hasReserve ? motors.reserve : 1
    return isOver(before: other.start, slowness: slowness)
      || valley(before: other, slowness: slowness) <= Constants.gap
  }

  /// Returns the felt strength of the valley before a later push, as a fraction of the weaker one: 0 is silence, 1 no
  /// valley.
  ///
  /// - Parameter slowness: the factor by which the motors fall more slowly than the model says.
  func valley(before other: TapPush, slowness: Double) -> Double {
    var strengths: [Double] = []
    strengths.reserveCapacity(Self.typicalCount)
    append(Int((other.start - start) / Skin.grain), to: &strengths, slowness: slowness)
    let middle = strengths.count
    other.append(Int((other.push.milliseconds + Constants.burst) / Skin.grain), to: &strengths)
    return Skin.valley(strengths, between: middle)
  }

  /// The number of samples of most valleys, to reserve memory; a valley may have more.
  private static let typicalCount = 160

  /// Whether nothing is felt any more before `onset`, on motors that fall `slowness` times as slowly.
  func isOver(before onset: Double, slowness: Double) -> Bool {
    let last = Int((onset - start) / Skin.grain) - Skin.span
    let moment = Double(last) * Skin.grain
    return moment >= push.milliseconds && strength(moment, motors.after(push), slowness: slowness) == 0
  }

  /// Appends strengths, one every grain of the skin. Shortens a silence to the length that is felt as silence.
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

  /// Returns the strength `moment` milliseconds after the start; `after` is the state of the motors at the end of the
  /// push.
  private func strength(_ moment: Double, _ after: MotorGroup, slowness: Double = 1) -> Double {
    let since = moment - push.milliseconds
    let amplitude =
      since < 0
      ? motors.amplitude(drive: push.drive, after: moment) : after.amplitude(drive: 0, after: since / slowness)
    return motors.perception.strength(ofAmplitude: amplitude)
  }
}
