package import MotorRendering

/// The constants of the motors of a device, measured with its accelerometer.
package struct Calibration: Sendable {
  /// The low-frequency motor of a pair, or the only motor.
  package let strong: FittedMotor
  /// The high-frequency motor of a pair; nil for a device with one motor.
  package let weak: FittedMotor?
  /// The noise of the sensor, root mean square, in g.
  package let noise: Double
  /// The usual time between two samples.
  package let interval: Duration
  /// The number of vibrations that were used, and of those that were left out because the device was moved.
  package let used, leftOut: Int

  /// The fraction of full drive below which the motors do not move; nil without levels.
  package let deadband: Double?
  /// The time from the write of a level to the first reaction of the motors that the sensor shows.
  package let latency: Duration
  /// The uncertainty of `latency`: that of the fit, and the time between two samples.
  package let latencyError: Duration

  /// The acceleration of the weak motor's full vibration relative to the strong motor's; nil for one motor.
  package var gain: Double? { weak.map { $0.acceleration / strong.acceleration } }

  /// The model with the measured constants, as that of a measured unit.
  package func applied(to model: MotorModel) -> MotorModel {
    var model = model
    model.strong = Motor(rise: strong.rise, fall: strong.fall)
    if let weak, model.weak != nil { model.weak = Motor(rise: weak.rise, fall: weak.fall) }
    model.deadband = deadband ?? model.deadband
    model.isMeasured = true
    return model
  }

  /// Fits the motors to a recording.
  ///
  /// - Parameter model: the model for the conversion of magnitudes, whose rise, fall and deadband do not matter.
  /// - Throws: the reason why the recording does not determine the motors; a fit to noise is never returned.
  package init(_ recording: MotionRecording, of model: MotorModel) throws(CalibrationRefusal) {
    let all = recording.trials
    try Self.checkSamples(recording, all)
    let strengths = all.map(\.plateau)
    let loudest = strengths.max() ?? 0
    let trials = all.filter { $0.noise <= max(loudest * Self.calm, 1e-12) && $0.drift <= Self.drift }
    guard trials.count * 2 > all.count else {
      // A sensor whose noise hides every vibration is not moved: its energy is the same all the time.
      let isMoved = all.contains { $0.noise > Self.stillness || $0.drift > Self.drift }
      throw isMoved ? .moving : .noShake
    }
    let noise = trials.map(\.noise).sorted()[trials.count / 2]
    guard loudest > noise * Self.prominence else { throw .noShake }
    let clipped = trials.flatMap(\.readings).count(where: \.isClipped)
    let active = trials.flatMap { trial in trial.readings.filter { $0.time > 0 && $0.time < trial.end } }
    guard Double(clipped) <= Double(active.count) * Self.clipping else { throw .clipped }

    let fit = try Self.fit(model, trials, noise)
    strong = fit.motors[0]
    weak = fit.motors.count > 1 ? fit.motors[1] : nil
    deadband = fit.deadband
    latency = fit.delay
    latencyError = fit.delayError + recording.interval
    self.noise = noise.squareRoot()
    interval = recording.interval
    used = trials.count
    leftOut = all.count - trials.count
  }

  private static func checkSamples(
    _ recording: MotionRecording, _ trials: [ShakeTrial]
  ) throws(CalibrationRefusal) {
    guard let first = recording.samples.first, let last = recording.samples.last, recording.interval > .zero else {
      throw .tooFewSamples
    }
    let expected = (last.time - first.time) / recording.interval
    let isWhole = recording.writes.last.map { $0.time <= last.time } ?? true
    guard isWhole, Double(recording.samples.count) >= expected * least, recording.interval <= slowest else {
      throw .tooFewSamples
    }
    if trials.isEmpty { throw recording.writes.contains { !$0.level.isOff } ? .tooFewSamples : .notDriven }
  }

  private static func fit(
    _ model: MotorModel, _ trials: [ShakeTrial], _ noise: Double
  ) throws(CalibrationRefusal) -> DeviceFit {
    let magnitudes: [(Level) -> UInt16] = model.weak == nil ? [{ max($0.strong, $0.weak) }] : [\.strong, \.weak]
    for magnitude in magnitudes where !trials.contains(where: { $0.isFull(model, magnitude) }) { throw .notDriven }
    let fit = MotorFit(model, ShakeEnvelope.classes(of: trials), noise: noise).best()
    for motor in fit.motors {
      if motor.acceleration * motor.acceleration < noise * prominence { throw .noShake }
      if motor.explained < leastExplained { throw .poorFit }
    }
    return fit
  }

  /// The minimum fraction of the expected samples.
  private static let least = 0.6
  /// The maximum time between two samples.
  private static let slowest = Duration.milliseconds(25)
  /// The maximum energy at rest, as a fraction of that of the strongest vibration.
  private static let calm = 0.1
  /// The maximum change of gravity during a vibration, in g: a turn of the device by about six degrees.
  private static let drift = 0.1
  /// The energy at rest, in g², above which the device is moved: no sensor has a tenth of a g of noise.
  private static let stillness = 0.01
  /// The minimum ratio of the energies of the strongest vibration and the noise.
  private static let prominence = 4.0
  /// The maximum fraction of clipped samples.
  private static let clipping = 0.02
  /// The minimum of `FittedMotor.explained`.
  private static let leastExplained = 0.9
}

extension ShakeTrial {
  /// The mean energy in the last part of the drive, in which a motor at full drive turns at full speed.
  fileprivate var plateau: Double {
    let late = readings.filter { $0.time > end * 0.5 && $0.time <= end + 10 }
    return late.isEmpty ? 0 : late.reduce(0) { $0 + $1.energy } / Double(late.count)
  }

  /// Whether a motor is at full drive for long enough to reach full speed, while the other one has less.
  fileprivate func isFull(_ model: MotorModel, _ magnitude: (Level) -> UInt16) -> Bool {
    zip(steps, steps.dropFirst()).contains { step, next in
      let isMain = model.weak == nil || step.level.strong != step.level.weak
      return isMain && magnitude(step.level) >= model.ceiling && next.time - step.time >= 100
    }
  }
}

/// The reason why a recording does not determine the motors.
package enum CalibrationRefusal: String, Error, CaseIterable, Sendable {
  /// The sensor delivered too few samples, or lost too many.
  case tooFewSamples
  /// The device was moved between the vibrations.
  case moving
  /// The motors were never driven at full drive, or one of them never without the other.
  case notDriven
  /// The vibration does not stand out from the noise of the sensor.
  case noShake
  /// The vibration exceeds the range of the sensor.
  case clipped
  /// The motion does not follow the model of a motor.
  case poorFit
}
