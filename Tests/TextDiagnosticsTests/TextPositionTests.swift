import Testing

@testable import TextDiagnostics

/// Positions in a text as browsers count them.
@Suite struct TextPositionTests {
  @Test func `positions agree with Swift's own counting`() {
    let text = "a\u{e9}\n😀b\n\n" + String(repeating: "x😀\n\u{e9}", count: 200)
    let positions = TextPositions(Array(text.utf8))
    for index in text.indices {
      let before = text[..<index]
      let byte = before.utf8.count
      let line = before.filter { $0 == "\n" }.count + 1
      let column =
        before.split(separator: "\n", omittingEmptySubsequences: false).last.map { $0.unicodeScalars.count + 1 } ?? 1
      #expect(positions[byte] == .init(offset: before.utf16.count, line: line, column: column), "\(byte)")
      #expect(positions.offset(line: line, column: column) == before.utf16.count, "\(byte)")
    }
    #expect(positions[9999].offset == text.utf16.count)
    #expect(positions.offset(line: 9999, column: 1) == text.utf16.count)
  }
}
