// Builds the values of a JSON text that a walker has already checked. Therefore nothing here can fail; do not use it
// for other text.
//
// Foundation's decoder would cost the daemon 4 MB of resident memory and ten times the time, because it does not give
// the kind of a value, so that each kind must be tried.

struct JSONBuilder {
  private let text: [UInt8]
  private var position = 0

  /// Creates a builder.
  ///
  /// - Parameter text: a text for which `JSONWalker.walk` did not throw.
  init(_ text: [UInt8]) { self.text = text }

  static func value(of text: [UInt8]) -> JSONValue {
    var builder = JSONBuilder(text)
    return builder.value()
  }

  /// Returns the text of a string in quotation marks.
  static func string(_ quoted: ArraySlice<UInt8>) -> String {
    var builder = JSONBuilder(Array(quoted))
    return builder.string()
  }

  private mutating func value() -> JSONValue {
    skipSpace()
    switch text[position] {
    case UInt8(ascii: "{"): return .object(object())
    case UInt8(ascii: "["): return .array(array())
    case UInt8(ascii: "\""): return .string(string())
    case UInt8(ascii: "t"): return word(.bool(true), count: 4)
    case UInt8(ascii: "f"): return word(.bool(false), count: 5)
    case UInt8(ascii: "n"): return word(.null, count: 4)
    default: return .number(number())
    }
  }

  private mutating func word(_ value: JSONValue, count: Int) -> JSONValue {
    position += count
    return value
  }

  // MARK: Collections

  private mutating func object() -> [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    while isBefore(member: UInt8(ascii: "}")) {
      let key = string()
      skip(UInt8(ascii: ":"))
      let value = value()
      if members[key] == nil { members[key] = value }
    }
    return members
  }

  private mutating func array() -> [JSONValue] {
    var elements: [JSONValue] = []
    while isBefore(member: UInt8(ascii: "]")) { elements.append(value()) }
    return elements
  }

  /// Moves after the opening bracket or the comma, to the next member; after the closing bracket if there is none.
  private mutating func isBefore(member end: UInt8) -> Bool {
    skipSpace()
    if text[position] != end {
      position += 1
      skipSpace()
    }
    guard text[position] == end else { return true }
    position += 1
    return false
  }

  private mutating func skip(_ byte: UInt8) {
    skipSpace()
    if text[position] == byte { position += 1 }
  }

  private mutating func skipSpace() {
    while position < text.count, text[position] <= 0x20 { position += 1 }
  }

  // MARK: Numbers and texts

  private mutating func number() -> Double {
    let start = position
    while position < text.count, Self.isOfNumber(text[position]) { position += 1 }
    return Double(String(decoding: text[start..<position], as: UTF8.self)) ?? 0
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  private mutating func string() -> String {
    position += 1
    let start = position
    while text[position] != UInt8(ascii: "\"") {
      if text[position] == UInt8(ascii: "\\") { return stringWithEscapes(from: start) }
      position += 1
    }
    position += 1
    return String(decoding: text[start..<position - 1], as: UTF8.self)
  }

  private mutating func stringWithEscapes(from start: Int) -> String {
    var units = Array(text[start..<position])
    while text[position] != UInt8(ascii: "\"") {
      let byte = text[position]
      position += 1
      if byte == UInt8(ascii: "\\") { units += escaped() } else { units.append(byte) }
    }
    position += 1
    return String(decoding: units, as: UTF8.self)
  }

  /// Returns the UTF-8 of an escape sequence, after its backslash.
  private mutating func escaped() -> [UInt8] {
    let byte = text[position]
    position += 1
    switch byte {
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0c]
    case UInt8(ascii: "n"): return [0x0a]
    case UInt8(ascii: "r"): return [0x0d]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"): return scalar()
    default: return [byte]
    }
  }

  /// Returns the UTF-8 of a `\u` sequence, which may be a surrogate pair.
  private mutating func scalar() -> [UInt8] {
    var units = [codeUnit()]
    if UTF16.isLeadSurrogate(units[0]) {
      position += 2
      units.append(codeUnit())
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  private mutating func codeUnit() -> UInt16 {
    position += 4
    return UInt16(String(decoding: text[position - 4..<position], as: UTF8.self), radix: 16) ?? 0
  }
}
