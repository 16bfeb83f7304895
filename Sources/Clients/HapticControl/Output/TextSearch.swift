// The functions of the standard library that search for texts come with its regular expressions, a tenth of the program.

extension StringProtocol {
  /// The place of the first occurrence of a text, by its bytes; nil if there is none.
  func firstOccurrence(of text: String) -> Range<Index>? {
    let bytes = Array(text.utf8)
    guard let first = bytes.first else { return startIndex..<startIndex }
    var rest = utf8[...]
    while let start = rest.firstIndex(of: first) {
      rest = utf8[start...]
      if rest.starts(with: bytes) { return start..<utf8.index(start, offsetBy: bytes.count) }
      rest = rest.dropFirst()
    }
    return nil
  }

  /// Whether a text occurs in this one.
  func includes(_ text: String) -> Bool { firstOccurrence(of: text) != nil }
}
