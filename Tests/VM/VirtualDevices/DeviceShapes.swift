/// Every shape of device that the rig knows and that shakes, for tests that hold on all of them.
public enum DeviceShapes {
  /// Uinput devices that take a rumble effect and play it at once.
  public static let playing: [any DeviceShape] = [
    UinputShape.phoneMotor, UinputShape.oneSlotMotor, UinputShape.rumbleOnlyMotor, UinputShape.endlessMotor,
  ]

  /// Pads behind their real drivers.
  public static let pads: [any DeviceShape] = [
    UhidShape.dualSense, UhidShape.dualShock4, UhidShape.switchPro, GadgetShape.xbox360Pad,
  ]
}
