import Foundation
import Haptics
import MotorRendering
import ShakenSensor
import Synchronization
import TestSupport
import Testing

@testable import hapticctl

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

  @Test func `a calibration is saved, and the daemon renders with it`() throws {
    let daemon = try Daemon("erm")
    let phone = try ShakenPhone(.phone(.coin.unit(inertia: 1.6)), daemon)
    let image = daemon.configuration + "/fit.svg"
    let result = try calibrate(phone, daemon, "--save", "--svg", image)
    try #require(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("measured") && result.output.contains("fitted"))
    #expect(result.output.contains(" HAPTIC_RISE_MS="))
    #expect(result.output.hasSuffix("saved in \(daemon.configuration)/hapticd/hapticd.toml\n"))
    #expect(try String(contentsOfFile: image, encoding: .utf8).contains("<svg"))
    let client = HapticClient(applicationName: "test", socketPath: daemon.socket)
    let devices = try client.blocking.devices(timeout: .seconds(20))
    let motor = MotorModel(try #require(devices.first)).strong
    let truth = ElectricMotor(.coin.unit(inertia: 1.6)).startAndStop
    // The preset has 60 and 80 ms. A busy machine delays the sensor of this test.
    #expect(abs(motor.rise / .milliseconds(1) / truth.start - 1) < 0.25, "\(motor), is \(truth)")
    #expect(abs(motor.fall / .milliseconds(1) / truth.stop - 1) < 0.25, "\(motor), is \(truth)")
    #expect(devices.map(\.id) == [DeviceID(rawValue: 1)])
    #expect(devices.map { MotorModel($0).isMeasured } == [true])
    // Removing the settings brings the former model back.
    _ = try daemon.controlSettings("reset", "device.\"simulated erm\"")
    let former = MotorModel(try #require(try client.blocking.devices(timeout: .seconds(20)).first))
    #expect(former.strong.rise == .milliseconds(60) && !former.isMeasured)
  }

  @Test func `a device that does not shake is refused, and nothing is saved`() throws {
    let daemon = try Daemon("erm")
    let phone = try ShakenPhone(.phone(.coin.unit(strength: 0)), daemon)
    let result = try calibrate(phone, daemon, "--save")
    #expect(result.status == 1)
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
    #expect(result.status == 2 && result.errors.contains("has no sensor"), "\(result.errors)")
  }

  @Test func `the latency until the shake is felt is measured`() throws {
    let daemon = try Daemon("erm")
    let phone = try ShakenPhone(.phone(), daemon)
    let result = try Program(
      "hapticctl",
      ["latency", "--felt", "--sensor", phone.sensor, "--count", "3", "--feedback", "impact.heavy"],
      socket: daemon.socket
    ).result()
    #expect(result.status == 0, "\(result.errors)")
    let line = try #require(result.output.split(separator: "\n").first { $0.hasPrefix("felt ") })
    #expect(line.split(separator: " ")[1] == "3", "\(result.output)")
    #expect(result.output.contains("the sensor has a sample every"))
  }
}
