import MotorCalibration
import MotorRendering
import ShakenSensor
import TestSupport
import Testing

/// The constants of simulated motors, which are not the model of the fit, from what a sensor measures of them.
@Suite struct FitTests {
  /// Factors of inertia and friction: a nominal unit, and units that are 25 % off in both directions.
  static let units = TestExtent.all(
    [(1.0, 1.0), (1.25, 1.25), (1.25, 0.8), (0.8, 1.25), (0.8, 0.8)], quick: [(1.25, 1.25), (0.8, 1.25)])

  @Test(arguments: units)
  func `the constants of a gamepad of any unit are found within 15 percent`(inertia: Double, friction: Double) throws {
    try checkPad(.heavy.unit(inertia: inertia, friction: friction), .light.unit(inertia: friction, friction: inertia))
  }

  @Test(arguments: TestExtent.all([66.0, 100, 200, 800], quick: [66]))
  func `the constants are found with a sensor of any sample rate`(rate: Double) throws {
    try checkPad(.heavy.unit(inertia: 1.25), .light.unit(inertia: 0.8), rate: rate)
  }

  private func checkPad(
    _ heavy: ElectricMotor.Constants, _ light: ElectricMotor.Constants, rate: Double = 250,
    with change: (inout Accelerometer) -> Void = { _ in }
  ) throws {
    let model = try #require(MotorModel.presets["pad"])
    var sensor = Accelerometer(rate: rate)
    change(&sensor)
    let calibration = try Calibration(record(.pad(heavy, light), with: sensor, playedBy: model), of: model)
    try check(calibration.strong, heavy)
    try check(#require(calibration.weak), light)
    // The model has one deadband for both. With some seeds, the noise of a slow sensor moves it by 15 %.
    let friction = (heavy.friction + light.friction) / 2
    #expect(abs(try #require(calibration.deadband) / friction - 1) < 0.2, "\(calibration.deadband!), is \(friction)")
    #expect(isNear(calibration.latency, sensor.delay + light.electrical / 2, within: 0.25))
    #expect(abs(try #require(calibration.gain) / (light.acceleration / heavy.acceleration) - 1) < 0.1)
  }

  private func check(_ fit: FittedMotor, _ motor: ElectricMotor.Constants) throws {
    let truth = ElectricMotor(motor).startAndStop
    #expect(isNear(fit.rise, truth.start), "rise \(fit.rise), is \(truth.start) ms")
    #expect(isNear(fit.fall, truth.stop), "fall \(fit.fall), is \(truth.stop) ms")
    #expect(abs(fit.acceleration / motor.acceleration - 1) < 0.1)
  }

  @Test(arguments: ["erm", "on-off"], units)
  func `the motor of a phone is found with a slow sensor`(preset: String, unit: (Double, Double)) throws {
    let motor = ElectricMotor.Constants.coin.unit(inertia: unit.0, friction: unit.1)
    let model = try #require(MotorModel.presets[preset])
    let recording = record(.phone(motor), with: Accelerometer(rate: 100), playedBy: model)
    let calibration = try Calibration(recording, of: model)
    try check(calibration.strong, motor)
    #expect((calibration.deadband == nil) == (preset == "on-off"))
    if let deadband = calibration.deadband { #expect(abs(deadband / motor.friction - 1) < 0.15, "\(deadband)") }
  }

  @Test(arguments: TestExtent.all([(170.0, 4.0), (200, 5), (235, 5)], quick: [(235, 5)]))
  func `a mass on a spring is found with a fast sensor`(hertz: Double, quality: Double) throws {
    let motor = ResonantMotor.Constants(hertz: hertz, quality: quality, acceleration: 1)
    let model = try #require(MotorModel.presets["lra"])
    let recording = record(.resonant(motor), with: Accelerometer(rate: 800), playedBy: model)
    let fit = try Calibration(recording, of: model).strong
    #expect(isNear(fit.rise, motor.start) && isNear(fit.fall, motor.start), "\(fit.rise), \(fit.fall), \(motor.start)")
  }

  @Test func `a model that is far off at the start changes nothing`() throws {
    var model = try #require(MotorModel.presets["pad"])
    model.strong = Motor(rise: .milliseconds(20), fall: .milliseconds(200))
    model.weak = Motor(rise: .milliseconds(120), fall: .milliseconds(15))
    model.deadband = 0.3
    let calibration = try Calibration(record(.pad(), with: Accelerometer(rate: 250), playedBy: model), of: model)
    try check(calibration.strong, .heavy)
    let measured = calibration.applied(to: model)
    #expect(measured.strong.rise == calibration.strong.rise && measured.weak?.fall == calibration.weak?.fall)
    #expect(measured.deadband == calibration.deadband && measured.ceiling == model.ceiling)
  }

  @Test func `a calibration succeeds although samples are lost`() throws {
    try checkPad(.heavy, .light) { $0.loss = 0.4 }
  }

  @Test func `writes that reach the motor after varying times, as over Bluetooth, only cost precision`() throws {
    let model = try #require(MotorModel.presets["pad"])
    var sensor = Accelerometer(rate: 250)
    sensor.jitter = 6
    let calibration = try Calibration(record(.pad(), with: sensor, playedBy: model), of: model)
    try check(calibration.strong, .heavy)
    try check(#require(calibration.weak), .light)
  }

  @Test func `the first shake after a write is found`() throws {
    let model = try #require(MotorModel.presets["pad"])
    let recording = record(.pad(), with: Accelerometer(rate: 250), playedBy: model)
    let write = try #require(recording.writes.first).time
    let onset = try #require(recording.onset(after: write)) - write
    // The delay of the write, some milliseconds of the motor, and at most one interval of the sensor.
    #expect(onset > .milliseconds(6) && onset < .milliseconds(20), "\(onset)")
    #expect(recording.onset(after: write - .milliseconds(400)) == nil)
    #expect(recording.onset(after: .zero) == nil)
    #expect(MotionRecording().onset(after: .zero) == nil)
  }

  @Test func `a noisy sensor is sufficient`() throws {
    try checkPad(.heavy, .light) { $0.noise = 0.04 }
  }
}
