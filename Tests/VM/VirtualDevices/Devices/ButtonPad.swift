extension UinputShape {
  /// A gamepad with buttons, sticks and a directional pad. The sticks have 16 bits and rest in the middle.
  package static func buttonPad(_ name: String) -> UinputShape {
    shape(name) { pad in
      pad.keys = [0x130, 0x131]  // BTN_SOUTH, BTN_EAST
      pad.axes = [
        Axis(0x00, -32768...32767), Axis(0x01, -32768...32767),  // ABS_X, ABS_Y
        Axis(0x10, -1...1),  // ABS_HAT0X
      ]
    }
  }
}
