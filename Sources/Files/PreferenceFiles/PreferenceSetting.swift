package import HapticPatterns
internal import HapticPreferences

package enum PreferenceTable: Hashable, Sendable {
  /// The keys at the top, without a header.
  case general
  case category(Category)
  /// `[app."id"]`.
  case application
  /// `[device."name"]`.
  case device
  case quietHours, powerSaver

  /// The first part of the keys; empty for those at the top.
  package var name: String {
    switch self {
    case .general: ""
    case .category(let category): category.name
    case .application: "app"
    case .device: "device"
    case .quietHours: "quiet-hours"
    case .powerSaver: "power-saver"
    }
  }

  /// Whether the table exists several times, each with a name.
  package var isNamed: Bool { self == .application || self == .device }

  /// Those with a header.
  private static let all: [PreferenceTable] =
    Category.allCases.map { .category($0) } + [.application, .device, .quietHours, .powerSaver]

  /// For suggestions.
  static let names = all.map(\.name)

  init?(name: String) {
    guard let table = Self.all.first(where: { $0.name == name }) else { return nil }
    self = table
  }
}

/// A key of settings files: a row of the schema.
package struct PreferenceSetting: Sendable {
  package let table: PreferenceTable
  /// The last part of the key.
  package let name: String
  package let kind: PreferenceKind
  /// The meaning in one line, for users.
  package let meaning: String

  /// Reads the value from preferences. The name is that of the application or device; empty for other tables.
  let read: @Sendable (Preferences, ShortName) -> PreferenceValue
  /// Writes a value to preferences. A value of another type has no effect.
  let write: @Sendable (inout Preferences, ShortName, PreferenceValue) -> Void

  init<Value: PreferenceRepresentable>(
    _ table: PreferenceTable, _ name: String, _ kind: PreferenceKind,
    _ path: any WritableKeyPath<Preferences, Value> & Sendable, _ meaning: String
  ) {
    (self.table, self.name, self.kind, self.meaning) = (table, name, kind, meaning)
    read = { preferences, _ in preferences[keyPath: path].preferenceValue }
    write = { preferences, _, value in
      if let value = Value(value) { preferences[keyPath: path] = value }
    }
  }

  init<Value: PreferenceRepresentable>(
    application name: String, _ kind: PreferenceKind,
    _ path: any WritableKeyPath<ApplicationPreferences, Value> & Sendable, _ meaning: String
  ) {
    (self.table, self.name, self.kind, self.meaning) = (.application, name, kind, meaning)
    read = { preferences, name in preferences[application: name][keyPath: path].preferenceValue }
    write = { preferences, name, value in
      if let value = Value(value) {
        preferences.applications[name, default: ApplicationPreferences()][keyPath: path] = value
      }
    }
  }

  init<Value: PreferenceRepresentable>(
    device name: String, _ kind: PreferenceKind, _ path: any WritableKeyPath<DevicePreferences, Value> & Sendable,
    _ meaning: String
  ) {
    (self.table, self.name, self.kind, self.meaning) = (.device, name, kind, meaning)
    read = { preferences, name in preferences[device: name][keyPath: path].preferenceValue }
    write = { preferences, name, value in
      if let value = Value(value) { preferences.devices[name, default: DevicePreferences()][keyPath: path] = value }
    }
  }

  /// The key with `NAME` for the id of an application or the name of a device.
  package var pattern: String {
    table == .general ? name : table.isNamed ? "\(table.name).NAME.\(name)" : "\(table.name).\(name)"
  }

  /// The default in TOML; nil if TOML cannot express it.
  package var usual: String? { kind.text(of: read(Preferences(), .empty)) }
}
