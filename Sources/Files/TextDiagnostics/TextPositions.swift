internal import HapticPatterns

/// The positions of bytes in a text as editors and browsers count them.
package struct TextPositions: Sendable {
  /// A position: the offset in units of UTF-16 as in a browser, and line and column from 1.
  package struct Position: Equatable, Sendable {
    package fileprivate(set) var offset = 0
    package fileprivate(set) var line = 1
    package fileprivate(set) var column = 1

    /// Goes on by one byte.
    fileprivate mutating func pass(_ byte: UInt8) {
      if byte == UInt8(ascii: "\n") {
        self = Self(offset: offset + 1, line: line + 1, column: 1)
      } else if byte & 0xc0 != 0x80 {
        // Characters of four bytes are two units.
        offset += byte >= 0xf0 ? 2 : 1
        column += 1
      }
    }
  }

  private let text: [UInt8]
  /// The positions of every `stride`th byte.
  private var marks: [Position] = []
  private static let stride = 256

  /// - Parameter text: a text in UTF-8.
  package init(_ text: [UInt8]) {
    self.text = text
    marks.reserveCapacity(text.count / Self.stride + 1)
    var position = Position()
    for (index, byte) in text.enumerated() {
      if index % Self.stride == 0 { marks.append(position) }
      position.pass(byte)
    }
    if text.count % Self.stride == 0 { marks.append(position) }
  }

  /// The position of a byte; that of the end for a byte after it.
  package subscript(byte: Int) -> Position {
    let byte = min(max(byte, 0), text.count)
    var position = marks[byte / Self.stride]
    for index in byte / Self.stride * Self.stride..<byte { position.pass(text[index]) }
    return position
  }

  /// The offset in units of UTF-16 of a line and column, which count from 1.
  package func offset(line: Int, column: Int) -> Int {
    let later = firstPosition(in: marks.indices) { (marks[$0].line, marks[$0].column) > (line, column) }
    let mark = max(later - 1, 0)
    var position = marks[mark]
    for byte in text.dropFirst(mark * Self.stride) {
      if (position.line, position.column) >= (line, column) { break }
      position.pass(byte)
    }
    return position.offset
  }
}
