/// The kind of device that contains the motors.
public enum MotorKind: String, CaseIterable, Sendable {
  case vibrator, gamepad, wheel, joystick, touchpad
}
