import Foundation
import Haptics
import MotorRendering
import ShakenSensor
import Synchronization
import TestSupport
import Testing

@testable import HapticControl

/// The real command and daemon, with a simulated motor and a sensor in a simulated sysfs that feels it.
@Suite struct CalibrateCommandTests {
  private func calibrate(
    _ phone: ShakenPhone, _ daemon: Daemon, _ arguments: String...
  ) throws -> (status: Int32, output: String, errors: String) {
    try Program(
      "hapticctl", ["calibrate", "--sensor", phone.sensor] + arguments, socket: daemon.socket,
      environment: ["XDG_CONFIG_HOME": daemon.configuration]
    ).result()
  }

  /// How near a calibration is to the motor is tested with simulated time: here it depends on the load.
  @Test func `a calibration is saved, and the daemon renders with it`() throws {
    let daemon = try Daemon("erm")
    let phone = try ShakenPhone(.phone(), daemon)
    let image = daemon.configuration + "/fit.svg"
    var result = try calibrate(phone, daemon, "--save", "--svg", image)
    for _ in 1...2 where result.status == 1 { result = try calibrate(phone, daemon, "--save", "--svg", image) }
    if result.status == 1 { try cancelTest("this machine is too slow for a calibration: \(result.errors)") }
    try #require(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("measured") && result.output.contains("fitted"))
    #expect(result.output.contains(" HAPTIC_RISE_MS="))
    #expect(result.output.hasSuffix("saved in \(daemon.configuration)/hapticd/hapticd.toml\n"))
    #expect(try String(contentsOfFile: image, encoding: .utf8).contains("<svg"))
    let client = HapticClient(applicationName: "test", socketPath: daemon.socket)
    let devices = try client.blocking.devices(timeout: TestWait.limit)
    let motor = MotorModel(try #require(devices.first)).strong
    func printed(_ property: String) -> Double? {
      let start = "HAPTIC_\(property)_MS="
      let word = result.output.split(whereSeparator: \.isWhitespace).first { $0.hasPrefix(start) }
      return word.flatMap { Double($0.dropFirst(start.count)) }
    }
    #expect(printed("RISE") == motor.rise / .milliseconds(1), "\(motor), \(result.output)")
    #expect(printed("FALL") == motor.fall / .milliseconds(1), "\(motor), \(result.output)")
    #expect(devices.map(\.id) == [DeviceID(rawValue: 1)])
    #expect(devices.map { MotorModel($0).isMeasured } == [true])
    // Removing the settings brings the former model back.
    _ = try daemon.controlSettings("reset", "device.\"simulated erm\"")
    let former = MotorModel(try #require(try client.blocking.devices(timeout: TestWait.limit).first))
    #expect(former.strong.rise == .milliseconds(60) && !former.isMeasured)
  }

  @Test func `a device that does not shake is refused, and nothing is saved`() throws {
    // A motor without levels has the shortest calibration.
    let daemon = try Daemon("on-off")
    let phone = try ShakenPhone(.phone(.coin.unit(strength: 0)), daemon)
    let result = try calibrate(phone, daemon, "--save")
    #expect(result.status == 1)
    if result.errors.contains("tooFewSamples: ") { try cancelTest("this machine is too slow: \(result.errors)") }
    #expect(result.errors.contains("noShake: "), "\(result.errors)")
    #expect(!FileManager.default.fileExists(atPath: daemon.configuration + "/hapticd/hapticd.toml"))
  }

  @Test func `a dry run does not vibrate`() throws {
    let daemon = try Daemon("erm")
    let phone = try ShakenPhone(.phone(), daemon)
    let result = try calibrate(phone, daemon, "--dry-run")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("sensor: \(phone.sensor)") && result.output.contains("24 vibrations"))
    #expect(phone.writeCount == 0)
  }

  @Test func `Ctrl-C stops the motor and saves nothing`() throws {
    let daemon = try Daemon("erm")
    let phone = try ShakenPhone(.phone(), daemon)
    let program = try Program(
      "hapticctl", ["calibrate", "--sensor", phone.sensor, "--save"], socket: daemon.socket,
      environment: ["XDG_CONFIG_HOME": daemon.configuration])
    #expect(phone.isOn)
    program.interrupt()
    let result = program.result()
    #expect(result.status == 130 && result.errors.contains("nothing is saved"), "\(result.errors)")
    #expect(phone.isOff)
    #expect(!FileManager.default.fileExists(atPath: daemon.configuration + "/hapticd/hapticd.toml"))
  }

  @Test func `a sensor that disappears ends the calibration`() throws {
    let daemon = try Daemon("erm")
    let phone = try ShakenPhone(.phone(), daemon)
    let program = try Program(
      "hapticctl", ["calibrate", "--sensor", phone.sensor], socket: daemon.socket,
      environment: ["XDG_CONFIG_HOME": daemon.configuration])
    #expect(phone.isOn)
    phone.breakSensor()
    let result = program.result()
    #expect(result.status == 1 && result.errors.contains("cannot be read any more"), "\(result.errors)")
    #expect(phone.isOff)
  }

  @Test func `a simulated device without a sensor is refused`() throws {
    let result = try Daemon("erm").control("calibrate")
    #expect(
      result.status == 2 && result.errors.contains("is simulated, and has no sensor; give another"), "\(result.errors)")
  }

  @Test func `the latency until the shake is felt is measured`() throws {
    let daemon = try Daemon("erm")
    let phone = try ShakenPhone(.phone(), daemon)
    func measure() throws -> (status: Int32, output: String, errors: String) {
      try Program(
        "hapticctl", ["latency", "--felt", "--sensor", phone.sensor, "--count", "3", "--feedback", "impact.heavy"],
        socket: daemon.socket
      ).result()
    }
    var result = try measure()
    // A late play is not felt, not in time, or refused.
    func isGood() -> Bool {
      result.status == 0
        && !["without a shake", "missed the deadline"].contains { result.output.contains($0) }
    }
    for _ in 1...2 where !isGood() { result = try measure() }
    if !isGood() { try cancelTest("this machine is too slow for a measurement: \(result.output)\(result.errors)") }
    let line = try #require(result.output.split(separator: "\n").first { $0.hasPrefix("felt ") })
    #expect(line.split(separator: " ")[1] == "3", "\(result.output)")
    #expect(result.output.contains("the sensor has a sample every"))
  }
}
