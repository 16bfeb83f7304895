internal import TextDiagnostics

/// A replacement of bytes in a text.
struct Splice: Equatable {
  let range: Range<Int>
  let bytes: [UInt8]

  init(_ range: Range<Int>, _ text: String) { (self.range, bytes) = (range, Array(text.utf8)) }

  init(at position: Int, _ text: String) { self.init(position..<position, text) }
}

extension [UInt8] {
  /// Applies splices that do not overlap.
  mutating func apply(_ splices: [Splice]) {
    for splice in splices.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      replaceSubrange(splice.range, with: splice.bytes)
    }
  }

  /// The spaces and line breaks that end before `position`.
  func space(before position: Int) -> String {
    let start = self[..<position].lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? 0
    return String(decoding: self[start..<position], as: UTF8.self)
  }
}

extension TextTree {
  /// Inserts an element or a member into a list in the layout of its neighbors.
  ///
  /// - Parameters:
  ///   - index: the position of the new item; nil for the end.
  ///   - layout: the space before the item if the list is empty.
  func insertion(of item: String, at index: Int? = nil, in text: [UInt8], layout: String) -> Splice {
    let items = itemRanges
    if let index, index < items.count {
      return Splice(at: items[index].lowerBound, item + "," + text.space(before: items[index].lowerBound))
    }
    guard let last = items.last else {
      let inside = range.lowerBound + 1..<range.upperBound - 1
      return Splice(inside, layout + item + (layout.contains("\n") ? String(layout.dropLast(2)) : layout))
    }
    return Splice(at: last.upperBound, "," + text.space(before: last.lowerBound) + item)
  }

  /// Removes an item of a list together with its comma.
  func removal(at index: Int) -> Splice {
    let items = itemRanges
    if index + 1 < items.count { return Splice(items[index].lowerBound..<items[index + 1].lowerBound, "") }
    if index > 0 { return Splice(items[index - 1].upperBound..<items[index].upperBound, "") }
    return Splice(range.lowerBound + 1..<range.upperBound - 1, "")
  }

  /// The ranges of the elements of an array, or of the members of an object with their keys.
  private var itemRanges: [Range<Int>] {
    elements.map(\.range) + members.map { $0.keyRange.lowerBound..<$0.value.range.upperBound }
  }
}
