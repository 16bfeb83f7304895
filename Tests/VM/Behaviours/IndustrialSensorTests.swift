internal import Foundation
internal import HapticSystem
internal import MotionSensing
internal import ShakenSensor
internal import Testing
internal import VirtualDevices

/// A phone's accelerometer of the industrial I/O subsystem, through a driver of the kernel.
@Suite(.inGuest, .serialized)
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
    let isComplete = try poll(upTo: .seconds(60)) {
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
    let readings: [MotionReading]
    do {
      let sensor = try place.open()
      #expect(sensor.descriptor != nil)
      #expect(try Guest.read("\(place.path)/buffer/enable") == "1")
      // The values can still be polled.
      #expect(try place.open().descriptor == nil)
      readings = try self.readings(200, of: sensor)
    }
    expectGravity(readings)
    let stamps = try readings.map { try #require($0.stamp) }
    #expect(zip(stamps, stamps.dropFirst()).allSatisfy { $0 < $1 })
    // The time of the kernel's clock, not of another one.
    let delays = zip(readings, stamps).map { .nanoseconds($0.arrival.nanoseconds) - $1 }
    #expect(delays.allSatisfy { $0 >= .zero && $0 < .seconds(5) })
    #expect(try state() == former)
  }

  @Test func `a user without access to the buffer polls the values`() throws {
    let phone = try ShakenPhone(.phoneMotor)
    let folder = try place(of: phone)
    // Without a node there is no buffer to open.
    let place = MotionSensorPlace(kind: .iio, path: folder.path, name: folder.name)
    let sensor = try place.open()
    #expect(sensor.descriptor == nil && sensor.pollInterval == .milliseconds(5))
    expectGravity(try readings(100, of: sensor))
    #expect(abs((sensor.range ?? 0) - 32.768) < 0.01)
    phone.sensor.unplug()
    #expect(throws: Errno.noDevice) { try sensor.take() }
  }

  /// The result of a calibration, as far as it is compared.
  private struct Measured: Decodable {
    struct Part: Decodable { let riseMicroseconds, fallMicroseconds: Int }
    struct Model: Decodable { let deadband: Double }
    let motors: [Part]
    let motor: Model
    let sensor, sensorName: String
  }

  /// Calibrates a phone as a user. The daemon is always that of the tester.
  ///
  /// - Returns: nil if a busy emulated machine has read too few samples.
  private func calibrate(_ phone: ShakenPhone, _ daemon: Daemon, as user: Program.User) throws -> Measured? {
    let place = try place(of: phone)
    let program = try Program(
      [Guest.variable("HAPTICCTL", default: "/usr/bin/hapticctl"), "calibrate", "--json"], as: user,
      environment: ["HAPTICD_SOCKET": daemon.socketPath])
    let vibrates = poll { phone.motor.log.motors != .off || !program.isRunning }
    try #require(vibrates && program.isRunning, "\(program.output)")
    // Only root may enable the buffer.
    #expect(try Guest.read("\(place.path)/buffer/enable") == (user == .root ? "1" : "0"))
    let status = try program.wait(upTo: .seconds(180))
    #expect(try Guest.read("\(place.path)/buffer/enable") == "0")
    #expect(phone.motor.log.motors == .off)
    if status == 1, program.output.contains("tooFewSamples: ") { return nil }
    try #require(status == 0, "\(program.output)")
    return try JSONDecoder().decode(Measured.self, from: Data(program.output.utf8))
  }

  @Test(arguments: [Program.User.tester, .root])
  func `a motor that is 25 percent off is found by the accelerometer of its phone`(user: Program.User) throws {
    let coin = ElectricMotor.Constants.coin.unit(inertia: 1.25, friction: 0.8)
    let phone = try ShakenPhone(.motorWithLevels, coin)
    let daemon = try Daemon()
    try daemon.wait(for: phone.motor)
    let (start, stop) = ElectricMotor(coin).startAndStop
    var found: [Double] = []
    // Repeated, because a busy emulated machine delays single writes to the motor by up to 30 ms.
    let isFound = try (1...3).contains { _ in
      guard let measured = try calibrate(phone, daemon, as: user), let motor = measured.motors.first else {
        return false
      }
      #expect(measured.sensorName == "accel_3d")
      found = [
        Double(motor.riseMicroseconds) / 1000 / start, Double(motor.fallMicroseconds) / 1000 / stop,
        measured.motor.deadband / coin.friction,
      ]
      return found.allSatisfy { abs($0 - 1) <= 0.15 }
    }
    #expect(isFound, "rise, fall and start level relative to the motor's: \(found)")
  }
}
