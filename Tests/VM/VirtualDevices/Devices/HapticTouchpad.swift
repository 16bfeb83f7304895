extension UinputShape {
  /// A touchpad with a waveform as its click. Shows `FF_HAPTIC`, and plays the click itself unless a program takes
  /// over.
  package static let hapticTouchpad = shape("ELAN2703:00 04F3:32D0 Touchpad") { pad in
    pad.bus = 0x18
    pad.vendor = 0x04f3
    pad.product = 0x32d0
    pad.version = 0x0100
    pad.effects = [FF.haptic]
    pad.slots = 96
    pad.keys = [0x110, 0x145, 0x14a]  // BTN_LEFT, BTN_TOOL_FINGER, BTN_TOUCH
    pad.axes = [
      Axis(0x00, 0...3000), Axis(0x01, 0...2000),  // ABS_X, ABS_Y
      Axis(0x2f, 0...4), Axis(0x35, 0...3000), Axis(0x36, 0...2000), Axis(0x39, 0...65535),  // ABS_MT_*
    ]
    pad.properties = [0x00, 0x02, 0x07]  // pointer, buttons below the pad, haptic
  }
}
