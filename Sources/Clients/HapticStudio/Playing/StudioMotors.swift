internal import HapticControl
internal import Haptics
internal import Synchronization
internal import TextDiagnostics

/// The motors of the page: the typical ones, and those of the daemon's devices as they were listed last.
///
/// A drag computes many times a second, so that it does not ask the daemon.
final class StudioMotors: Sendable {
  private let devices = Mutex<[ChosenMotor]>([])

  /// Takes over the daemon's devices, and returns the answer to `motors`. `present` is the key of the motor at hand.
  ///
  /// - Parameters:
  ///   - records: the devices in the daemon's order of preference.
  ///   - failure: the reason why the daemon was not asked.
  func list(_ records: [DeviceRecord], _ failure: StudioError?) -> JSONObject {
    // Those on which the daemon plays.
    let found = records.filter { $0.id != nil && $0.motor.motors > 0 }.map { ChosenMotor($0) }
    devices.withLock { $0 = found }
    let typical = ChosenMotor.presetNames.compactMap { name in
      (try? ChosenMotor.named(name)).map { $0.listed(name) }
    }
    return [
      "motors": found.map { $0.listed($0.key) } + typical,
      "present": found.first(where: \.isReady)?.key ?? ChosenMotor.fallback, "daemon": failure == nil,
      "message": failure?.message ?? (found.isEmpty ? "no device can play" : nil),
    ]
  }

  /// The motor with a key: the name of a typical motor, or the number of a device.
  func motor(_ key: String) throws(StudioError) -> ChosenMotor {
    if ChosenMotor.presetNames.contains(key) { return try answered(try ChosenMotor.named(key)) }
    guard let motor = devices.withLock({ $0.first { $0.key == key } }) else {
      throw StudioError(.notFound, "there is no motor \(Quotation.quoted(key)) now", remedy: "choose another motor")
    }
    return motor
  }
}

extension ChosenMotor {
  /// The number of the device; empty for a typical motor.
  fileprivate var key: String { record?.id.map { "\($0.rawValue)" } ?? "" }

  fileprivate var isReady: Bool { record.map { $0.state == .ready } ?? true }

  fileprivate func listed(_ key: String) -> JSONObject {
    ["key": key, "title": title, "words": model.words, "isDevice": record != nil, "isReady": isReady]
  }
}
