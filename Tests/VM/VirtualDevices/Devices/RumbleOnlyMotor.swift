internal import HapticSystem

extension UinputShape {
  /// Shows periodic effects but refuses them, as the driver xpadneo does.
  package static let rumbleOnlyMotor = shape("rumble-only-motor") { motor in
    motor.refusals = [FF.periodic: Errno(rawValue: 95)]  // EOPNOTSUPP
  }
}
