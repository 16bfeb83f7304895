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
  ///
  /// - Throws: a failure if the sensor cannot be read any more, such as after the device was unplugged.
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

  /// The usual time between two readings so far; nil if there are too few.
  var interval: Duration? {
    let interval = recording.interval
    return readings.count >= Self.fewest && interval > .zero ? interval : nil
  }

  private static let fewest = 10

  /// The motion and the levels so far.
  var recording: MotionRecording {
    let samples = zip(SensorClock.times(of: readings), readings)
      .map { MotionSample(time: .nanoseconds($0.nanoseconds), x: $1.x, y: $1.y, z: $1.z) }
      .sorted { $0.time < $1.time }
    let writes = levels.map { WrittenLevel(time: .nanoseconds($0.writtenNanoseconds), level: Level($0)) }
    return MotionRecording(samples: samples, writes: writes.sorted { $0.time < $1.time }, range: source.sensor.range)
  }
}
