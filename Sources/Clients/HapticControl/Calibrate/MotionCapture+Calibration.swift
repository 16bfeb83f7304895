internal import Haptics
internal import MotionSensing
internal import MotorCalibration
internal import MotorRendering

// The vibrations of a calibration, and the fit of the motors to the motion.

extension MotionCapture {
  /// Measures the interval of the sensor.
  ///
  /// - Throws: a failure if the sensor delivers nothing.
  mutating func plan(for model: MotorModel) throws(Failure) -> CalibrationPlan {
    try run(for: Self.start)
    try checkInterruption()
    guard let interval else { throw Failure(.tooFewSamples, source.place.path) }
    return CalibrationPlan(for: model, interval: interval)
  }

  /// The time at rest before the first vibration.
  private static let start = Duration.milliseconds(700)

  /// - Throws: a failure if the daemon refuses, the device leaves, the user interrupts, or the motion does not
  ///   determine the motors.
  mutating func perform(
    _ plan: CalibrationPlan, on model: MotorModel, _ progress: (Int, Int) -> Void
  ) throws(Failure) -> Calibration {
    var prepared: [Pattern: Prepared] = [:]
    for (index, vibration) in plan.vibrations.enumerated() {
      progress(index + 1, plan.vibrations.count)
      if prepared[vibration.pattern] == nil {
        prepared[vibration.pattern] = try session.define(vibration.pattern, named: Self.name, for: device)
      }
      if let content = prepared[vibration.pattern] {
        let reply = try session.play(Haptic(content, deadline: PlayOptions.noDeadline))
        try check(reply.verdict, feedback: Self.name, device: device.rawValue)
      }
      try run(for: vibration.pattern.duration + vibration.rest)
      try checkInterruption()
    }
    do throws(CalibrationRefusal) { return try Calibration(recording, of: model) } catch {
      throw Failure(error, source.place.path)
    }
  }

  private static let name = "a vibration of the calibration"

  /// Ctrl-C stops the motor.
  private func checkInterruption() throws(Failure) {
    guard Interruption.hasHappened else { return }
    _ = try session.stopOwn()
    throw Failure(code: .interrupted, message: "interrupted; nothing is saved")
  }
}

extension Failure {
  /// The failure for a recording that does not determine the motors, with the name of the reason and the remedy.
  init(_ refusal: CalibrationRefusal, _ sensor: String) {
    self = .refused("\(refusal.rawValue): \(refusal.problem(sensor)); \(refusal.remedy)")
  }
}

extension CalibrationRefusal {
  fileprivate func problem(_ sensor: String) -> String {
    switch self {
    case .tooFewSamples: "\(sensor) delivered too few samples"
    case .moving: "the device was moved"
    case .notDriven: "a motor was not driven at full strength"
    case .noShake: "the vibration does not stand out from the noise of \(sensor)"
    case .clipped: "the vibration exceeds the range of \(sensor)"
    case .poorFit: "the motion does not follow a motor"
    }
  }

  fileprivate var remedy: String {
    switch self {
    case .tooFewSamples: "connect the device by cable, end programs that use it, and try again"
    case .moving: "hold the device still, in the hand, until the end"
    case .notDriven: "set the strength of the device and of media to 100%, and end other programs that vibrate"
    case .noShake:
      "hold the device in the hand, not on a soft surface, and check with --sensor that the sensor is in it"
    case .clipped: "hold the device firmly in both hands, not on a hard surface"
    case .poorFit: "hold the device still, in the hand, without touching anything with it"
    }
  }
}
