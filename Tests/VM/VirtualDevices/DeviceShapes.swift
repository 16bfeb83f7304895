/// All shapes of devices that vibrate, for tests that apply to all of them.
package enum DeviceShapes {
  /// Uinput devices that accept a rumble effect and play it at once.
  package static let playing: [any DeviceShape] = [
    UinputShape.phoneMotor, UinputShape.oneSlotMotor, UinputShape.rumbleOnlyMotor, UinputShape.endlessMotor,
  ]

  /// Gamepads with their real drivers.
  package static let pads: [any DeviceShape] = [
    UhidShape.dualSense, UhidShape.dualShock4, UhidShape.switchPro, GadgetShape.xbox360Pad,
  ]
}
