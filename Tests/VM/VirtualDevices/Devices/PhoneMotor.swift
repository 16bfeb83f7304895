extension UinputShape {
  /// The motor of a phone as the driver gpio-vibra shows it: the name, no ids, the effects of ff-memless, 16 slots.
  package static let phoneMotor = shape("gpio-vibrator") { _ in }

  /// The motor of a phone as the driver pwm-vibra shows it: its strength follows the magnitude.
  package static let motorWithLevels = shape("pwm-vibrator") { _ in }
}
