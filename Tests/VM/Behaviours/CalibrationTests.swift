internal import Glibc
internal import HapticProtocol
internal import HapticSystem
internal import Haptics
internal import ShakenSensor
internal import Testing
internal import VirtualDevices

/// The calibration of a gamepad with its own motion sensor, through the vendor's driver and the rules of udev.
@Suite(.inGuest, .serialized)
struct CalibrationTests {
  /// Runs hapticctl as the tester, who has access to the sensor by the rules alone.
  private func control(_ arguments: [String], _ daemon: Daemon, _ settings: Settings) throws -> ControlResult {
    let program = try start(arguments, daemon, settings)
    return ControlResult(status: try program.wait(upTo: .seconds(180)), output: program.output)
  }

  private func start(_ arguments: [String], _ daemon: Daemon, _ settings: Settings) throws -> Program {
    try Program(
      [Guest.variable("HAPTICCTL", default: "/usr/bin/hapticctl")] + arguments, as: .tester,
      environment: settings.environment.merging(["XDG_RUNTIME_DIR": daemon.runtimeFolder]) { own, _ in own })
  }

  @Test(arguments: [(1.25, 1.25), (0.8, 1.25)])
  func `the motors of a unit that is 25 percent off are found, saved and used`(
    inertia: Double, friction: Double
  ) throws {
    let heavy = ElectricMotor.Constants.heavy.unit(inertia: inertia, friction: friction)
    let light = ElectricMotor.Constants.light.unit(inertia: friction, friction: inertia)
    try expectFound(heavy, light, of: .shaken(heavy, light), lines: "haptic:gamepad:*:b0003v054cp0ce6")
  }

  @Test func `the motors of a DualShock 4 are found by the driver of its maker`() throws {
    let heavy = ElectricMotor.Constants.heavy.unit(inertia: 1.25, friction: 0.8)
    try expectFound(
      heavy, .light, of: .dualShock4.shaken(.dualShock4, heavy, .light), lines: "haptic:gamepad:*:b0003v054cp09cc")
  }

  /// Calibrates a gamepad and compares its constants in the daemon with those of its motors.
  private func expectFound(
    _ heavy: ElectricMotor.Constants, _ light: ElectricMotor.Constants, of shape: UhidShape, lines: String
  ) throws {
    let pad = try Guest.plug(shape)
    let settings = try Settings()
    let daemon = try Daemon(environment: settings.environment)
    let record = try daemon.wait(for: pad)
    let (strong, weak) = (ElectricMotor(heavy).startAndStop, ElectricMotor(light).startAndStop)
    let truth = [strong.start, strong.stop, weak.start, weak.stop]
    var motor = DeviceRecord.MotorProperties()
    // Repeated, because a busy emulated machine delays single writes to the pad by up to 30 ms.
    let isFound = try (1...3).contains { _ in
      let result = try control(["calibrate", "--save"], daemon, settings)
      try #require(result.status == 0, "\(result.output)")
      #expect(result.output.contains("saved in ") && result.output.contains(lines), "\(result.output)")
      // The command ends after the daemon uses the settings.
      let devices = try daemon.client().blocking.devices(timeout: patience)
      motor = try #require(devices.first { $0.path == record.path }).motor
      let found = [
        motor.riseMicroseconds, motor.fallMicroseconds, motor.weakRiseMicroseconds, motor.weakFallMicroseconds,
      ]
      return zip(found, truth).allSatisfy { abs(Double($0) / 1000 / $1 - 1) <= 0.15 }
    }
    #expect(isFound, "\(motor), is \(truth)")
    #expect(abs(Double(motor.deadband) / 65535 / ((heavy.friction + light.friction) / 2) - 1) <= 0.15, "\(motor)")
    #expect(pad.log.motors == .off)
  }

  @Test func `a pad that is moved is refused`() throws {
    let pad = try Guest.plug(UhidShape.shaken(movement: 1))
    let settings = try Settings()
    let daemon = try Daemon(environment: settings.environment)
    try daemon.wait(for: pad)
    let result = try control(["calibrate", "--save"], daemon, settings)
    #expect(result.status == 1 && result.output.contains("moving: "), "\(result.output)")
    #expect(pad.log.motors == .off)
  }

  @Test func `the end of the command, and of the device, ends the calibration`() throws {
    let pad = try Guest.plug(UhidShape.shaken())
    let settings = try Settings()
    let daemon = try Daemon(environment: settings.environment)
    try daemon.wait(for: pad)
    for signal in [SIGKILL, SIGINT] {
      let program = try start(["calibrate", "--save"], daemon, settings)
      try pad.log.wait(for: "a vibration") { $0.motors != .off }
      program.signal(signal)
      _ = try program.wait(upTo: .seconds(30))
      try pad.log.wait(for: .off)
    }
    pad.log.clear()
    let program = try start(["calibrate", "--save"], daemon, settings)
    try pad.log.wait(for: "a vibration") { $0.motors != .off }
    pad.unplug()
    #expect(try program.wait(upTo: .seconds(30)) == 1)
    #expect(program.output.contains("disconnected") || program.output.contains("removed"), "\(program.output)")
  }

  @Test(arguments: [UhidShape.shaken(), .switchPro.shaken(.switchPro)])
  func `the latency until a pad shakes is measured`(shape: UhidShape) throws {
    let pad = try Guest.plug(shape)
    let settings = try Settings()
    let daemon = try Daemon(environment: settings.environment)
    try daemon.wait(for: pad)
    let result = try control(
      ["latency", "--felt", "--count", "5", "--feedback", "impact.heavy"], daemon, settings)
    #expect(result.status == 0 && result.output.contains("\nfelt "), "\(result.output)")
    #expect(result.output.contains("the sensor has a sample every"))
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
