internal import MotorRendering

/// What a hand just notices.
enum Noticeable {
  /// How much stronger of two strengths the one has to be to be told from the other: an amplitude that is 1.3 times the
  /// other (Israr, Tan and Reed 2006), felt under the exponent of 0.65 that holds for phones.
  static let ratio = 1.19
}

extension MotorModel {
  /// How long the motors take after full drive to fall so far that a hand tells what follows from what was before: the
  /// law of `FeltEnvelope.pulses`. In whole milliseconds.
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

  /// An exponential has come to a thousandth of its end after three times the way to nine tenths.
  private static let risesToFull = 3
}
