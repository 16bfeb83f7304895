internal import HapticSystem

extension UinputShape {
  /// Its memory is full: every upload is answered with `ENOSPC`.
  public static let fullMotor = shape("full-motor") { motor in
    motor.refusals = [FF.rumble: .noSpace, FF.periodic: .noSpace]
  }
}
