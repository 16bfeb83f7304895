internal import HapticSystem

extension UinputShape {
  /// A waveform engine: shows rumble as the kernel makes every periodic device do, and takes periodic effects only.
  public static let waveMotor = shape("wave-motor") { motor in
    motor.refusals = [FF.rumble: .invalidArgument]
  }
}
