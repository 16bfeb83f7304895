internal import HapticSystem

extension UinputShape {
  /// A device without free memory: each upload fails with `ENOSPC`.
  package static let fullMotor = shape("full-motor") { motor in
    motor.refusals = [FF.rumble: .noSpace, FF.periodic: .noSpace]
  }
}
