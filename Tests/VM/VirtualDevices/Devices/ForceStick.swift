extension UinputShape {
  /// A joystick. Its motors push against the user's hand.
  package static let forceStick = shape("Logitech Inc. Force 3D Pro") { stick in
    stick.bus = 0x03
    stick.vendor = 0x046d
    stick.product = 0xc286
    stick.version = 0x0110
    stick.effects = [
      FF.periodic, FF.constant, FF.spring, FF.damper, FF.square, FF.triangle, FF.sine, FF.gain, FF.autocenter,
    ]
    stick.keys = Array(0x120...0x127)  // BTN_TRIGGER and the 7 after it
    stick.axes = [Axis(0x00, 0...1023), Axis(0x01, 0...1023), Axis(0x05, 0...255)]  // ABS_X, ABS_Y, ABS_RZ
  }
}
