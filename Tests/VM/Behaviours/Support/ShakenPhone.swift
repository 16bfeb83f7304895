internal import HapticSystem
internal import MotorCalibration
internal import MotorRendering
internal import ShakenSensor
internal import VirtualDevices

/// A phone in a hand: a vibration motor, and an accelerometer of another driver that feels it.
struct ShakenPhone {
  let motor: any VirtualDevice
  let sensor: any VirtualDevice

  /// Plugs both in. Cancels the test if the kernel has no driver for one.
  init(_ motor: UinputShape, _ constants: ElectricMotor.Constants = .coin) throws {
    self.motor = try Guest.plug(motor)
    var shape = UhidShape.phoneAccelerometer
    shape.moving = PhoneMotion(of: self.motor.log, .phone(constants))
    sensor = try Guest.plug(shape)
  }
}

/// The input reports of a phone's accelerometer, which follow the levels in the log of its motor.
struct PhoneMotion: MovingReport {
  private let log: DeviceLog
  private var device: ShakenDevice
  private var sensor = Accelerometer(rate: 1000 / Double(PhoneAccelerometer.intervalMilliseconds))
  /// The number of entries of the log that the device has followed.
  private var followed = 0
  private var last = Instant.now

  init(of log: DeviceLog, _ device: ShakenDevice) {
    self.log = log
    self.device = device
    // The emulated processor is slow; the winding is slower still.
    self.device.step = 0.5
  }

  var interval: Duration { .milliseconds(Int(PhoneAccelerometer.intervalMilliseconds)) }

  /// The motor is in another device.
  mutating func follow(_ motors: MotorState, at time: Instant) {}

  mutating func report(at time: Instant) -> [UInt8] {
    let entries = log.entries
    for entry in entries[min(followed, entries.count)...] {
      guard case .motors(let state) = entry.event else { continue }
      advance(to: entry.time)
      device.set(Level(strong: state.strong, weak: state.weak))
    }
    followed = entries.count
    advance(to: time)
    let sample = sensor.sample(device.acceleration, at: .zero).acceleration
    func value(_ acceleration: Double) -> Int16 { Int16((acceleration * PhoneAccelerometer.unitsPerG).rounded()) }
    return PhoneAccelerometer.report(value(sample.x), value(sample.y), value(sample.z))
  }

  private mutating func advance(to time: Instant) {
    // After a pause of the emulated machine the motor has settled anyway.
    device.advance(milliseconds: min(max((time - last) / .milliseconds(1), 0), 2000))
    last = max(last, time)
  }
}
