extension MotorSimulation {
  /// Returns the acceleration of each motor's vibration at `moment`, as a fraction of that of its full vibration,
  /// 0...1: the quantity that an accelerometer measures. The weak one is 0 on a device with one motor.
  public func accelerations(at moment: Duration) -> (strong: Double, weak: Double) {
    let (strong, weak) = amplitudes(at: moment)
    return (model.strong.acceleration(strong), model.weak?.acceleration(weak) ?? 0)
  }
}
