internal import HapticControl
internal import Haptics
internal import Synchronization
internal import TextDiagnostics

/// The motors of the page: the typical ones, and those of the daemon's devices as they were listed last.
///
/// A drag computes many times a second, so that it does not ask the daemon.
final class StudioMotors: Sendable {
  private let devices = Mutex<[ChosenMotor]>([])

  func replaceDevices(by records: [DeviceRecord]) {
    let motors = records.filter { $0.id != nil && $0.motor.motors > 0 }.map { ChosenMotor($0) }
    devices.withLock { $0 = motors }
  }

  /// The motor with a key: the name of a typical motor, or the number of a device.
  func motor(_ key: String) throws(StudioError) -> ChosenMotor {
    if ChosenMotor.presetNames.contains(key) {
      return try answered { () throws(Failure) in try ChosenMotor.named(key) }
    }
    guard let motor = devices.withLock({ $0.first { $0.key == key } }) else {
      throw StudioError(.notFound, "there is no motor \(Quotation.quoted(key)) now", remedy: "choose another motor")
    }
    return motor
  }
}

extension ChosenMotor {
  /// The number of the device; empty for a typical motor.
  var key: String { record?.id.map { "\($0.rawValue)" } ?? "" }
}

/// The answer to `motors`.
struct MotorsAnswer: Encodable {
  struct Motor: Encodable {
    let key, title, words: String
    let isDevice, isReady: Bool
  }

  let motors: [Motor]
  /// The key of the motor at hand.
  let present: String
  let daemon: Bool
  /// The reason why there are no devices.
  let message: String?

  /// - Parameter failure: the reason why the daemon was not asked.
  init(_ records: [DeviceRecord], _ failure: StudioError?) {
    let typical = ChosenMotor.presetNames.compactMap { name in
      (try? ChosenMotor.named(name)).map {
        Motor(key: name, title: $0.title, words: $0.model.words, isDevice: false, isReady: true)
      }
    }
    let devices = records.filter { $0.id != nil && $0.motor.motors > 0 }.map { record in
      let motor = ChosenMotor(record)
      return Motor(
        key: motor.key, title: motor.title, words: motor.model.words, isDevice: true, isReady: record.state == .ready)
    }
    motors = devices + typical
    // The records are in the daemon's order of preference.
    present = devices.first { $0.isReady }?.key ?? ChosenMotor.fallback
    daemon = failure == nil
    message = failure?.message ?? (devices.isEmpty ? "no device can play" : nil)
  }
}
