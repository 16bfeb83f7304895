internal import HapticSystem
internal import MotorCalibration
internal import MotorRendering
internal import ShakenSensor
internal import VirtualDevices

/// The input reports of a DualSense in a hand: its accelerometer feels its motors, by a simulation that neither the
/// renderer nor the calibration knows.
struct ShakenDualSense: MovingReport {
  let interval = Duration.milliseconds(4)
  private var device: ShakenDevice
  private var sensor = Accelerometer(rate: 250)
  private let start = Instant.now
  private var last = Instant.now

  init(_ heavy: ElectricMotor.Constants, _ light: ElectricMotor.Constants, movement: Double = 0) {
    device = .pad(heavy, light)
    // The emulated processor is slow; the winding is slower still.
    device.step = 0.25
    device.movement = movement
  }

  mutating func follow(_ motors: MotorState, at time: Instant) {
    advance(to: time)
    device.set(Level(strong: motors.strong, weak: motors.weak))
  }

  mutating func report(at time: Instant) -> [UInt8] {
    advance(to: time)
    let sample = sensor.sample(device.acceleration, at: .zero)
    var report: [UInt8] = [0x01, 0x80, 0x80, 0x80, 0x80] + [UInt8](repeating: 0, count: 59)
    // Units of 1/8192 g at byte 22, the clock in thirds of a microsecond at byte 28, two fingers that do not touch.
    for (index, value) in [sample.x, sample.y, sample.z].enumerated() {
      put(UInt64(bitPattern: Int64((value * 8192).rounded())), 2, at: 22 + 2 * index, in: &report)
    }
    put(UInt64((time - start).wholeNanoseconds * 3 / 1000), 4, at: 28, in: &report)
    report[33] = 0x80
    report[37] = 0x80
    return report
  }

  private mutating func advance(to time: Instant) {
    // After a pause of the emulated machine the motors have settled anyway.
    device.advance(milliseconds: min(max((time - last) / .milliseconds(1), 0), 2000))
    last = max(last, time)
  }

  /// Writes a number, its lowest byte first.
  private func put(_ number: UInt64, _ count: Int, at offset: Int, in report: inout [UInt8]) {
    for index in 0..<count { report[offset + index] = UInt8(truncatingIfNeeded: number >> UInt64(8 * index)) }
  }
}

extension UhidShape {
  /// A DualSense with these motors, whose reports contain its motion.
  static func shaken(
    _ heavy: ElectricMotor.Constants = .heavy, _ light: ElectricMotor.Constants = .light, movement: Double = 0
  ) -> UhidShape {
    var shape = UhidShape.dualSense
    shape.moving = ShakenDualSense(heavy, light, movement: movement)
    return shape
  }
}
