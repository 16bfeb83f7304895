internal import Foundation
internal import TextDiagnostics

/// Writes a pattern dictionary as JSON, so that dictionaries and files are read by the same reader.
enum DictionaryText {
  /// The maximum nesting; AHAP needs 7.
  private static let deepest = 32
  /// The maximum number of bytes; the reader accepts no longer text.
  private static let longest = FileLimits.standard.maximumBytes

  /// Returns a value as JSON.
  ///
  /// - Throws: `invalidPatternDictionary` for a value that JSON cannot express.
  static func json(of value: Any) throws(CHHapticError) -> String {
    var text = ""
    try write(value, to: &text, depth: 0)
    return text
  }

  private static func write(_ value: Any, to text: inout String, depth: Int) throws(CHHapticError) {
    if depth > deepest { throw tooDeep }
    if text.utf8.count > longest { throw tooLong }
    let value = (value as? AnyHashable)?.base ?? value
    let extent = FoundationExtent.of(value)
    if extent.depth > deepest - depth { throw tooDeep }
    if extent.count > FileLimits.standard.maximumValues { throw tooLong }
    // Containers come first: the cast of a Swift array to a class of Foundation converts everything inside.
    if let members = value as? [AnyHashable: Any] {
      try write(members, to: &text, depth: depth)
    } else if let elements = value as? [Any] {
      try write(elements, to: &text, depth: depth)
    } else if let string = Self.string(value) {
      text += JSONText.quoted(string)
    } else if let bool = Self.bool(value) {
      text += "\(bool)"
    } else if let number = Self.number(value) {
      guard number.isFinite else { throw CHHapticError(.invalidPatternDictionary, "\(number) is not a finite number") }
      text += "\(number)"
    } else if value is NSNull {
      text += "null"
    } else {
      throw CHHapticError(.invalidPatternDictionary, "a value of type \(type(of: value)) is not valid in a pattern")
    }
  }

  private static let tooDeep = CHHapticError(.invalidPatternDictionary, "nested deeper than \(deepest)")
  private static let tooLong = CHHapticError(.invalidPatternDictionary, "larger than \(longest) bytes")

  private static func write(
    _ members: [AnyHashable: Any], to text: inout String, depth: Int
  ) throws(CHHapticError) {
    text += "{"
    var isFirst = true
    for (key, member) in members {
      guard let name = Self.string(key.base) else {
        throw CHHapticError(.invalidPatternDictionary, "a key of type \(type(of: key.base)); expected a string")
      }
      if !isFirst { text += "," }
      isFirst = false
      text += JSONText.quoted(name) + ":"
      try write(member, to: &text, depth: depth + 1)
    }
    text += "}"
  }

  private static func write(_ elements: [Any], to text: inout String, depth: Int) throws(CHHapticError) {
    text += "["
    for (index, element) in elements.enumerated() {
      if index > 0 { text += "," }
      try write(element, to: &text, depth: depth + 1)
    }
    text += "]"
  }

  // MARK: Values of many types

  private static func string(_ value: Any) -> String? {
    switch value {
    case let string as String: string
    case let identifier as any CHHapticIdentifier: identifier.rawValue
    case let string as NSString: String(describing: string)
    case let string as Substring: String(string)
    case let enumerator as any RawRepresentable: enumerator.rawValue as? String
    default: nil
    }
  }

  /// A number never casts to a bool here: `Sustained` is 0 or 1.
  private static func bool(_ value: Any) -> Bool? {
    if type(of: value) == Bool.self { return value as? Bool }
    guard let number = value as? NSNumber, type(of: value) is NSNumber.Type else { return nil }
    // unsafe: a constant string of the number's class; "c" is the type of a bool
    return unsafe number.objCType.pointee == CChar(UInt8(ascii: "c")) ? number.boolValue : nil
  }

  private static func number(_ value: Any) -> Double? {
    switch value {
    case let number as any BinaryFloatingPoint: Double(number)
    case let number as any BinaryInteger: Double(number)
    case let number as NSNumber: number.doubleValue
    default: nil
    }
  }
}
