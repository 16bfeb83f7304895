/// A replacement of a range of bytes in a text.
package struct TextEdit: Equatable, Sendable {
  package let range: Range<Int>
  package let bytes: [UInt8]

  package init(range: Range<Int>, bytes: [UInt8]) { (self.range, self.bytes) = (range, bytes) }

  package init(_ range: Range<Int>, _ text: String) { self.init(range: range, bytes: Array(text.utf8)) }
}

extension [UInt8] {
  /// Applies edits that do not overlap.
  package mutating func apply(_ edits: [TextEdit]) {
    for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      replaceSubrange(edit.range, with: edit.bytes)
    }
  }
}
