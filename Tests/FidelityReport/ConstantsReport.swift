internal import MotorCalibration
internal import MotorRendering
internal import ShakenSensor

/// The errors of the constants that a calibration finds, for simulated motors of several units and sensors.
struct ConstantsReport {
  /// A device with the true constants of its motors.
  private struct Subject: Sendable {
    let device: ShakenDevice
    let preset: String
    let rate: Double
    /// The times of rise and fall of each motor, in milliseconds.
    let times: [(start: Double, stop: Double)]
    /// Nil for motors without a start level.
    var startLevel: Double?
    var jitter = 0.0
  }

  /// The largest relative errors of some devices.
  private struct Errors {
    var rise = 0.0
    var fall = 0.0
    var startLevel: Double?
    var refusals = 0
  }

  private let rows: [(title: String, count: Int, errors: Errors)]

  init() {
    rows = Self.groups.map { title, subjects in (title, subjects.count, Self.errors(subjects)) }
  }

  var text: String {
    let lines = rows.map { title, count, errors in
      let level = errors.startLevel.map { Self.share($0) } ?? ""
      let refusals = errors.refusals > 0 ? ", \(errors.refusals) refused" : ""
      return "| \(title) | \(count)\(refusals) | \(Self.share(errors.rise)) | \(Self.share(errors.fall)) | \(level) |"
    }
    let head = [
      "### Largest errors of the constants", "", "| motor | calibrations | rise | fall | start level |",
      "|---|---|---|---|---|",
    ]
    return (head + lines).joined(separator: "\n") + "\n"
  }

  private static func share(_ error: Double) -> String { "\(Int((error * 100).rounded())) %" }

  private static func errors(_ subjects: [Subject]) -> Errors {
    let all = inParallel(subjects.count) { error(of: subjects[$0]) }
    return all.reduce(into: Errors()) { most, errors in
      most.rise = max(most.rise, errors.rise)
      most.fall = max(most.fall, errors.fall)
      if let level = errors.startLevel { most.startLevel = max(most.startLevel ?? 0, level) }
      most.refusals += errors.refusals
    }
  }

  private static func error(of subject: Subject) -> Errors {
    let model = MotorModel.presets[subject.preset]!
    var sensor = Accelerometer(rate: subject.rate)
    sensor.jitter = subject.jitter
    guard let found = try? Calibration(subject.device.recorded(by: sensor, playing: model), of: model) else {
      return Errors(refusals: 1)
    }
    var errors = Errors()
    for (motor, truth) in zip([found.strong] + [found.weak].compactMap(\.self), subject.times) {
      errors.rise = max(errors.rise, abs(motor.rise / .milliseconds(1) / truth.start - 1))
      errors.fall = max(errors.fall, abs(motor.fall / .milliseconds(1) / truth.stop - 1))
    }
    if let level = subject.startLevel { errors.startLevel = found.deadband.map { abs($0 / level - 1) } }
    return errors
  }

  // MARK: Subjects

  /// Factors of inertia and friction: a nominal unit, and units that are 25 % off.
  private static let units = [(1.0, 1.0), (1.25, 1.25), (1.25, 0.8), (0.8, 1.25), (0.8, 0.8)]

  private static var groups: [(String, [Subject])] {
    let springs = [(150.0, 3.0), (170, 4), (200, 5), (235, 5)]
    let pads = [66.0, 100, 250, 800].map { rate in
      ("gamepad, \(Int(rate)) Hz", units.map { pad($0, rate: rate) })
    }
    return pads + [
      ("gamepad, 250 Hz, delays vary by 8 ms", units.map { pad($0, rate: 250, jitter: 8) }),
      ("gamepad, 250 Hz, delays vary by 15 ms", units.map { pad($0, rate: 250, jitter: 15) }),
      (
        "phone, eccentric mass, 100 to 400 Hz",
        units.flatMap { unit in [100.0, 400].flatMap { rate in ["erm", "on-off"].map { phone(unit, $0, rate: rate) } } }
      ),
      ("phone, mass on a spring, 800 Hz", springs.map { spring($0, rate: 800) }),
      ("phone, mass on a spring, 100 Hz", springs.map { spring($0, rate: 100) }),
    ]
  }

  private static func pad(_ unit: (inertia: Double, friction: Double), rate: Double, jitter: Double = 0) -> Subject {
    // The motors of a pair vary in opposite directions.
    let heavy = ElectricMotor.Constants.heavy.unit(inertia: unit.inertia, friction: unit.friction)
    let light = ElectricMotor.Constants.light.unit(inertia: unit.friction, friction: unit.inertia)
    return Subject(
      device: .pad(heavy, light), preset: "pad", rate: rate,
      times: [heavy, light].map { ElectricMotor($0).startAndStop },
      startLevel: (heavy.friction + light.friction) / 2, jitter: jitter)
  }

  private static func phone(_ unit: (inertia: Double, friction: Double), _ preset: String, rate: Double) -> Subject {
    let motor = ElectricMotor.Constants.coin.unit(inertia: unit.inertia, friction: unit.friction)
    return Subject(
      device: .phone(motor), preset: preset, rate: rate, times: [ElectricMotor(motor).startAndStop],
      startLevel: preset == "erm" ? motor.friction : nil)
  }

  private static func spring(_ motor: (hertz: Double, quality: Double), rate: Double) -> Subject {
    let motor = ResonantMotor.Constants(hertz: motor.hertz, quality: motor.quality, acceleration: 1)
    return Subject(device: .resonant(motor), preset: "lra", rate: rate, times: [(motor.start, motor.start)])
  }
}
