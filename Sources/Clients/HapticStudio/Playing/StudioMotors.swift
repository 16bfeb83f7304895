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
    let motors = records.filter(\.hasMotor).map { ChosenMotor($0) }
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

extension JSONObject {
  /// The answer to `motors`. `present` is the key of the motor at hand.
  ///
  /// - Parameter failure: the reason why the daemon was not asked.
  static func motors(_ records: [DeviceRecord], _ failure: StudioError?) -> JSONObject {
    let typical = ChosenMotor.presetNames.compactMap { name in
      (try? ChosenMotor.named(name)).map { motor(name, $0) }
    }
    // The records are in the daemon's order of preference.
    let devices = records.filter(\.hasMotor).map { ChosenMotor($0) }
    let present = devices.first { $0.record?.state == .ready }?.key
    return [
      "motors": devices.map { motor($0.key, $0) } + typical, "present": present ?? ChosenMotor.fallback,
      "daemon": failure == nil,
      "message": failure?.message ?? (devices.isEmpty ? "no device can play" : nil),
    ]
  }

  private static func motor(_ key: String, _ motor: ChosenMotor) -> JSONObject {
    [
      "key": key, "title": motor.title, "words": motor.model.words, "isDevice": motor.record != nil,
      "isReady": motor.record.map { $0.state == .ready } ?? true,
    ]
  }
}

extension DeviceRecord {
  /// Whether the daemon plays on it.
  fileprivate var hasMotor: Bool { id != nil && motor.motors > 0 }
}
