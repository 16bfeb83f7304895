public import HapticPatterns

/// All keys below a table: those of `touch`, of `app.org.example.Game`, or of all applications.
public struct PreferenceBranch: Hashable, Sendable {
  public let table: PreferenceTable
  /// The application or device; nil for all of them, and elsewhere.
  public let name: ShortName?

  private init(_ table: PreferenceTable, _ name: ShortName) { (self.table, self.name) = (table, name) }

  /// The branch that somebody wrote: a table's name, or `app.` or `device.` and what the application or device is
  /// called, with or without quotation marks. Nil where it is none; the keys at the top have no name.
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

  /// That of the name without its last part: what somebody means who mistypes a key. Nil where there is none.
  public var above: PreferenceBranch? {
    guard let text = name?.description, let dot = text.lastIndex(of: ".") else { return nil }
    return ShortName(String(text[..<dot])).map { PreferenceBranch(table, $0) }
  }

  /// Whether a key is below it.
  public func contains(_ key: PreferenceKey) -> Bool {
    key.setting.table == table && (name == nil || key.name == name)
  }
}

extension PreferenceBranch: CustomStringConvertible {
  public var description: String { name.map { "\(table.name).\($0)" } ?? table.name }
}
