/// The places of all values in a JSON text.
package struct TextTree: Sendable {
  /// The bytes of the value.
  package let range: Range<Int>
  package let content: Content

  package enum Content: Sendable {
    case object([Member])
    case array([TextTree])
    /// A string, a number or a word.
    case scalar
  }

  package struct Member: Sendable {
    /// The bytes of the key with its quotation marks.
    package let keyRange: Range<Int>
    package let key: String
    package let value: TextTree
  }

  /// Finds the places in a text that `JSONDocument` accepts. Another text counts as one scalar.
  package init(_ text: [UInt8], limits: FileLimits = .standard) {
    var parser = JSONParser(text, limits: limits)
    parser.skipSpace()
    self = (try? parser.tree()) ?? TextTree(0..<text.count, .scalar)
  }

  init(_ range: Range<Int>, _ content: Content) { (self.range, self.content) = (range, content) }

  package var elements: [TextTree] { if case .array(let elements) = content { elements } else { [] } }

  package var members: [Member] { if case .object(let members) = content { members } else { [] } }

  /// The value that a reader takes for a key: the first one with this key, or with it in another case.
  package subscript(key: String) -> TextTree? {
    let same = members.filter { $0.key.lowercased() == key.lowercased() }
    return (same.first { $0.key == key } ?? same.min { $0.key < $1.key })?.value
  }

  /// Returns the value at a path and its key, if it has one; nil if the text has no such value.
  func find(_ path: JSONPath) -> (key: Range<Int>?, value: TextTree)? {
    switch path {
    case .root: return (nil, self)
    case .member(let parent, let key):
      guard let member = find(parent)?.value.members.first(where: { $0.key == key }) else { return nil }
      return (member.keyRange, member.value)
    case .element(let parent, let index):
      guard let elements = find(parent)?.value.elements, elements.indices.contains(index) else { return nil }
      return (nil, elements[index])
    }
  }
}
