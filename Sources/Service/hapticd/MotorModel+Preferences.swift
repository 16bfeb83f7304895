internal import HapticPatterns
internal import HapticPreferences
internal import MotorRendering

extension MotorModel {
  /// Returns the model with the measured properties of the user's settings, which have precedence.
  func with(_ measured: MotorPreferences) -> MotorModel {
    var model = self
    model.strong = model.strong.with(measured.rise, measured.fall)
    model.weak = model.weak?.with(measured.weakRise, measured.weakFall)
    if let deadband = measured.deadband { model.deadband = min(deadband.rawValue, Self.largestDeadband) }
    return model
  }

  /// The maximum deadband, as in the hardware database.
  private static let largestDeadband = 0.9
}

extension Motor {
  fileprivate func with(_ rise: Duration?, _ fall: Duration?) -> Motor {
    Motor(rise: rise ?? self.rise, fall: fall ?? self.fall)
  }
}
