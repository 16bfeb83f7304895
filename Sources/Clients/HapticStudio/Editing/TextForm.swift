/// The byte order mark and the line ends of a file. The page gets its text without them: a text field of a browser has line
/// feeds only.
package struct TextForm {
  private typealias Line = (text: ArraySlice<UInt8>, end: ArraySlice<UInt8>)

  private static let mark: [UInt8] = [0xef, 0xbb, 0xbf]
  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  private let mark: ArraySlice<UInt8>
  /// The lines; the last one has no end.
  private let lines: [Line]

  package init(_ file: [UInt8]) {
    mark = file.starts(with: Self.mark) ? file[..<Self.mark.count] : []
    var lines: [Line] = []
    var rest = file[mark.endIndex...]
    while let end = rest.firstIndex(where: { $0 == Self.lineFeed || $0 == Self.carriageReturn }) {
      let length = rest[end...].starts(with: [Self.carriageReturn, Self.lineFeed]) ? 2 : 1
      lines.append((rest[..<end], rest[end..<end + length]))
      rest = rest[(end + length)...]
    }
    lines.append((rest, []))
    self.lines = lines
  }

  /// Returns a text in the form of the file. Lines before the first change and after the last one keep their ends; a line
  /// between them gets the end of the line that it replaces, or else of the previous one.
  ///
  /// - Parameters:
  ///   - text: a text with line feeds.
  ///   - newline: the line end if the file had none.
  package func applied(to text: [UInt8], newline: [UInt8]) -> [UInt8] {
    let texts = text.split(separator: Self.lineFeed, omittingEmptySubsequences: false)
    let most = min(lines.count, texts.count)
    let before = (0..<most).first { texts[$0] != lines[$0].text } ?? most
    let shift = texts.count - lines.count
    let after =
      (0..<most - before).first { texts[texts.count - 1 - $0] != lines[lines.count - 1 - $0].text } ?? most - before
    var bytes = Array(mark)
    for (index, text) in texts.enumerated() {
      bytes += text
      guard index < texts.count - 1 else { break }
      let former = index >= texts.count - after ? index - shift : min(index, lines.count - 1 - after)
      bytes += end(ofLine: max(former, 0)) ?? newline[...]
    }
    return bytes
  }

  /// The end of a line; of the previous one for the last line, which has none.
  private func end(ofLine index: Int) -> ArraySlice<UInt8>? {
    let index = min(index, lines.count - 2)
    return index >= 0 ? lines[index].end : nil
  }
}
