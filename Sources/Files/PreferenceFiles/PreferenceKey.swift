package import HapticPatterns
package import HapticPreferences

/// A key of a settings file: `touch.strength` or `app.org.example.Game.important`.
package struct PreferenceKey: Hashable, Sendable {
  /// The index in the schema.
  let index: Int
  /// The name of the application or device; empty for other tables.
  package let name: ShortName

  package var setting: PreferenceSetting { PreferenceSetting.all[index] }

  package func named(_ name: ShortName) -> PreferenceKey { PreferenceKey(index: index, name: name) }

  package func value(in preferences: Preferences) -> PreferenceValue { setting.read(preferences, name) }

  /// The value of the key in TOML; nil if it has no value that a file can set.
  package func text(in preferences: Preferences) -> String? { setting.kind.text(of: value(in: preferences)) }

  package func set(_ value: PreferenceValue, in preferences: inout Preferences) {
    setting.write(&preferences, name, value)
  }

  /// All keys that belong to no application or device.
  package static let general = PreferenceSetting.all.indices.filter { !PreferenceSetting.all[$0].table.isNamed }
    .map { PreferenceKey(index: $0, name: .empty) }

  package static func all(of table: PreferenceTable, named name: ShortName) -> [PreferenceKey] {
    PreferenceSetting.all.indices.filter { PreferenceSetting.all[$0].table == table }
      .map { PreferenceKey(index: $0, name: name) }
  }

  /// The order of `get`: the order of the schema, and applications and devices by name.
  package static func isBefore(_ left: PreferenceKey, _ right: PreferenceKey) -> Bool {
    let tables = [left.setting.table, right.setting.table]
    guard tables[0] == tables[1], tables[0].isNamed, left.name != right.name else { return left.index < right.index }
    return left.name.description < right.name.description
  }
}

extension PreferenceKey: CustomStringConvertible {
  /// The key as `hapticctl set` takes it, also pasted into a shell: a name that is not plain is in quotation marks.
  package var description: String {
    setting.table.isNamed ? "\(setting.table.name).\(Self.quoted(name)).\(setting.name)" : setting.pattern
  }

  /// The key without quotation marks, which `spelled` takes as well.
  package var plainDescription: String {
    setting.table.isNamed ? "\(setting.table.name).\(name).\(setting.name)" : setting.pattern
  }

  /// A name as it stands in a key: in quotation marks unless it consists of letters, digits, dots, dashes and
  /// underscores.
  static func quoted(_ name: ShortName) -> String {
    let text = "\(name)"
    if text.isPlainWord { return text }
    return "\"" + text.map { "\"\\".contains($0) ? "\\\($0)" : "\($0)" }.joined() + "\""
  }
}

extension String {
  /// Whether it consists of letters of ASCII, digits, dots, dashes and underscores.
  package var isPlainWord: Bool {
    unicodeScalars.allSatisfy { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", ".", "-", "_": true
      default: false
      }
    }
  }
}
