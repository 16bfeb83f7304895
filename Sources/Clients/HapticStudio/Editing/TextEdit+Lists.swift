internal import TextDiagnostics

extension [UInt8] {
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
  func insertion(of item: String, at index: Int? = nil, in text: [UInt8], layout: String) -> TextEdit {
    let items = itemRanges
    if let index, index < items.count {
      return TextEdit(
        items[index].lowerBound..<items[index].lowerBound, item + "," + text.space(before: items[index].lowerBound))
    }
    guard let last = items.last else {
      let inside = range.lowerBound + 1..<range.upperBound - 1
      return TextEdit(inside, layout + item + (layout.contains("\n") ? String(layout.dropLast(2)) : layout))
    }
    return TextEdit(last.upperBound..<last.upperBound, "," + text.space(before: last.lowerBound) + item)
  }

  /// Removes an item of a list together with its comma.
  func removal(at index: Int) -> TextEdit {
    let items = itemRanges
    if index + 1 < items.count { return TextEdit(items[index].lowerBound..<items[index + 1].lowerBound, "") }
    if index > 0 { return TextEdit(items[index - 1].upperBound..<items[index].upperBound, "") }
    return TextEdit(range.lowerBound + 1..<range.upperBound - 1, "")
  }

  /// The ranges of the elements of an array, or of the members of an object with their keys.
  private var itemRanges: [Range<Int>] {
    elements.map(\.range) + members.map { $0.keyRange.lowerBound..<$0.value.range.upperBound }
  }
}
