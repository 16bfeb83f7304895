internal import Glibc
internal import HapticProtocol
internal import HapticSystem
internal import Haptics
internal import ShakenSensor
internal import TestSupport
internal import Testing
internal import VirtualDevices

/// The calibration of a gamepad with its own motion sensor, through the vendor's driver and the rules of udev.
@Suite(.inGuest, .serialized)
struct CalibrationTests {
  /// Runs hapticctl as the tester, who has access to the sensor by the rules alone.
  private func control(_ arguments: [String], _ daemon: Daemon, _ settings: Settings) throws -> ControlResult {
    let program = try start(arguments, daemon, settings)
    return ControlResult(status: try program.wait(upTo: .seconds(600)), output: program.output)
  }

  private func start(_ arguments: [String], _ daemon: Daemon, _ settings: Settings) throws -> Program {
    try Program(
      [Guest.variable("HAPTICCTL", default: "/usr/bin/hapticctl")] + arguments, as: .tester,
      environment: settings.environment.merging(["XDG_RUNTIME_DIR": daemon.runtimeFolder]) { own, _ in own })
  }

  @Test(.inFull("CalibrateCommandTests measure, save and use it with a simulated sensor, and its end is tried here"))
  func `the motors of a DualSense are measured, saved and used`() throws {
    try expectMeasured(.shaken(), lines: "haptic:gamepad:*:b0003v054cp0ce6")
  }

  @Test(.inFull("it takes as long as that of a DualSense"))
  func `the motors of a DualShock 4 are measured by the driver of its maker`() throws {
    try expectMeasured(.dualShock4.shaken(.dualShock4), lines: "haptic:gamepad:*:b0003v054cp09cc")
  }

  /// Calibrates a gamepad, and compares the constants in the daemon with those that the command has printed. How near
  /// they are to the motors is tested with simulated time: on an emulated processor, it depends on the load.
  private func expectMeasured(_ shape: UhidShape, lines: String) throws {
    let pad = try Guest.plug(shape)
    let settings = try Settings()
    let daemon = try Daemon(environment: settings.environment)
    let record = try daemon.wait(for: pad)
    #expect(!record.motor.isMeasured)
    let output = try Guest.measure { try control(["calibrate", "--save"], daemon, settings).measurement }
    #expect(output.contains("saved in ") && output.contains(lines), "\(output)")
    let states = pad.log.entries.motorChanges.map(\.state)
    #expect(states.contains { $0.strong != 0 } && states.contains { $0.weak != 0 })
    // The command ends after the daemon uses the settings.
    let devices = try daemon.client().blocking.devices(timeout: waitLimit)
    let motor = try #require(devices.first { $0.path == record.path }).motor
    #expect(motor.isMeasured)
    let used = [
      "RISE_MS": motor.riseMicroseconds, "FALL_MS": motor.fallMicroseconds,
      "WEAK_RISE_MS": motor.weakRiseMicroseconds, "WEAK_FALL_MS": motor.weakFallMicroseconds,
    ]
    for (property, value) in used {
      let printed = try #require(Self.value(of: property, in: output), "\(output)")
      #expect(Double(value) == printed * 1000, "\(property) in \(output)")
    }
    let deadband = try #require(Self.value(of: "DEADBAND", in: output), "\(output)")
    #expect(abs(Double(motor.deadband) / 655.35 - deadband) < 0.01, "\(motor), \(output)")
    #expect(pad.log.motors == .off)
  }

  /// A property in the printed entry for the hardware database.
  private static func value(of property: String, in output: String) -> Double? {
    let start = "HAPTIC_\(property)="
    let word = output.split(whereSeparator: \.isWhitespace).first { $0.hasPrefix(start) }
    return word.flatMap { Double($0.dropFirst(start.count)) }
  }

  @Test(.inFull("RefusalTests refuse a moved sensor with simulated time, and this takes as long as a calibration"))
  func `a pad that is moved is refused`() throws {
    let pad = try Guest.plug(UhidShape.shaken(movement: 1))
    let settings = try Settings()
    let daemon = try Daemon(environment: settings.environment)
    try daemon.wait(for: pad)
    let result = try control(["calibrate", "--save"], daemon, settings)
    #expect(result.status == 1 && result.output.contains("moving: "), "\(result.output)")
    #expect(pad.log.motors == .off)
  }

  @Test(.inFull("CalibrateCommandTests end it with a simulated sensor, and SilenceTests end a client on this pad"))
  func `the end of the command, and of the device, ends the calibration`() throws {
    let pad = try Guest.plug(UhidShape.shaken())
    let settings = try Settings()
    let daemon = try Daemon(environment: settings.environment)
    try daemon.wait(for: pad)
    for signal in [SIGKILL, SIGINT] {
      pad.log.clear()
      let program = try start(["calibrate", "--save"], daemon, settings)
      try pad.log.wait(for: "a vibration") { $0.motors != .off }
      program.signal(signal)
      _ = try program.wait()
      try pad.log.wait(for: .off)
    }
    pad.log.clear()
    let program = try start(["calibrate", "--save"], daemon, settings)
    try pad.log.wait(for: "a vibration") { $0.motors != .off }
    pad.unplug()
    #expect(try program.wait() == 1)
    #expect(program.output.contains("disconnected") || program.output.contains("removed"), "\(program.output)")
  }

  @Test(
    .inFull("CalibrateCommandTests measure it with a simulated sensor, and the calibration reads this one"),
    arguments: [UhidShape.shaken(), .switchPro.shaken(.switchPro)])
  func `the latency until a pad shakes is measured`(shape: UhidShape) throws {
    let pad = try Guest.plug(shape)
    let settings = try Settings()
    let daemon = try Daemon(environment: settings.environment)
    try daemon.wait(for: pad)
    let output = try Guest.measure {
      let result = try control(["latency", "--felt", "--count", "3", "--feedback", "impact.heavy"], daemon, settings)
      return result.output.contains("\nfelt ") ? try result.measurement : .spoilt(result.output)
    }
    #expect(output.contains("the sensor has a sample every"), "\(output)")
  }

  @Test func `a pad without a motion sensor is refused with the searched places`() throws {
    let pad = try Guest.plug(UinputShape.buttonPad("plain pad"))
    let settings = try Settings()
    let daemon = try Daemon(environment: settings.environment)
    try daemon.wait(for: pad)
    let result = try control(["calibrate"], daemon, settings)
    #expect(result.status == 2 && result.output.contains("INPUT_PROP_ACCELEROMETER"), "\(result.output)")
  }
}
