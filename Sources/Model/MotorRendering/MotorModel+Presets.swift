extension MotorModel {
  /// Typical actuators of each kind, by name, for use without hardware. They are not models of single products.
  public static let presets: [String: MotorModel] = [
    "erm": .slowPhoneMotor, "lra": .resonantPhoneMotor, "on-off": .switchedPhoneMotor, "pad": .pad,
  ]

  /// An eccentric mass of a phone on a PWM, such as the Librem 5's.
  ///
  /// Data sheets give such motors 40...100 ms to 90 %. Without a brake they take longer to come to rest. They start at
  /// about a quarter of their voltage, but keep turning somewhat below it, and levels follow a kick. feedbackd's theme
  /// for the Librem 5 uses pulses of 15 ms at half strength, half of which is felt.
  static let slowPhoneMotor = MotorModel(
    kind: .vibrator, strong: Motor(rise: .milliseconds(60), fall: .milliseconds(80)), deadband: 0.2,
    shortestPulse: .milliseconds(8), minimumInterval: .milliseconds(4))

  /// A linear resonant actuator of a phone, such as the SHIFT6mq's.
  ///
  /// The rise takes 5...20 ms (TDK), and more with a quality above 5; the slower half is assumed, because a tap that is
  /// too strong is better than one that is missed. Android's own clicks for such actuators last 6...16 ms.
  static let resonantPhoneMotor = MotorModel(
    kind: .vibrator, strong: Motor(rise: .milliseconds(18), fall: .milliseconds(26)), deadband: 0.02,
    shortestPulse: .milliseconds(6), minimumInterval: .milliseconds(4))

  /// An eccentric mass of a phone without levels, such as the PinePhone Pro's on a GPIO.
  ///
  /// feedbackd's themes use 45 ms for a press and 25 ms for a release on it.
  static let switchedPhoneMotor = MotorModel(
    kind: .vibrator, strong: Motor(rise: .milliseconds(80), fall: .milliseconds(80)), isOnOff: true,
    shortestPulse: .milliseconds(8), minimumInterval: .milliseconds(4))

  /// A gamepad with a heavy motor in one grip and a light one in the other.
  ///
  /// A synthesizer tuned by ear (ARMSX2) gives the heavy motor 65 ms and the light one 28 ms. USB endpoints of gamepads
  /// accept a report every 4...8 ms.
  static let pad = MotorModel(
    kind: .gamepad, strong: Motor(rise: .milliseconds(65), fall: .milliseconds(90)),
    weak: Motor(rise: .milliseconds(28), fall: .milliseconds(40)), deadband: 0.08,
    shortestPulse: .milliseconds(8), minimumInterval: .milliseconds(8))

  /// Returns the default model for a device of this kind without known properties. It is slow enough that a weak motor
  /// still responds, and uses no feature that only some devices have.
  public static func standard(for kind: Kind) -> MotorModel {
    kind.isPad
      ? MotorModel(
        kind: kind, strong: pad.strong, weak: pad.weak, deadband: pad.deadband,
        shortestPulse: .milliseconds(20), minimumInterval: .milliseconds(10))
      : MotorModel(
        kind: kind, strong: Motor(rise: .milliseconds(50), fall: .milliseconds(70)), deadband: 0.1,
        shortestPulse: .milliseconds(20), minimumInterval: .milliseconds(5))
  }
}
