public import HapticPatterns

/// All keys of a table: those of `touch`, of `app.org.example.Game`, or of all applications.
public struct PreferenceBranch: Hashable, Sendable {
  public let table: PreferenceTable
  /// The application or device; nil for all of them, and for other tables.
  public let name: ShortName?

  private init(_ table: PreferenceTable, _ name: ShortName) { (self.table, self.name) = (table, name) }

  /// Parses the name of a table, or `app.` or `device.` and the name of an application or device, with or without
  /// quotation marks. Nil for other texts.
  public init?(spelled text: String) {
    guard let dot = text.firstIndex(of: ".") else {
      guard let table = PreferenceTable(name: text) else { return nil }
      (self.table, name) = (table, nil)
      return
    }
    guard let table = PreferenceTable(name: String(text[..<dot])), table.isNamed,
      let name = ShortName(PreferenceKey.unquoted(text[text.index(after: dot)...])), !name.isEmpty
    else { return nil }
    (self.table, self.name) = (table, name)
  }

  /// The branch of the name without its last part, which is meant if a key of it is misspelt; nil if there is none.
  public var above: PreferenceBranch? {
    guard let text = name?.description, let dot = text.lastIndex(of: ".") else { return nil }
    return ShortName(String(text[..<dot])).map { PreferenceBranch(table, $0) }
  }

  /// Whether the branch contains a key.
  public func contains(_ key: PreferenceKey) -> Bool {
    key.setting.table == table && (name == nil || key.name == name)
  }
}

extension PreferenceBranch: CustomStringConvertible {
  public var description: String { name.map { "\(table.name).\($0)" } ?? table.name }
}
