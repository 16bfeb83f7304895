internal import HapticPatterns
internal import HapticPreferences
internal import TextDiagnostics

extension PreferenceKind {
  /// The value in TOML, which reads back as the same value; nil if TOML cannot express it: no theme, no locality.
  package func text(of value: PreferenceValue) -> String? {
    switch value {
    case .nothing where self == .timeOfDay: "\"off\""
    case .nothing: self == .automatic ? "\"\(Self.autoWord)\"" : nil
    case .boolean(let flag): flag ? "true" : "false"
    case .strength(let strength): "\"\(Quotation.number(Decimal.rounded(strength.rawValue * 100)))%\""
    case .profile(let profile): "\"\(profile.name)\""
    case .locality(let locality): "\"\(locality.name)\""
    case .name(let name): TOMLText.quoted(String(decoding: name.utf8, as: UTF8.self))
    case .duration(let duration): "\"\(duration.written)\""
    case .number(let number): Quotation.number(number)
    case .integer(let number): self == .timeOfDay ? "\"\(Self.clock(number))\"" : "\(number)"
    case .days, .categories: "[" + (words(of: value) ?? []).map { "\"\($0)\"" }.joined(separator: ", ") + "]"
    }
  }

  /// The words of a list; nil for other values.
  package func words(of value: PreferenceValue) -> [String]? {
    switch value {
    case .days(let days): Weekdays.words(days)
    case .categories(let categories): categories.categories.map(\.name)
    default: nil
    }
  }

  private static func clock(_ minutes: Int) -> String {
    func digits(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
    return digits(minutes / 60) + ":" + digits(minutes % 60)
  }

  /// Parses a value as a user types it for this kind: `60%`, `off`, `monday,friday`.
  ///
  /// - Throws: a mistake with the valid values.
  package func value(typed text: String) throws(PreferenceMistake) -> PreferenceValue {
    try value(of: node(typed: text))
  }

  private func node(typed text: String) throws(PreferenceMistake) -> TOMLValue {
    switch self {
    case .automatic where text == Self.autoWord: return .string(text)
    case .boolean, .automatic:
      guard let flag = Self.flags[text] else {
        throw PreferenceMistake(
          "invalid value \(Quotation.quoted(text))",
          remedy: self == .automatic ? "expected on, off or auto" : "expected on or off")
      }
      return .boolean(flag)
    case .rate, .count:
      guard let number = Self.number(text) else {
        throw PreferenceMistake("invalid number \(Quotation.quoted(text))", remedy: remedy)
      }
      return number
    case .duration: return Self.number(text) ?? .string(text)
    case .days, .categories:
      let words = text == Self.noneWord ? [] : text.split(separator: ",").map(Self.trimmed)
      let place = TextPlace(line: 1, column: 1)
      return .array(words.map { TOMLNode(key: "", keyPlace: nil, begin: place, end: place, value: .string($0)) })
    case .strength, .deadband, .profile, .locality, .theme, .timeOfDay: return .string(text)
    }
  }

  private static let flags = [
    "on": true, "true": true, "yes": true, "off": false, "false": false, "no": false,
  ]

  private static func number(_ text: String) -> TOMLValue? {
    if let digits = Decimal.digits(text.utf8) { return .integer(Int64(digits)) }
    return Decimal.read(text).map { .float($0) }
  }

  private static func trimmed(_ word: Substring) -> String {
    var word = word
    while word.hasPrefix(" ") { word.removeFirst() }
    while word.hasSuffix(" ") { word.removeLast() }
    return String(word)
  }
}

package enum TOMLText {
  /// The text in quotation marks, with escapes.
  package static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case _ where scalar.value < 0x20 || scalar.value == 0x7f:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
