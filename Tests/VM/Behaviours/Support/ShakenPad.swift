internal import HapticSystem
internal import MotorCalibration
internal import MotorRendering
internal import ShakenSensor
internal import VirtualDevices

/// The input reports of a gamepad in a hand: its accelerometer feels its motors, by a simulation that neither the
/// renderer nor the calibration knows.
struct ShakenPad: MovingReport {
  private let layout: Layout
  private var device: ShakenDevice
  private var sensor: Accelerometer
  private let start = Instant.now
  private var last = Instant.now

  init(_ layout: Layout, _ heavy: ElectricMotor.Constants, _ light: ElectricMotor.Constants, movement: Double = 0) {
    self.layout = layout
    sensor = Accelerometer(rate: 1000 / (layout.interval / Double(layout.samples) / .milliseconds(1)))
    device = .pad(heavy, light)
    // The emulated processor is slow; the winding is slower still.
    device.step = 0.5
    device.movement = movement
  }

  var interval: Duration { layout.interval }

  mutating func follow(_ motors: MotorState, at time: Instant) {
    advance(to: time)
    device.set(Level(strong: motors.strong, weak: motors.weak))
  }

  mutating func report(at time: Instant) -> [UInt8] {
    var report = layout.frame
    for index in 0..<layout.samples {
      advance(to: time - interval / Double(layout.samples) * Double(layout.samples - 1 - index))
      let sample = sensor.sample(device.acceleration, at: .zero).acceleration
      for (axis, value) in [sample.x, sample.y, sample.z].enumerated() {
        put(Int64((value * layout.unitsPerG).rounded()), 2, at: layout.values + 12 * index + 2 * axis, in: &report)
      }
    }
    if let clock = layout.clock {
      put(Int64((time - start) / clock.tick), clock.bytes, at: clock.offset, in: &report)
    }
    return report
  }

  private mutating func advance(to time: Instant) {
    // After a pause of the emulated machine the motors have settled anyway.
    device.advance(milliseconds: min(max((time - last) / .milliseconds(1), 0), 2000))
    last = max(last, time)
  }

  /// Writes a number, its lowest byte first.
  private func put(_ number: Int64, _ count: Int, at offset: Int, in report: inout [UInt8]) {
    for index in 0..<count { report[offset + index] = UInt8(truncatingIfNeeded: number >> Int64(8 * index)) }
  }
}

extension ShakenPad {
  /// The places of the motion in an input report.
  struct Layout: Sendable {
    /// The report without motion.
    let frame: [UInt8]
    /// The time between two reports, and the samples in each of them.
    let interval: Duration
    var samples = 1
    /// The offset of the first value of the accelerometer; each further sample is 12 bytes behind.
    let values: Int
    let unitsPerG: Double
    var clock: (offset: Int, bytes: Int, tick: Duration)?

    /// Two fingers that do not touch, for gamepads with a touchpad.
    private static func untouched(_ fingers: [Int]) -> [UInt8] {
      var frame: [UInt8] = [0x01, 0x80, 0x80, 0x80, 0x80] + [UInt8](repeating: 0, count: 59)
      for finger in fingers { frame[finger] = 0x80 }
      return frame
    }

    static let dualSense = Layout(
      frame: untouched([33, 37]), interval: .milliseconds(4), values: 22, unitsPerG: 8192,
      clock: (28, 4, .nanoseconds(1000) / 3))

    static let dualShock4 = Layout(
      frame: untouched([35, 39]), interval: .milliseconds(4), values: 19, unitsPerG: 8192,
      clock: (10, 2, .nanoseconds(16_000) / 3))

    /// The gamepad has no clock in its reports.
    static let switchPro = Layout(
      frame: UhidShape.switchPro.stream?.report ?? [], interval: .milliseconds(15), samples: 3, values: 13,
      unitsPerG: 4096)
  }
}

extension UhidShape {
  /// This gamepad with these motors, whose reports contain its motion.
  func shaken(
    _ layout: ShakenPad.Layout, _ heavy: ElectricMotor.Constants = .heavy, _ light: ElectricMotor.Constants = .light,
    movement: Double = 0
  ) -> UhidShape {
    var shape = self
    shape.moving = ShakenPad(layout, heavy, light, movement: movement)
    return shape
  }

  /// A DualSense with these motors.
  static func shaken(
    _ heavy: ElectricMotor.Constants = .heavy, _ light: ElectricMotor.Constants = .light, movement: Double = 0
  ) -> UhidShape { dualSense.shaken(.dualSense, heavy, light, movement: movement) }
}
