internal import HapticSystem

extension UinputShape {
  /// A waveform engine. Shows rumble, as the kernel makes each periodic device do, but accepts only periodic effects.
  package static let waveMotor = shape("wave-motor") { motor in
    motor.refusals = [FF.rumble: .invalidArgument]
  }
}
