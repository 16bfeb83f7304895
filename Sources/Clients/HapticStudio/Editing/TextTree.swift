internal import TextDiagnostics

/// The places of all values in a JSON text.
///
/// Expects a text that `JSONDocument` accepts; other texts give a tree of the part before the mistake.
package struct TextTree: Sendable {
  /// The bytes of a value.
  let range: Range<Int>
  let content: Content

  enum Content {
    case object([Member])
    case array([TextTree])
    /// A string, a number or a word.
    case scalar
  }

  struct Member {
    /// The bytes of the key with its quotation marks.
    let keyRange: Range<Int>
    let key: String
    let value: TextTree
  }

  package init(_ text: [UInt8]) {
    var scanner = TextScanner(text)
    self = scanner.value(depth: 0)
  }

  init(_ range: Range<Int>, _ content: Content) { (self.range, self.content) = (range, content) }

  var elements: [TextTree] { if case .array(let elements) = content { elements } else { [] } }

  var members: [Member] { if case .object(let members) = content { members } else { [] } }

  /// The value that a reader takes for a key: the first one with this key, or with it in another case.
  subscript(key: String) -> TextTree? {
    let same = members.filter { $0.key.lowercased() == key.lowercased() }
    return (same.first { $0.key == key } ?? same.min { $0.key < $1.key })?.value
  }
}

/// Reads the places of values in a text.
private struct TextScanner {
  private let text: [UInt8]
  private var position = 0
  /// Deeper values have no content.
  private static let deepest = 64

  init(_ text: [UInt8]) { self.text = text }

  private var current: UInt8? { position < text.count ? text[position] : nil }

  private mutating func skipSpace() {
    while let byte = current, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 { position += 1 }
  }

  mutating func value(depth: Int) -> TextTree {
    skipSpace()
    let start = position
    switch current {
    case UInt8(ascii: "{") where depth < Self.deepest:
      let members = list(closedBy: UInt8(ascii: "}")) { $0.member(depth: depth) }
      return TextTree(start..<position, .object(members))
    case UInt8(ascii: "[") where depth < Self.deepest:
      let elements = list(closedBy: UInt8(ascii: "]")) { $0.value(depth: depth + 1) }
      return TextTree(start..<position, .array(elements))
    case UInt8(ascii: "\""): skipString()
    default: skipWord()
    }
    return TextTree(start..<position, .scalar)
  }

  private mutating func list<Item>(closedBy end: UInt8, _ item: (inout TextScanner) -> Item) -> [Item] {
    position += 1
    var items: [Item] = []
    while true {
      skipSpace()
      guard let byte = current, byte != end else { break }
      let before = position
      if byte == UInt8(ascii: ",") { position += 1 } else { items.append(item(&self)) }
      if position == before { break }
    }
    if current == end { position += 1 }
    return items
  }

  private mutating func member(depth: Int) -> TextTree.Member {
    let start = position
    if current == UInt8(ascii: "\"") { skipString() } else { skipWord() }
    let range = start..<position
    skipSpace()
    if current == UInt8(ascii: ":") { position += 1 }
    return TextTree.Member(keyRange: range, key: Self.key(text[range]), value: value(depth: depth + 1))
  }

  private mutating func skipString() {
    position += 1
    while let byte = current, byte != UInt8(ascii: "\"") { position += byte == UInt8(ascii: "\\") ? 2 : 1 }
    position = min(position + 1, text.count)
  }

  private mutating func skipWord() {
    while let byte = current, byte > 0x20, !#",:[]{}""#.utf8.contains(byte) { position += 1 }
  }

  /// Returns the key without quotation marks and escapes.
  private static func key(_ quoted: ArraySlice<UInt8>) -> String {
    if quoted.contains(UInt8(ascii: "\\")), case .string(let key)? = (try? JSONDocument(Array(quoted)))?.root.value {
      return key
    }
    return String(decoding: quoted.dropFirst().dropLast(), as: UTF8.self)
  }
}
