public import HapticPatterns
public import HapticPreferences
internal import TextDiagnostics

/// A key of files, `touch.strength` or `app.org.example.Game.important`.
public struct PreferenceKey: Hashable, Sendable {
  /// Where in the schema.
  private let index: Int
  /// Of the application or device; empty elsewhere.
  public let name: ShortName

  init(index: Int, name: ShortName) {
    self.index = index
    self.name = name
  }

  /// The key of a setting, for an application or device where it is of one.
  init?(_ table: PreferenceTable, _ setting: String, name: ShortName = .empty) {
    guard let index = PreferenceSetting.index(setting, in: table) else { return nil }
    self.init(index: index, name: name)
  }

  public var setting: PreferenceSetting { PreferenceSetting.all[index] }

  /// The same key of another application or device.
  public func named(_ name: ShortName) -> PreferenceKey { PreferenceKey(index: index, name: name) }

  /// What preferences say of it.
  public func value(in preferences: Preferences) -> PreferenceValue { setting.read(preferences, name) }

  /// The same, as a file would say it; nil where it is left open.
  public func text(in preferences: Preferences) -> String? { setting.kind.text(of: value(in: preferences)) }

  /// Says it in preferences.
  public func set(_ value: PreferenceValue, in preferences: inout Preferences) {
    setting.write(&preferences, name, value)
  }

  /// All keys that are always there: those of no application and no device.
  public static let general = PreferenceSetting.all.indices.filter { !PreferenceSetting.all[$0].table.isNamed }
    .map { PreferenceKey(index: $0, name: .empty) }

  /// All keys of an application or a device.
  public static func all(of table: PreferenceTable, named name: ShortName) -> [PreferenceKey] {
    PreferenceSetting.all.indices.filter { PreferenceSetting.all[$0].table == table }
      .map { PreferenceKey(index: $0, name: name) }
  }

  /// The order of `get`: that of the schema, one application after the other.
  public static func isBefore(_ left: PreferenceKey, _ right: PreferenceKey) -> Bool {
    let tables = [left.setting.table, right.setting.table]
    guard tables[0] == tables[1], tables[0].isNamed, left.name != right.name else { return left.index < right.index }
    return left.name.description < right.name.description
  }
}

extension PreferenceKey: CustomStringConvertible {
  /// As `hapticctl set` takes it.
  public var description: String {
    setting.table.isNamed ? "\(setting.table.name).\(name).\(setting.name)" : setting.pattern
  }
}
