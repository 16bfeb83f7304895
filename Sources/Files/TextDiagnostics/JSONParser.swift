// Foundation's decoder would cost the daemon 4 MB of resident memory and ten times the time, because it does not give
// the kind of a value, so that each kind must be tried.
//
// The grammar is that of RFC 8259, with an optional comma after the last element or member.

/// A position to find in a JSON text, with the positions to find below it.
final class SoughtPlace {
  var below: [JSONPath.Component: SoughtPlace] = [:]
  /// The offsets of the value and of its key, if it has one; nil until they are found.
  var value: Int?
  var key: Int?

  /// Returns the position at `path`, relative to this one.
  func place(at path: JSONPath) -> SoughtPlace {
    switch path {
    case .root: self
    case .member(let parent, let key): place(at: parent).place(below: .key(key))
    case .element(let parent, let index): place(at: parent).place(below: .index(index))
    }
  }

  private func place(below component: JSONPath.Component) -> SoughtPlace {
    let place = below[component] ?? SoughtPlace()
    below[component] = place
    return place
  }
}

/// Builds the values of a JSON text, and finds the position of a syntax error or of a value. Excessive nesting and size
/// end it at once.
struct JSONParser {
  let text: [UInt8]
  let limits: FileLimits
  var position = 0
  private var values = 0
  private var depth = 0
  /// The offsets of trailing commas.
  private(set) var trailingCommas: [Int] = []
  /// The offsets of keys that occur earlier in their object.
  private(set) var repeatedKeys: [Int] = []

  /// - Parameter text: a text in UTF-8.
  init(_ text: [UInt8], limits: FileLimits) {
    self.text = text
    self.limits = limits
  }

  /// Returns the value of the whole text and fills in `sought`; call it once.
  ///
  /// - Throws: a remark at the position at which the text is not JSON or exceeds a limit.
  mutating func parse(_ sought: SoughtPlace? = nil) throws(Remark) -> JSONValue {
    skipSpace()
    let value = try value(sought)
    skipSpace()
    guard position == text.count else {
      throw broken("text after the end of the value", "keep one object in the file")
    }
    return value
  }

  private mutating func value(_ sought: SoughtPlace?) throws(Remark) -> JSONValue {
    values += 1
    guard values <= limits.maximumValues else {
      throw broken("more than \(limits.maximumValues) values", "split it into several files")
    }
    if let sought, sought.value == nil { sought.value = position }
    switch current {
    case UInt8(ascii: "{"): return try object(sought)
    case UInt8(ascii: "["): return try array(sought)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"): return .number(try number())
    case _ where isDigit: return .number(try number())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: throw unexpected("a value")
    }
  }

  private mutating func object(_ sought: SoughtPlace?) throws(Remark) -> JSONValue {
    var members: [String: JSONValue] = [:]
    try list(closedBy: "}") { (parser) throws(Remark) in
      guard parser.current == UInt8(ascii: "\"") else { throw parser.unexpectedMember() }
      let start = parser.position
      let key = try parser.string()
      let isFirst = members[key] == nil
      if !isFirst { parser.repeatedKeys.append(start) }
      let place = sought?.below[.key(key)]
      if let place, place.key == nil { place.key = start }
      parser.skipSpace()
      guard parser.take(":") else { throw parser.unexpected("a colon after the key") }
      parser.skipSpace()
      let value = try parser.value(place)
      if isFirst { members[key] = value }
    }
    return .object(members)
  }

  private mutating func array(_ sought: SoughtPlace?) throws(Remark) -> JSONValue {
    var elements: [JSONValue] = []
    try list(closedBy: "]") { (parser) throws(Remark) in
      elements.append(try parser.value(sought?.below[.index(elements.count)]))
    }
    return .array(elements)
  }

  /// Reads members separated by commas, with an optional comma after the last one.
  private mutating func list(
    closedBy end: Unicode.Scalar, _ member: (inout JSONParser) throws(Remark) -> Void
  ) throws(Remark) {
    depth += 1
    guard depth <= limits.maximumNesting else {
      throw broken("nested deeper than \(limits.maximumNesting)", "a pattern needs at most 7 levels")
    }
    position += 1
    skipSpace()
    var isFirst = true
    var comma: Int?
    while !take(end) {
      guard isFirst || comma != nil else { throw unexpected("a comma or \(end)") }
      try member(&self)
      isFirst = false
      skipSpace()
      comma = current == UInt8(ascii: ",") ? position : nil
      if comma != nil { position += 1 }
      skipSpace()
    }
    if let comma { trailingCommas.append(comma) }
    depth -= 1
  }
}
