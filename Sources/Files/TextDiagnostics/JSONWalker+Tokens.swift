extension JSONWalker {
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

  mutating func word(_ word: StaticString) throws(Remark) {
    let start = position
    for byte in "\(word)".utf8 {
      guard current == byte else {
        position = start
        throw unexpected("a value")
      }
      position += 1
    }
  }

  mutating func string() throws(Remark) {
    position += 1
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return
      case UInt8(ascii: "\\"): try escape()
      case 0..<0x20: throw broken("a line break or control character in a string", "write it as \\n or \\u000a")
      default: position += 1
      }
    }
    throw broken("a string without an end", "close it with a quotation mark")
  }

  private mutating func escape() throws(Remark) {
    position += 1
    switch current {
    case UInt8(ascii: "u"): try codeUnit()
    case let byte? where Self.escapes.contains(byte): position += 1
    default: throw broken("an invalid escape sequence", "write two backslashes for a backslash")
    }
  }

  private static let escapes = Set(#""\/bfnrt"#.utf8)

  /// Reads `\uXXXX`, and a second one for a surrogate pair.
  private mutating func codeUnit() throws(Remark) {
    let start = position - 1
    let first = try hexadecimal()
    guard 0xd800..<0xe000 ~= first else { return }
    guard first < 0xdc00, take("\\"), current == UInt8(ascii: "u"), 0xdc00..<0xe000 ~= (try hexadecimal()) else {
      position = start
      throw broken("an incomplete surrogate pair", "write the character itself")
    }
  }

  /// Reads four digits after the `u` at the position.
  private mutating func hexadecimal() throws(Remark) -> UInt16 {
    position += 1
    var value: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = current, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw broken("\\u without four hexadecimal digits", "write four, as in \\u00e9")
      }
      value = value << 4 | UInt16(digit)
      position += 1
    }
    return value
  }

  mutating func number() throws(Remark) {
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
    try checkRange(of: text[start..<position], at: start)
  }

  /// Refuses a number that `Double` cannot represent, as Foundation's decoder does.
  private mutating func checkRange(of digits: ArraySlice<UInt8>, at start: Int) throws(Remark) {
    // Short numbers without exponent are always in range.
    guard digits.count > Self.harmlessDigits || digits.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }) else {
      return
    }
    let value = Double(String(decoding: digits, as: UTF8.self))
    let mantissa = digits.prefix { $0 | 0x20 != UInt8(ascii: "e") }
    let isZero = mantissa.allSatisfy { !(UInt8(ascii: "1")...UInt8(ascii: "9") ~= $0) }
    if let value, value.isFinite, isZero || value.isNormal { return }
    position = start
    throw broken("a number out of range", "write a smaller number")
  }

  /// The number of digits that is always in range; a double has 308.
  private static let harmlessDigits = 300

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
