internal import HapticPreferences
internal import Haptics
internal import PreferenceFiles

/// The setting that silences feedback, and the value that permits it: the same for `devices`, `doctor`, `why` and `play`.
struct SilencingSetting: Equatable {
  let key: PreferenceKey
  let value: String

  /// The command that permits the feedback.
  var command: String { "hapticctl set \("\(key)".shellWord) \(value)" }

  /// The end of a sentence about what it silences: `switched off by touch.strength`.
  var words: String { "switched off by \(key)" }

  private init?(_ table: PreferenceTable, _ name: ShortName, _ setting: String, _ value: String) {
    guard let key = PreferenceKey(table, setting, name: name) else { return nil }
    (self.key, self.value) = (key, value)
  }

  /// The setting that silences a device; nil if none does.
  ///
  /// - Parameter inForce: the value of a key in force; nil if that of the files applies.
  init?(
    device name: ShortName, in preferences: Preferences, inForce: (PreferenceKey) -> PreferenceValue? = { _ in nil }
  ) {
    let switches = [
      (Self(.device, name, "enabled", "on"), PreferenceValue.boolean(false)),
      (Self(.device, name, "strength", "full"), .strength(.none)),
    ]
    for (setting, off) in switches {
      guard let setting, inForce(setting.key) ?? setting.key.value(in: preferences) == off else { continue }
      self = setting
      return
    }
    return nil
  }

  /// The settings that silence ready devices. Those of the files apply for what the daemon does not report, such as to a
  /// sandboxed client.
  static func ofDevices(
    _ records: [DeviceRecord], in preferences: Preferences, _ session: DaemonSession? = nil
  ) -> [DeviceID: SilencingSetting] {
    var settings: [DeviceID: SilencingSetting] = [:]
    for record in records where record.state == .ready {
      guard let id = record.id else { continue }
      settings[id] = SilencingSetting(device: ShortName(truncating: record.name), in: preferences) { key in
        session?.setting("\(key)").flatMap(key.value(written:))
      }
    }
    return settings
  }

  /// The setting that silences a category of an application, or all of it; nil if none does.
  init?(application name: ShortName, category: Category, in preferences: Preferences) {
    let settings = ["strength", category.name].compactMap { Self(.application, name, $0, "full") }
    guard let silent = settings.first(where: { $0.key.value(in: preferences) == .strength(.none) }) else { return nil }
    self = silent
  }
}
