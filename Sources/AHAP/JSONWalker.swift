// A walk over a JSON text that makes nothing of it: it refuses what is too deep or too much before anything is made of
// it, it knows where the text stops being JSON, and where a value stands.
//
// The grammar is that of RFC 8259, and a comma may follow the last element or member.

/// A place in a JSON text to be found, with all that is to be found below it.
final class SoughtPlace {
  var below: [JSONPath.Step: SoughtPlace] = [:]
  /// Where the value starts, and its key where it has one; nil until it is found.
  var value: Int?
  var key: Int?

  /// The place that `path` leads to from here.
  func place(at path: JSONPath) -> SoughtPlace {
    path.steps.reduce(self) { place, step in
      if let known = place.below[step] { return known }
      let new = SoughtPlace()
      place.below[step] = new
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
  /// Where commas stand that nothing follows.
  private(set) var trailingCommas: [Int] = []
  /// Where keys stand that their object has already.
  private(set) var repeatedKeys: [Int] = []

  init(_ text: [UInt8], limits: FileLimits) {
    self.text = text
    self.limits = limits
  }

  /// Walks over the whole text and fills in `sought`. Throws where the text stops being JSON, or goes beyond the limits.
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
      if !keys.insert(key) { walker.noteRepeatedKey(at: start) }
      let place = sought.flatMap { $0.below.isEmpty ? nil : $0.below[.key(Self.decoded(key))] }
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

  /// Members with commas between them, and perhaps one after them.
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

  private mutating func noteRepeatedKey(at offset: Int) {
    repeatedKeys.append(offset)
  }

  /// The key as the builder sees it; `quoted` has its quotation marks.
  private static func decoded(_ quoted: ArraySlice<UInt8>) -> String {
    JSONBuilder.string(quoted)
  }
}

/// The keys of one object, as they are written. Nearly all objects have a few keys, which are compared sooner than they
/// are hashed.
private struct SeenKeys {
  private static let few = 8
  private var first: [ArraySlice<UInt8>] = []
  private var others: Set<ArraySlice<UInt8>> = []

  /// False where the key has been seen before.
  mutating func insert(_ key: ArraySlice<UInt8>) -> Bool {
    if first.contains(where: { $0.count == key.count && $0.elementsEqual(key) }) { return false }
    guard first.count == Self.few else {
      first.append(key)
      return true
    }
    return others.insert(key).inserted
  }
}
