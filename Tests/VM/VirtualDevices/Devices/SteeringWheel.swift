extension UinputShape {
  /// A steering wheel. Its effects turn the wheel with the force of an arm.
  package static let steeringWheel = shape("Logitech G29 Driving Force Racing Wheel") { wheel in
    wheel.bus = 0x03
    wheel.vendor = 0x046d
    wheel.product = 0xc24f
    wheel.version = 0x0111
    wheel.effects = [
      FF.periodic, FF.constant, FF.spring, FF.damper, FF.square, FF.triangle, FF.sine, FF.gain, FF.autocenter,
    ]
    wheel.keys = Array(0x120...0x12f)  // BTN_TRIGGER and the 15 after it
    wheel.axes = [
      Axis(0x08, 0...65535),  // ABS_WHEEL
      Axis(0x02, 0...255), Axis(0x05, 0...255),  // ABS_Z, ABS_RZ: pedals
    ]
  }
}
