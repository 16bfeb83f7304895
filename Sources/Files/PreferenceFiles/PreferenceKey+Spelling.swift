package import HapticPatterns
internal import TextDiagnostics

extension PreferenceKey {
  /// Finds the key of a setting; for tables of applications and devices, with their name. Nil for an unknown setting.
  package init?(_ table: PreferenceTable, _ setting: String, name: ShortName = .empty) {
    guard let index = PreferenceSetting.index(setting, in: table) else { return nil }
    self.init(index: index, name: name)
  }

  /// Finds a key by its name: `enabled`, `touch.strength`, `app.org.example.Game.strength`. The text between `app.`
  /// or `device.` and the last dot is the name, including its dots, with or without quotation marks.
  ///
  /// - Throws: a mistake for an unknown key, with the most similar one.
  package static func spelled(_ text: String) throws(PreferenceMistake) -> PreferenceKey {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let table = parts.count == 1 ? .general : PreferenceTable(name: parts[0]) else { throw unknown(text) }
    if table.isNamed { return try named(parts[1], in: table, text) }
    guard let key = PreferenceKey(table, parts[parts.count - 1]) else { throw unknown(text) }
    return key
  }

  private static func named(
    _ rest: String, in table: PreferenceTable, _ text: String
  ) throws(PreferenceMistake) -> PreferenceKey {
    let dot = rest.lastIndex(of: ".")
    let setting = dot.map { String(rest[rest.index(after: $0)...]) } ?? rest
    guard let dot, let index = PreferenceSetting.index(setting, in: table) else {
      let names = PreferenceSetting.names(in: table)
      let nearest = dot == nil ? nil : Spelling.nearest(to: setting, among: names)
      throw PreferenceMistake(
        dot == nil ? "missing key in \(Quotation.quoted(text))" : "unknown key \(Quotation.quoted(text))",
        remedy: nearest.map { "did you mean \(Quotation.shown("\(table.name).\(rest.dropLast(setting.count))"))\($0)?" }
          ?? "expected \(table.name).NAME.KEY with one of the keys \(list(names))")
    }
    let name = unquoted(rest[..<dot])
    guard !name.isEmpty, let short = table.shortName(of: name) else {
      let isApplication = table == .application
      throw PreferenceMistake(
        "invalid name \(Quotation.quoted(name)) of \(isApplication ? "an application" : "a device")",
        remedy: "expected 1 to \(isApplication ? ApplicationID.longest : ShortName.capacity) bytes")
    }
    return PreferenceKey(index: index, name: short)
  }

  static func unquoted(_ name: Substring) -> String {
    for quote in ["\"", "'"] where name.utf8.count >= 2 && name.hasPrefix(quote) && name.hasSuffix(quote) {
      let inner = name.dropFirst().dropLast()
      return quote == "'" ? String(inner) : withoutBackslashes(inner)
    }
    return String(name)
  }

  private static func withoutBackslashes(_ text: Substring) -> String {
    var plain = ""
    var isEscaped = false
    for character in text {
      isEscaped = character == "\\" && !isEscaped
      if !isEscaped { plain.append(character) }
    }
    return plain
  }

  private static func unknown(_ text: String) -> PreferenceMistake {
    PreferenceMistake(
      "unknown key \(Quotation.quoted(text))",
      remedy: Spelling.remedy(
        for: text, among: PreferenceSetting.all.map(\.pattern), or: "'hapticctl get' lists all keys"))
  }
}

extension PreferenceTable {
  /// The name of the application or the device of a table `[app."text"]` or `[device."text"]`. The daemon shortens a long id
  /// of an application in the same way.
  ///
  /// - Returns: nil if the text is too long.
  package func shortName(of text: String) -> ShortName? {
    ShortName(text) ?? (self == .application ? ApplicationID.name(text) : nil)
  }
}

/// Joins words: `a, b or c`, with `last` before the last word.
func list(_ words: [String], _ last: String = "or") -> String {
  words.count < 2 ? words.joined() : words.dropLast().joined(separator: ", ") + " \(last) " + words[words.count - 1]
}

/// All keys of a table: those of `touch`, of `app.org.example.Game`, or of all applications.
package struct PreferenceBranch: Hashable, Sendable {
  package let table: PreferenceTable
  /// The application or device; nil for all of them, and for other tables.
  package let name: ShortName?

  private init(_ table: PreferenceTable, _ name: ShortName?) { (self.table, self.name) = (table, name) }

  /// Parses the name of a table, or `app.` or `device.` and the name of an application or device, with or without
  /// quotation marks. Nil for other texts.
  package init?(spelled text: String) {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let table = PreferenceTable(name: String(parts[0])) else { return nil }
    if parts.count == 1 {
      self.init(table, nil)
    } else {
      guard table.isNamed, let name = table.shortName(of: PreferenceKey.unquoted(parts[1])), !name.isEmpty
      else { return nil }
      self.init(table, name)
    }
  }

  package func named(_ name: ShortName) -> PreferenceBranch { PreferenceBranch(table, name) }

  /// The branch of the name without its last part, which is meant if a key of it is misspelt; nil if there is none.
  package var above: PreferenceBranch? {
    guard let text = name?.description, let dot = text.lastIndex(of: ".") else { return nil }
    return ShortName(String(text[..<dot])).map { PreferenceBranch(table, $0) }
  }

  package func contains(_ key: PreferenceKey) -> Bool {
    key.setting.table == table && (name == nil || key.name == name)
  }
}

extension PreferenceBranch: CustomStringConvertible {
  package var description: String { name.map { "\(table.name).\(PreferenceKey.quoted($0))" } ?? table.name }
}
