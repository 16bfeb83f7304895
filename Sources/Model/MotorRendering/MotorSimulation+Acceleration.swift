extension MotorSimulation {
  /// Returns the acceleration of each motor's vibration at `moment`, as a fraction of that of its full vibration,
  /// 0...1: the quantity that an accelerometer measures. The weak one is 0 on a device with one motor.
  public func accelerations(at moment: Duration) -> (strong: Double, weak: Double) {
    let (strong, weak) = amplitudes(at: moment)
    return (model.strong.acceleration(ofAmplitude: strong), model.weak?.acceleration(ofAmplitude: weak) ?? 0)
  }
}

extension Motor {
  /// The amplitude of an eccentric mass stands for its speed, and its force is proportional to the square of the speed.
  /// The force of a mass on a spring is proportional to its amplitude.
  func acceleration(ofAmplitude amplitude: Double) -> Double {
    fallingConstant == nil ? amplitude * amplitude : amplitude
  }
}
