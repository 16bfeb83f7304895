internal import HapticPreferences
internal import Haptics
internal import PreferenceFiles

/// The part of an intensity that the settings leave to a category.
struct SettingShare {
  private let category: Haptics.Category
  private let preferences: Preferences

  init(of category: Haptics.Category, in preferences: Preferences) {
    (self.category, self.preferences) = (category, preferences)
  }

  /// The part with the settings that cause it; nil if they change nothing.
  var sentence: String? {
    let share = preferences.strength(of: category)
    guard share < .full else { return nil }
    let causes = [("strength", preferences.strength), ("\(category.name).strength", preferences[category].strength)]
      .filter { $0.1 < .full }.map { "\($0.0) \(Self.words($0.1))" }
    return
      "The settings give \(category.name) \(Self.words(share)) of the intensity: \(causes.joined(separator: ", "))."
  }

  private static func words(_ strength: Intensity) -> String {
    PreferenceKind.strength.text(of: .strength(strength)).map { $0.filter { $0 != "\"" } } ?? ""
  }
}
