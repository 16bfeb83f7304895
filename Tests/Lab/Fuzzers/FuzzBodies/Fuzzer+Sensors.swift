import HapticSystem
import MotionSensing
import MotorCalibration
import MotorRendering

extension Fuzzer {
  /// The attributes and the samples of an accelerometer of the industrial I/O subsystem: for any of them every reading is
  /// a finite number, and the attributes are restored.
  ///
  /// An input has lines such as `in_accel_scale=0.01`, an empty line, and the bytes of the buffer.
  static let sensors = Fuzzer("sensors") { (input) throws(Flaw) in
    try SimulatedSensor.shared.lay(out: input)
    let before = SimulatedSensor.shared.attributes
    for place in SimulatedSensor.shared.finder.machineSensors {
      let readings = try readings(of: place)
      try requireEqual(SimulatedSensor.shared.attributes, before, "the attributes afterwards")
      try requireEqual(SensorClock.times(of: readings).count, readings.count, "the number of times")
    }
  }

  private static func readings(of place: MotionSensorPlace) throws(Flaw) -> [MotionReading] {
    // A sensor that cannot be opened is no flaw.
    guard let sensor = try? place.open() else { return [] }
    let readings = ((try? sensor.take()) ?? []) + ((try? sensor.take()) ?? [])
    try require(readings.allSatisfy { [$0.x, $0.y, $0.z].allSatisfy(\.isFinite) }, "\(readings)")
    try require(sensor.range.map { $0 > 0 && $0.isFinite } ?? true, "the range \(sensor.range ?? 0)")
    let pause = sensor.pollInterval
    try require(pause >= .zero && pause <= .milliseconds(20), "polled every \(pause)")
    if sensor.descriptor != nil {
      try require(readings.count <= SimulatedSensor.shared.byteCount / 3, "\(readings.count) readings")
    }
    return readings
  }

  /// The events of a gamepad's sensor, in any order: every reading is a finite number, the clock does not go back, and a
  /// calibration is refused or has possible constants.
  static let motionEvents = Fuzzer("motion-events") { (input) throws(Flaw) in
    var dice = Dice(input)
    var frame = MotionFrame((0..<3).map { _ in dice.axis() })
    var readings: [MotionReading] = []
    var (isIncomplete, inputs) = (false, 0)
    while !dice.isEmpty {
      let event = dice.motion()
      inputs += 1
      let reading = frame.reading(after: event)
      if case .dropped = event { isIncomplete = true }
      guard case .end = event else {
        try require(reading == nil, "a reading in the middle of a packet")
        continue
      }
      try require((reading == nil) == isIncomplete, "a packet with dropped events: \(isIncomplete)")
      isIncomplete = false
      readings += [reading].compactMap(\.self)
    }
    try require(readings.allSatisfy { [$0.x, $0.y, $0.z].allSatisfy(\.isFinite) }, "\(readings)")
    let stamps = readings.compactMap(\.stamp)
    try requireEqual(stamps, stamps.sorted(), "the order of the clock")
    // A fit is by far the most expensive step; only some inputs have one.
    if input.count % 32 == 1 { try checkCalibration(readings) }
  }

  /// Times the readings and fits motors to them.
  private static func checkCalibration(_ readings: [MotionReading]) throws(Flaw) {
    let times = SensorClock.times(of: readings)
    try requireEqual(times.count, readings.count, "the number of times")
    let samples = zip(times, readings)
      .map { MotionSample(time: .nanoseconds($0.nanoseconds), x: $1.x, y: $1.y, z: $1.z) }
      .sorted { $0.time < $1.time }
    let writes = writes(from: samples.first?.time ?? .zero)
    let recording = MotionRecording(samples: samples, writes: writes)
    for write in writes { _ = recording.onset(after: write.time) }
    guard let model = MotorModel.presets["pad"], let result = try? Calibration(recording, of: model) else { return }
    for motor in [result.strong, result.weak].compactMap(\.self) {
      let times = Duration.milliseconds(1)...Duration.seconds(1)
      try require(times.contains(motor.rise) && times.contains(motor.fall), "\(motor.rise), \(motor.fall)")
      try require(motor.acceleration.isFinite && motor.explained <= 1, "\(motor.acceleration) g")
    }
  }

  /// Two vibrations of each motor.
  private static func writes(from start: Duration) -> [WrittenLevel] {
    (0..<4).flatMap { index -> [WrittenLevel] in
      let time = start + .milliseconds(200 + 1000 * index)
      let level = index < 2 ? Level(strong: 0xffff, weak: 0) : Level(strong: 0, weak: 0xffff)
      return [WrittenLevel(time: time, level: level), WrittenLevel(time: time + .milliseconds(300), level: .off)]
    }
  }
}

extension Dice {
  private mutating func int32() -> Int32 { Int32(truncatingIfNeeded: number() | number() << 16) }

  fileprivate mutating func axis() -> MotionFrame.Axis {
    MotionFrame.Axis(resolution: Double(max(int32(), 1)), value: int32(), most: int32())
  }

  /// Small steps are frequent, so that readings are close enough for a fit.
  fileprivate mutating func motion() -> MotionFrame.Input {
    switch byte() % 8 {
    case 0, 1, 2: .axis(Int(byte()) % 3, flag() ? Int32(number()) : int32())
    case 3: .stamp(UInt32(bitPattern: flag() ? Int32(number()) : int32()))
    case 4, 5: .end(Instant(nanoseconds: Int64(number()) << 10))
    case 6: .dropped
    default: .other
    }
  }
}
