internal import MotorRendering

enum JustNoticeableDifference {
  /// The ratio of two strengths that can just be told apart: an amplitude ratio of 1.3 (Israr, Tan and Reed 2006),
  /// with the exponent of 0.65 of felt strength on phones.
  static let ratio = 1.19
}

extension MotorModel {
  /// The time after full drive in which the motors fall far enough for the next pulse to be separate, by the rule of
  /// `FeltEnvelope.pulses`. In whole milliseconds.
  var timeToFallApart: Duration {
    var motors = MotorSimulation(self)
    let stop = max(strong.rise, weak?.rise ?? .zero) * Self.risesToFull
    motors.set(Level(strong: fullScale, weak: fullScale), at: .zero)
    motors.set(.off, at: stop)
    let goal = motors.strength(at: stop) * FeltEnvelope.depth
    var time = Duration.zero
    while motors.strength(at: stop + time) > goal { time += .milliseconds(1) }
    return time
  }

  /// The factor from the rise time (to 90 %) to the time to 99.9 % of an exponential rise.
  private static let risesToFull = 3
}
