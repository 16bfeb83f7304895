internal import Haptics
internal import PreferenceFiles

/// A setting with its value in force and its source.
struct PreferenceRow: Equatable {
  let key: PreferenceKey
  /// The value in force.
  let value: PreferenceValue
  /// The value in the files.
  let fileValue: PreferenceValue
  /// The position of the value in the files; nil if it is the default.
  let origin: PreferenceOrigin?

  init(_ key: PreferenceKey, in stack: PreferenceStack) { self.init(key, in: EffectiveSettings(stack)) }

  init(_ key: PreferenceKey, in settings: EffectiveSettings) {
    self.key = key
    fileValue = key.value(in: settings.stack.preferences)
    value = settings.keptValue(of: key) ?? fileValue
    origin = settings.stack.origins[key]
  }

  /// Whether the daemon keeps a former value, because a file has a mistake.
  var isKept: Bool { value != fileValue }

  /// The value in TOML, or `-` without a value.
  var text: String { key.setting.kind.text(of: value) ?? "-" }

  /// The source of the value, in words.
  var place: String {
    let place = origin?.description ?? "default"
    guard isKept else { return place }
    // The daemon uses another theme than that of the files because of its option --theme, or because that does not exist.
    return
      "\(key.isTheme ? "used" : "kept") by the daemon; the files have \(key.setting.kind.text(of: fileValue) ?? "-"), \(place)"
  }

  /// The value as `set` takes it; nil without a value.
  var typedValue: String? { key.setting.kind.typedText(of: value) }

  /// The default beside the place of a value in a file; nil for the default itself, and for keys without one.
  var defaultNote: String? {
    guard origin != nil, !isKept, let usual = key.setting.usual else { return nil }
    return usual == text ? "; this is the default" : "; the default is \(usual)"
  }

  /// The note that another file has precedence over the user's own; nil if none has.
  func note(on own: OwnFile) -> String? {
    origin?.file == own.path ? nil : "\(place) has precedence and sets \(key) to \(text); change it there"
  }

  /// The row of a key, or the rows of a table. Without a name, all rows except those of applications and devices that
  /// no file sets.
  ///
  /// - Parameter applications: returns the applications that have defaults to show, although no file sets them.
  static func named(
    _ text: String?, in settings: EffectiveSettings, _ devices: DeviceKey, applications: () -> [ShortName]
  ) throws(Failure) -> [PreferenceRow] {
    guard let text else {
      return settings.stack.keys.filter { settings.stack.origins[$0] != nil || !$0.setting.table.isNamed }
        .map { PreferenceRow($0, in: settings) }
    }
    let keys = Set(settings.stack.keys).union(devices.keys).sorted(by: PreferenceKey.isBefore)
    let found = keys.filter { key in
      ["\(key)", key.plainDescription].contains { $0 == text || $0.hasPrefix(text + ".") }
    }
    if !found.isEmpty { return found.map { PreferenceRow($0, in: settings) } }
    let key: PreferenceKey
    do throws(PreferenceMistake) { key = try PreferenceKey.spelled(text) } catch {
      guard let branch = PreferenceBranch(spelled: text) else { throw .usage("\(error)") }
      return try Self.keys(try devices.resolved(branch), or: error, among: keys, applications).map {
        PreferenceRow($0, in: settings)
      }
    }
    return [PreferenceRow(try devices.resolved(key), in: settings)]
  }

  /// The keys of a table by the name of a device or an application, which may be a part of it.
  ///
  /// - Parameters:
  ///   - mistake: the reason why the name is not a key.
  ///   - keys: the keys in files, and those of known devices.
  private static func keys(
    _ branch: PreferenceBranch, or mistake: PreferenceMistake, among keys: [PreferenceKey],
    _ applications: () -> [ShortName]
  ) throws(Failure) -> [PreferenceKey] {
    let found = keys.filter(branch.contains)
    if !found.isEmpty { return found }
    guard let name = branch.name else {
      throw .usage("no file sets a key of \(branch); write the key as in \(branch).NAME.strength")
    }
    guard branch.table == .application, applications().contains(name) else {
      throw .usage("no file sets \(branch); \(mistake.remedy)")
    }
    return PreferenceKey.all(of: .application, named: name)
  }
}

extension PreferenceKind {
  func typedText(of value: PreferenceValue) -> String? {
    if let words = words(of: value) { return words.isEmpty ? "none" : words.joined(separator: ",") }
    if case .name(let name) = value { return "\(name)" }
    guard let text = text(of: value) else { return nil }
    return text.hasPrefix("\"") ? String(text.dropFirst().dropLast()) : text
  }
}

extension JSONObject {
  static func setting(_ row: PreferenceRow) -> JSONObject {
    [
      "key": row.key.plainDescription, "value": value(row.value, of: row.key),
      "default": row.origin == nil && !row.isKept, "meaning": row.key.setting.meaning, "file": row.origin?.file,
      "line": row.origin?.line,
      "fileValue": row.isKept ? value(row.fileValue, of: row.key) : nil,
    ]
  }

  /// A change in a file, with the value in force after all files.
  ///
  /// - Parameter value: the value in the file after the change; `.nothing` if the file does not set it.
  static func change(_ row: PreferenceRow, in file: String, to value: PreferenceValue) -> JSONObject {
    [
      "key": row.key.plainDescription, "file": file, "value": self.value(value, of: row.key), "inForce": setting(row),
    ]
  }

  /// A value as a JSON type, null for `.nothing`. Values with a unit are strings that contain it.
  static func value(_ value: PreferenceValue, of key: PreferenceKey) -> any Encodable & Sendable {
    let kind = key.setting.kind
    switch value {
    case .boolean(let flag): return flag
    case .number(let number): return number
    case .integer(let number) where kind == .count: return number
    case .name(let name): return "\(name)"
    case .days, .categories: return kind.words(of: value) ?? []
    default: return kind.text(of: value).map { String($0.dropFirst().dropLast()) }
    }
  }
}
