internal import HapticPatterns
internal import HapticPreferences
internal import MotorRendering

extension MotorModel {
  /// Returns the model with the measured properties of the user's settings, which have precedence. If these contain all
  /// times of its motors, it is the model of a measured unit.
  func with(_ measured: MotorPreferences) -> MotorModel {
    var model = self
    model.strong = model.strong.with(measured.rise, measured.fall)
    model.weak = model.weak?.with(measured.weakRise, measured.weakFall)
    if let deadband = measured.deadband { model.deadband = deadband.rawValue }
    model.isMeasured = measured.hasTimes(ofPair: weak != nil)
    return model
  }
}

extension MotorPreferences {
  /// Whether the settings contain the times of rise and fall of the only motor, or of both motors of a pair.
  fileprivate func hasTimes(ofPair isPair: Bool) -> Bool {
    let times = isPair ? [rise, fall, weakRise, weakFall] : [rise, fall]
    return times.allSatisfy { $0 != nil }
  }
}

extension Motor {
  fileprivate func with(_ rise: Duration?, _ fall: Duration?) -> Motor {
    Motor(rise: rise ?? self.rise, fall: fall ?? self.fall)
  }
}
