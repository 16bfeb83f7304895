internal import HapticPreferences
internal import PreferenceFiles

/// A key with what it is and where that is said.
struct PreferenceRow: Equatable {
  let key: PreferenceKey
  let value: PreferenceValue
  /// Nil where it is at its default.
  let origin: PreferenceOrigin?

  init(_ key: PreferenceKey, in stack: PreferenceStack) {
    self.key = key
    value = key.value(in: stack.preferences)
    origin = stack.origins[key]
  }

  /// The value as files say it; `-` where it is left open.
  var text: String { key.setting.kind.text(of: value) ?? "-" }

  /// Where it is said, in words.
  var place: String { origin?.description ?? "default" }

  /// The rows that somebody means by a key, or by the beginning of some; without any all, but for what is left open of
  /// applications and devices.
  static func meant(by text: String?, in stack: PreferenceStack) throws(Failure) -> [PreferenceRow] {
    let rows = stack.keys.map { PreferenceRow($0, in: stack) }
    guard let text else { return rows.filter { $0.origin != nil || !$0.key.setting.table.isNamed } }
    let found = rows.filter { "\($0.key)" == text || "\($0.key)".hasPrefix(text + ".") }
    if !found.isEmpty { return found }
    return [PreferenceRow(try preferenceKey(text), in: stack)]
  }
}

/// A row for scripts.
struct PreferenceJSON: Encodable {
  let key: String
  let value: PreferenceValueJSON
  let isDefault: Bool
  let meaning: String
  let file: String?
  let line: Int?

  init(_ row: PreferenceRow) {
    key = "\(row.key)"
    value = PreferenceValueJSON(row.value, of: row.key)
    isDefault = row.origin == nil
    meaning = row.key.setting.meaning
    file = row.origin?.file
    line = row.origin?.line
  }

  enum CodingKeys: String, CodingKey {
    case key, value
    case isDefault = "default"
    case meaning, file, line
  }
}

/// A value in JSON's own types; with its unit where it has one.
enum PreferenceValueJSON: Encodable, Equatable {
  case flag(Bool)
  case number(Double)
  case words(String)
  case list([String])
  case nothing

  init(_ value: PreferenceValue, of key: PreferenceKey) {
    let kind = key.setting.kind
    switch value {
    case .boolean(let flag): self = .flag(flag)
    case .number(let number): self = .number(number)
    case .integer(let number) where kind == .count: self = .number(Double(number))
    case .name(let name): self = .words("\(name)")
    case .days, .categories: self = .list(kind.words(of: value) ?? [])
    default: self = kind.text(of: value).map { .words(String($0.dropFirst().dropLast())) } ?? .nothing
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .flag(let flag): try container.encode(flag)
    case .number(let number): try container.encode(number)
    case .words(let words): try container.encode(words)
    case .list(let words): try container.encode(words)
    case .nothing: try container.encodeNil()
    }
  }
}
