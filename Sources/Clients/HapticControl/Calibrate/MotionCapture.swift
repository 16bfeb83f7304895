internal import Glibc
internal import HapticProtocol
internal import HapticSystem
internal import Haptics
internal import MotionSensing
internal import MotorCalibration
internal import MotorRendering

/// Reads a sensor while a device vibrates, and notes the levels that the daemon writes.
struct MotionCapture {
  let session: DaemonSession
  let device: DeviceID
  let source: DeviceSensor
  private(set) var readings: [MotionReading] = []
  private(set) var levels: [LevelChange] = []

  init(_ session: DaemonSession, _ device: DeviceID, _ source: DeviceSensor) {
    self.session = session
    self.device = device
    self.source = source
    session.monitor(.levels)
  }

  /// Reads for a time. An interruption ends it early.
  mutating func run(for length: Duration) throws(Failure) {
    let end = Instant.now + length
    while Instant.now < end, !Interruption.hasHappened {
      do throws(Errno) {
        try waitForReading(until: end)
        readings += try source.sensor.take()
      } catch {
        if error == .noDevice {
          throw .refused("'\(source.place.name)' was disconnected; connect the device and calibrate again")
        }
        throw .refused("\(source.place.path) cannot be read any more: \(error); connect the device again")
      }
      levels += session.takeLevels().filter { $0.device == device }
    }
  }

  /// Waits for the next reading, or until `end`, in steps that are short enough for an interruption.
  private func waitForReading(until end: Instant) throws(Errno) {
    let rest = end - .now
    if let descriptor = source.sensor.descriptor {
      try waitUntilReadable(descriptor, timeout: min(rest, Self.glance))
    } else {
      usleep(UInt32(clamping: max(min(rest, source.sensor.pollInterval), .zero).wholeMicroseconds))
    }
  }

  private static let glance = Duration.milliseconds(20)

  var recording: MotionRecording {
    let samples = zip(SensorClock.times(of: readings), readings)
      .map { MotionSample(time: .nanoseconds($0.nanoseconds), x: $1.x, y: $1.y, z: $1.z) }
      .sorted { $0.time < $1.time }
    let writes = levels.map { WrittenLevel(time: .nanoseconds($0.writtenNanoseconds), level: Level($0)) }
    return MotionRecording(samples: samples, writes: writes.sorted { $0.time < $1.time }, range: source.sensor.range)
  }
}

// The vibrations of a calibration, and the fit of the motors to the motion.

extension MotionCapture {
  /// Measures the interval of the sensor.
  mutating func plan(for model: MotorModel) throws(Failure) -> CalibrationPlan {
    try run(for: Self.start)
    try checkInterruption()
    let interval = recording.interval
    guard readings.count >= Self.fewest, interval > .zero else { throw Failure(.tooFewSamples, source.place.path) }
    return CalibrationPlan(for: model, interval: interval)
  }

  /// The time at rest before the first vibration, and the fewest readings in it.
  private static let (start, fewest) = (Duration.milliseconds(700), 10)

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

  private func checkInterruption() throws(Failure) {
    guard Interruption.hasHappened else { return }
    _ = try session.stopOwn()
    throw Failure(code: .interrupted, message: "interrupted; nothing is saved")
  }
}

extension Failure {
  /// The failure for a recording that does not determine the motors, with the name of the reason and the remedy.
  init(_ refusal: CalibrationRefusal, _ sensor: String) {
    let reason =
      switch refusal {
      case .tooFewSamples:
        "\(sensor) delivered too few samples; connect the device by cable, end programs that use it, and try again"
      case .moving: "the device was moved; hold the device still, in the hand, until the end"
      case .notDriven:
        "a motor was not driven at full strength; set the strength of the device and of media to 100%, and end other "
          + "programs that vibrate"
      case .noShake:
        "the vibration does not stand out from the noise of \(sensor); hold the device in the hand, not on a soft "
          + "surface, and check with --sensor that the sensor is in it"
      case .clipped:
        "the vibration exceeds the range of \(sensor); hold the device firmly in both hands, not on a hard surface"
      case .poorFit:
        "the motion does not follow a motor; hold the device still, in the hand, without touching anything with it"
      }
    self = .refused("\(refusal.rawValue): \(reason)")
  }
}
