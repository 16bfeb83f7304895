internal import HapticPreferences
internal import Haptics
internal import PreferenceFiles

/// The setting that silences feedback, and the value that permits it: the same for `doctor`, `why` and `play`.
struct SilencingSetting {
  let key: PreferenceKey
  let value: String

  /// The command that permits the feedback.
  var command: String { "hapticctl set \("\(key)".shellWord) \(value)" }

  private init?(_ table: PreferenceTable, _ name: ShortName, _ setting: String, _ value: String) {
    guard let key = PreferenceKey.all(of: table, named: name).first(where: { $0.setting.name == setting }) else {
      return nil
    }
    (self.key, self.value) = (key, value)
  }

  /// The setting that silences a device; nil if none does.
  init?(device name: ShortName, in preferences: Preferences) {
    let wishes = preferences[device: name]
    guard wishes.effectiveStrength == .none else { return nil }
    if wishes.isEnabled {
      self.init(.device, name, "strength", "full")
    } else {
      self.init(.device, name, "enabled", "on")
    }
  }

  /// The setting that silences a category of an application, or all of it; nil if none does.
  init?(application name: ShortName, category: Category, in preferences: Preferences) {
    let silent = ["strength", category.name].first { setting in
      SilencingSetting(.application, name, setting, "full")?.key.value(in: preferences) == .strength(.none)
    }
    guard let silent else { return nil }
    self.init(.application, name, silent, "full")
  }
}
