// Checks a JSON text without building values: it refuses excessive nesting and size before any value is built, and
// finds the position of a syntax error or of a value.
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
    path.components.reduce(self) { place, component in
      if let known = place.below[component] { return known }
      let new = SoughtPlace()
      place.below[component] = new
      return new
    }
  }
}

struct JSONWalker {
  let text: [UInt8]
  let limits: FileLimits
  var position = 0
  private var values = 0
  private var depth = 0
  /// The offsets of trailing commas.
  private(set) var trailingCommas: [Int] = []
  /// The offsets of keys that occur earlier in their object.
  private(set) var repeatedKeys: [Int] = []

  init(_ text: [UInt8], limits: FileLimits) {
    self.text = text
    self.limits = limits
  }

  /// Checks the whole text and fills in `sought`.
  ///
  /// - Throws: a remark at the position at which the text is not JSON or exceeds a limit.
  mutating func walk(_ sought: SoughtPlace? = nil) throws(Remark) {
    position = 0
    skipSpace()
    try value(sought)
    skipSpace()
    guard position == text.count else {
      throw broken("text after the end of the value", "keep one object in the file")
    }
  }

  private mutating func value(_ sought: SoughtPlace?) throws(Remark) {
    values += 1
    guard values <= limits.maximumValues else {
      throw broken("more than \(limits.maximumValues) values", "split it into several files")
    }
    if let sought, sought.value == nil { sought.value = position }
    switch current {
    case UInt8(ascii: "{"): try object(sought)
    case UInt8(ascii: "["): try array(sought)
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "-"): try number()
    case _ where isDigit: try number()
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    case UInt8(ascii: "n"): try word("null")
    default: throw unexpected("a value")
    }
  }

  private mutating func object(_ sought: SoughtPlace?) throws(Remark) {
    var keys = SeenKeys()
    try members(closedBy: "}") { (walker, _) throws(Remark) in
      guard walker.current == UInt8(ascii: "\"") else { throw walker.unexpectedMember() }
      let start = walker.position
      try walker.string()
      let key = walker.text[start..<walker.position]
      if !keys.insert(key) { walker.repeatedKeys.append(start) }
      let place = sought.flatMap { $0.below.isEmpty ? nil : $0.below[.key(JSONBuilder.string(key))] }
      if let place, place.key == nil { place.key = start }
      walker.skipSpace()
      guard walker.take(":") else { throw walker.unexpected("a colon after the key") }
      walker.skipSpace()
      try walker.value(place)
    }
  }

  private mutating func array(_ sought: SoughtPlace?) throws(Remark) {
    try members(closedBy: "]") { (walker, index) throws(Remark) in
      try walker.value(sought.flatMap { $0.below.isEmpty ? nil : $0.below[.index(index)] })
    }
  }

  /// Reads members separated by commas, with an optional comma after the last one.
  private mutating func members(
    closedBy end: Unicode.Scalar, _ member: (inout JSONWalker, Int) throws(Remark) -> Void
  ) throws(Remark) {
    depth += 1
    guard depth <= limits.maximumNesting else {
      throw broken("nested deeper than \(limits.maximumNesting)", "a pattern needs at most 7 levels")
    }
    position += 1
    skipSpace()
    var count = 0
    var comma: Int?
    while !take(end) {
      guard count == 0 || comma != nil else { throw unexpected("a comma or \(end)") }
      try member(&self, count)
      count += 1
      skipSpace()
      comma = current == UInt8(ascii: ",") ? position : nil
      if comma != nil { position += 1 }
      skipSpace()
    }
    if let comma { trailingCommas.append(comma) }
    depth -= 1
  }
}

/// The keys of one object, in their written form. Nearly all objects have a few keys, which are faster to compare than
/// to hash.
private struct SeenKeys {
  private static let few = 8
  private var first: [ArraySlice<UInt8>] = []
  private var others: Set<ArraySlice<UInt8>> = []

  /// Returns false if the key was inserted before.
  mutating func insert(_ key: ArraySlice<UInt8>) -> Bool {
    if first.contains(where: { $0.count == key.count && $0.elementsEqual(key) }) { return false }
    guard first.count == Self.few else {
      first.append(key)
      return true
    }
    return others.insert(key).inserted
  }
}
