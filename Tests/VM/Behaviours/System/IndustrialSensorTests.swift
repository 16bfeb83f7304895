internal import Foundation
internal import HapticSystem
internal import MotionSensing
internal import ShakenSensor
internal import TestSupport
internal import Testing
internal import VirtualDevices

/// A phone's accelerometer of the industrial I/O subsystem, through a driver of the kernel.
@Suite(
  .inGuest, .serialized,
  .inFull("MotionSensingTests read the same files of the kernel, made by hand"))
struct IndustrialSensorTests {
  private func place(of phone: ShakenPhone) throws -> MotionSensorPlace {
    let place = try #require(MotionSensorFinder().machineSensors.first)
    #expect(place.kind == .iio && place.name == "accel_3d")
    #expect(try place.node == phone.sensor.node)
    return place
  }

  /// Reads for as long as it takes to have so many readings.
  private func readings(_ count: Int, of sensor: any MotionSensor) throws -> [MotionReading] {
    var readings: [MotionReading] = []
    let isComplete = try poll(upTo: .seconds(300)) {
      readings += try sensor.take()
      return readings.count >= count
    }
    #expect(isComplete, "\(readings.count) readings")
    return readings
  }

  /// Compares readings at rest with gravity, as `ShakenDevice` has it.
  private func expectGravity(_ readings: [MotionReading]) {
    for (axis, gravity) in [(\MotionReading.x, 0.1), (\.y, 0.2), (\.z, 0.97)] {
      let mean = readings.map { $0[keyPath: axis] }.reduce(0, +) / Double(readings.count)
      #expect(abs(mean - gravity) < 0.01, "\(axis): \(mean)")
    }
  }

  @Test func `root reads every sample from the buffer, and leaves the driver as it was`() throws {
    let phone = try ShakenPhone(.phoneMotor)
    let place = try place(of: phone)
    func state() throws -> String {
      try Guest.run(
        "sh", "-c", "cd \(place.path) && grep . buffer/enable buffer/length current_timestamp_clock scan_elements/*_en")
    }
    let former = try state()
    let start = Instant.now
    let readings: [MotionReading]
    do {
      let sensor = try place.open()
      #expect(sensor.descriptor != nil)
      #expect(try Guest.read("\(place.path)/buffer/enable") == "1")
      // The values can still be polled.
      #expect(try place.open().descriptor == nil)
      readings = try self.readings(60, of: sensor)
    }
    expectGravity(readings)
    let stamps = try readings.map { try #require($0.stamp) }
    #expect(zip(stamps, stamps.dropFirst()).allSatisfy { $0 < $1 })
    // The time of the kernel's clock, not of another one.
    #expect(
      zip(readings, stamps).allSatisfy { reading, stamp in
        stamp >= .nanoseconds(start.nanoseconds) && stamp <= .nanoseconds(reading.arrival.nanoseconds)
      })
    #expect(try state() == former)
  }

  @Test func `a user without access to the buffer polls the values`() throws {
    let phone = try ShakenPhone(.phoneMotor)
    let folder = try place(of: phone)
    // Without a node there is no buffer to open.
    let place = MotionSensorPlace(kind: .iio, path: folder.path, name: folder.name)
    let sensor = try place.open()
    #expect(sensor.descriptor == nil && sensor.pollInterval == .milliseconds(5))
    expectGravity(try readings(50, of: sensor))
    #expect(abs((sensor.range ?? 0) - 32.768) < 0.01)
    phone.sensor.unplug()
    #expect(throws: Errno.noDevice) { try sensor.take() }
  }

  /// The result of a calibration, as far as it is compared.
  private struct Measured: Decodable {
    struct Part: Decodable { let riseMicroseconds, fallMicroseconds: Int }
    let motors: [Part]
    let sensor, sensorName: String
  }

  /// The first uses every sample from the buffer, which only root may enable; the second polls the values.
  @Test(
    .inFull("CalibrateCommandTests calibrate with a simulated sensor of this kind, and the tests above read this one"),
    arguments: [Program.User.root, .tester])
  func `the motor of a phone is measured with its accelerometer`(user: Program.User) throws {
    let phone = try ShakenPhone(.motorWithLevels)
    let daemon = try Daemon()
    try daemon.wait(for: phone.motor)
    let output = try Guest.measure { try calibrate(phone, daemon, as: user).measurement }
    let measured = try JSONDecoder().decode(Measured.self, from: Data(output.utf8))
    #expect(measured.sensorName == "accel_3d" && measured.motors.count == 1)
    #expect(measured.motors.allSatisfy { $0.riseMicroseconds > 0 && $0.fallMicroseconds > 0 })
  }

  /// Calibrates a phone. The daemon is always that of the tester.
  private func calibrate(_ phone: ShakenPhone, _ daemon: Daemon, as user: Program.User) throws -> ControlResult {
    let buffer = "\(try place(of: phone).path)/buffer/enable"
    phone.motor.log.clear()
    let program = try Program(
      [Guest.variable("HAPTICCTL", default: "/usr/bin/hapticctl"), "calibrate", "--json"], as: user,
      environment: ["HAPTICD_SOCKET": daemon.socketPath])
    try #require(poll(upTo: waitLimit) { phone.motor.log.motors != .off || !program.isRunning }, "\(program.output)")
    // Without samples in time, it ends before the motor turns.
    if program.isRunning { #expect(try Guest.read(buffer) == (user == .root ? "1" : "0")) }
    let status = try program.wait(upTo: .seconds(600))
    #expect(try Guest.read(buffer) == "0")
    #expect(phone.motor.log.motors == .off)
    return ControlResult(status: status, output: program.output)
  }
}
