// Foundation's decoder would cost the daemon 4 MB of resident memory and ten times the time, because it does not give
// the kind of a value, so that each kind must be tried.
//
// The grammar is that of RFC 8259, with an optional comma after the last element or member.

/// Builds the values of a JSON text or the tree of their places, and finds the position of a syntax error. Excessive nesting
/// and size end it at once.
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

  /// Returns the value of the whole text; call it once.
  ///
  /// - Throws: a remark at the position at which the text is not JSON or exceeds a limit.
  mutating func parse() throws(Remark) -> JSONValue {
    skipSpace()
    let value = try value()
    skipSpace()
    guard position == text.count else {
      throw broken("text after the end of the value", "keep one object in the file")
    }
    return value
  }

  private mutating func value() throws(Remark) -> JSONValue {
    values += 1
    guard values <= limits.maximumValues else {
      throw broken("more than \(limits.maximumValues) values", "split it into several files")
    }
    switch current {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"): return .number(try number())
    case _ where isDigit: return .number(try number())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: throw unexpected("a value")
    }
  }

  private mutating func object() throws(Remark) -> JSONValue {
    var members: [String: JSONValue] = [:]
    try list(closedBy: "}") { (parser) throws(Remark) in
      let (key, range) = try parser.key()
      let isFirst = members[key] == nil
      if !isFirst { parser.repeatedKeys.append(range.lowerBound) }
      let value = try parser.value()
      if isFirst { members[key] = value }
    }
    return .object(members)
  }

  private mutating func array() throws(Remark) -> JSONValue {
    var elements: [JSONValue] = []
    try list(closedBy: "]") { (parser) throws(Remark) in elements.append(try parser.value()) }
    return .array(elements)
  }

  /// Returns the places of the value at the position.
  mutating func tree() throws(Remark) -> TextTree {
    let start = position
    switch current {
    case UInt8(ascii: "{"):
      var members: [TextTree.Member] = []
      try list(closedBy: "}") { (parser) throws(Remark) in
        let (key, range) = try parser.key()
        members.append(TextTree.Member(keyRange: range, key: key, value: try parser.tree()))
      }
      return TextTree(start..<position, .object(members))
    case UInt8(ascii: "["):
      var elements: [TextTree] = []
      try list(closedBy: "]") { (parser) throws(Remark) in elements.append(try parser.tree()) }
      return TextTree(start..<position, .array(elements))
    default:
      _ = try value()
      return TextTree(start..<position, .scalar)
    }
  }

  /// Reads the key of a member, with its place, and the colon.
  private mutating func key() throws(Remark) -> (String, Range<Int>) {
    guard current == UInt8(ascii: "\"") else { throw unexpectedMember() }
    let start = position
    let key = try string()
    let range = start..<position
    skipSpace()
    guard take(":") else { throw unexpected("a colon after the key") }
    skipSpace()
    return (key, range)
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
