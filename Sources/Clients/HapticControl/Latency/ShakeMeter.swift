internal import Haptics
internal import MotorCalibration

/// Measures the time from the cause of plays to the shake of the device.
final class ShakeMeter {
  let device: DeviceID
  private var capture: MotionCapture
  private var plays: [(cause: Instant, written: Instant)] = []

  init(_ session: DaemonSession, on name: String?, sensorPath: String?) throws(Failure) {
    let (record, device) = try session.readyDevice(name)
    self.device = device
    capture = MotionCapture(session, device, try DeviceSensor(of: record, at: sensorPath))
  }

  /// Reads the noise before a play.
  func rest() throws(Failure) { try capture.run(for: .milliseconds(200)) }

  /// Reads the shake of a play.
  func watch() throws(Failure) { try capture.run(for: .milliseconds(300)) }

  func note(cause: Instant, written: Instant) { plays.append((cause, written)) }

  var shakes: Shakes {
    let recording = capture.recording
    var shakes = Shakes(interval: recording.interval)
    for play in plays {
      if let onset = recording.onset(after: .nanoseconds(play.written.nanoseconds)) {
        shakes.latencies.append(onset - .nanoseconds(play.cause.nanoseconds))
      } else {
        shakes.unfelt += 1
      }
    }
    return shakes
  }
}

/// The times from cause to shake.
struct Shakes {
  /// The time between two samples: each latency may be shorter by up to this.
  let interval: Duration
  var latencies: [Duration] = []
  /// The number of plays without a shake that stands out from the noise.
  var unfelt = 0
}
