extension JSONParser {
  /// The byte at the position; nil at the end.
  var current: UInt8? { position < text.count ? text[position] : nil }

  mutating func skipSpace() {
    while let byte = current, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 { position += 1 }
  }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard current == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  mutating func word(_ word: String, _ value: JSONValue) throws(Remark) -> JSONValue {
    guard text[position...].starts(with: word.utf8) else { throw unexpected("a value") }
    position += word.utf8.count
    return value
  }

  mutating func string() throws(Remark) -> String {
    position += 1
    var string = ""
    /// The start of the part after the last escape sequence.
    var start = position
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return string + String(decoding: text[start..<position - 1], as: UTF8.self)
      case UInt8(ascii: "\\"):
        string += String(decoding: text[start..<position], as: UTF8.self)
        string.unicodeScalars.append(try escape())
        start = position
      case 0..<0x20: throw broken("a line break or control character in a string", "write it as \\n or \\u000a")
      default: position += 1
      }
    }
    throw broken("a string without an end", "close it with a quotation mark")
  }

  private mutating func escape() throws(Remark) -> Unicode.Scalar {
    position += 1
    if current == UInt8(ascii: "u") { return try codePoint() }
    guard let byte = current, let scalar = Self.escapes[byte] else {
      throw broken("an invalid escape sequence", "write two backslashes for a backslash")
    }
    position += 1
    return scalar
  }

  private static let escapes = Dictionary(
    uniqueKeysWithValues: zip(#""\/bfnrt"#.utf8, "\"\\/\u{8}\u{c}\n\r\t".unicodeScalars))

  /// Reads `\uXXXX`, and a second one for a surrogate pair.
  private mutating func codePoint() throws(Remark) -> Unicode.Scalar {
    let start = position - 1
    let first = try hexadecimal()
    if let scalar = Unicode.Scalar(first) { return scalar }
    if first < 0xdc00, take("\\"), current == UInt8(ascii: "u") {
      let second = try hexadecimal()
      if 0xdc00..<0xe000 ~= second, let scalar = Unicode.Scalar(0x10000 + (first & 0x3ff) << 10 + second & 0x3ff) {
        return scalar
      }
    }
    position = start
    throw broken("an incomplete surrogate pair", "write the character itself")
  }

  /// Reads four digits after the `u` at the position.
  private mutating func hexadecimal() throws(Remark) -> UInt32 {
    position += 1
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = current, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw broken("\\u without four hexadecimal digits", "write four, as in \\u00e9")
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }

  /// Reads a number; refuses one that `Double` cannot represent, as Foundation's decoder does.
  mutating func number() throws(Remark) -> Double {
    let start = position
    _ = take("-")
    if take("0") {
      if isDigit { throw broken("a number starts with 0", "remove the leading zeros") }
    } else {
      try digits()
    }
    if take(".") { try digits() }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try digits()
    }
    if let value = Double(String(decoding: text[start..<position], as: UTF8.self)), value.isFinite { return value }
    position = start
    throw broken("a number out of range", "write a smaller number")
  }

  var isDigit: Bool { current.map { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ?? false }

  private mutating func digits() throws(Remark) {
    guard isDigit else { throw unexpected("a digit") }
    while isDigit { position += 1 }
  }

  // MARK: Errors

  func broken(_ message: String, _ remedy: String) -> Remark { Remark(message, at: .byte(position), remedy: remedy) }

  func unexpected(_ wanted: String) -> Remark {
    guard let byte = current else {
      return broken("the file ends; expected \(wanted)", "get the complete file")
    }
    if byte == UInt8(ascii: "/") { return broken("a comment", "remove it; JSON has no comments") }
    return broken("found \(character); expected \(wanted)", "check the text before it")
  }

  /// Returns the remark for a missing key; the usual reason is a program that writes decimal commas.
  func unexpectedMember() -> Remark {
    guard isDigit, text[..<position].last == UInt8(ascii: ",") else { return unexpected("a key in quotation marks") }
    return broken("a decimal comma", "write numbers with a point")
  }

  /// The whole character at the position, in quotation marks.
  private var character: String {
    let scalar = String(decoding: text[position...].prefix(4), as: UTF8.self).unicodeScalars.first
    return Quotation.quoted(scalar.map { String(Character($0)) } ?? "")
  }
}
