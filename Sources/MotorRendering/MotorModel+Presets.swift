extension MotorModel {
  /// Actuators to try things on without hardware, by name: typical ones of each sort, not one product.
  public static let presets: [String: MotorModel] = [
    "erm": .slowPhoneMotor, "lra": .resonantPhoneMotor, "on-off": .switchedPhoneMotor, "pad": .pad,
  ]

  /// A phone's eccentric mass on a PWM, such as the Librem 5's.
  ///
  /// Data sheets give such motors 40...100 ms to 90 %; without a brake they take longer to come to rest. They do not
  /// start below about a quarter of their voltage, but a turning one goes on a little further down, and levels follow a
  /// kick. feedbackd's theme for the Librem 5 uses pulses of 15 ms at half strength, of which half is felt.
  static let slowPhoneMotor = MotorModel(
    kind: .vibrator, strong: Motor(rise: .milliseconds(60), fall: .milliseconds(80)), deadband: 0.2,
    shortestPulse: .milliseconds(8), minimumInterval: .milliseconds(4))

  /// A linear resonant actuator of a phone, such as the SHIFT6mq's.
  ///
  /// These rise in 5...20 ms (TDK). Android's own clicks for them last 6...16 ms.
  static let resonantPhoneMotor = MotorModel(
    kind: .vibrator, strong: Motor(rise: .milliseconds(12), fall: .milliseconds(20)), deadband: 0.02,
    shortestPulse: .milliseconds(6), minimumInterval: .milliseconds(4))

  /// An eccentric mass that can only be switched, such as the PinePhone Pro's on a GPIO.
  ///
  /// feedbackd's themes use 45 ms for a press and 25 for a release on it.
  static let switchedPhoneMotor = MotorModel(
    kind: .vibrator, strong: Motor(rise: .milliseconds(80), fall: .milliseconds(80)), isOnOff: true,
    shortestPulse: .milliseconds(8), minimumInterval: .milliseconds(4))

  /// A gamepad with a heavy motor in one grip and a light one in the other.
  ///
  /// A synthesizer tuned by ear (ARMSX2) gives the heavy one 65 ms and the light one 28. USB endpoints of pads take a
  /// report every 4...8 ms.
  static let pad = MotorModel(
    kind: .gamepad, strong: Motor(rise: .milliseconds(65), fall: .milliseconds(90)),
    weak: Motor(rise: .milliseconds(28), fall: .milliseconds(40)), deadband: 0.08,
    shortestPulse: .milliseconds(8), minimumInterval: .milliseconds(8))

  /// What is assumed of a device of this kind about which nothing is known: slow enough that a weak motor still
  /// speaks, and nothing that only some can do.
  public static func standard(for kind: Kind) -> MotorModel {
    switch kind {
    case .vibrator, .touchpad:
      MotorModel(
        kind: kind, strong: Motor(rise: .milliseconds(50), fall: .milliseconds(70)), deadband: 0.1,
        shortestPulse: .milliseconds(20), minimumInterval: .milliseconds(5))
    case .gamepad, .joystick, .wheel:
      MotorModel(
        kind: kind, strong: pad.strong, weak: pad.weak, deadband: pad.deadband,
        shortestPulse: .milliseconds(20), minimumInterval: .milliseconds(10))
    }
  }
}
