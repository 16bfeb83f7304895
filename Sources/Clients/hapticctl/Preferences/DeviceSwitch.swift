internal import Haptics
internal import PreferenceFiles

/// The setting that switches a device off.
enum DeviceSwitch {
  /// - Parameter value: the value in force of a key, or nil if it is unknown.
  /// - Returns: the key, or nil if the device is not ready or is on.
  static func key(of record: DeviceRecord, _ value: (PreferenceKey) -> PreferenceValue?) -> PreferenceKey? {
    guard record.state == .ready else { return nil }
    return PreferenceKey.all(of: .device, named: ShortName(truncating: record.name)).first { key in
      switch key.setting.name {
      case "enabled": value(key) == .boolean(false)
      case "strength": value(key) == .strength(.none)
      default: false
      }
    }
  }
}

extension DaemonSession {
  /// The settings that switch devices off, by the daemon's settings in force. Empty if the daemon does not report them,
  /// such as to a sandboxed client.
  func switchedOff(_ records: [DeviceRecord]) -> [DeviceID: PreferenceKey] {
    var keys: [DeviceID: PreferenceKey] = [:]
    for record in records {
      guard let id = record.id else { continue }
      keys[id] = DeviceSwitch.key(of: record) { key in setting("\(key)").flatMap(key.value(written:)) }
    }
    return keys
  }
}
