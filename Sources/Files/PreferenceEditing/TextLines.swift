internal import PreferenceFiles

/// The byte offsets of lines and columns in a text.
struct TextLines {
  let bytes: [UInt8]
  /// The start of each line, after the byte order mark in the first line; the last line may be empty.
  private let starts: [Int]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let first = bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
    starts = [first] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  }

  private static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

  /// The start of the text, after the byte order mark.
  var beginning: Int { starts[0] }

  /// The byte offset of a position; the end of the text for a position after it.
  func offset(of place: TextPlace) -> Int {
    guard starts.indices.contains(place.line - 1) else { return bytes.count }
    var offset = starts[place.line - 1]
    for _ in 1..<max(place.column, 1) where offset < bytes.count {
      offset += 1
      while offset < bytes.count, bytes[offset] & 0xc0 == 0x80 { offset += 1 }
    }
    return offset
  }

  /// Whether a bracket is at a position, as at the start of a header.
  func hasBracket(at place: TextPlace) -> Bool { bytes[offset(of: place)...].first == UInt8(ascii: "[") }

  /// The start of the line that contains this byte.
  func start(ofLineAt offset: Int) -> Int { starts.last { $0 <= offset } ?? beginning }

  /// The start of the next line, or the end of the text if there is none.
  func end(ofLineAt offset: Int) -> Int { starts.first { $0 > offset } ?? bytes.count }

  /// The line that contains this byte, without its end and the spaces around it.
  func words(ofLineAt offset: Int) -> ArraySlice<UInt8> {
    var line = bytes[start(ofLineAt: offset)..<end(ofLineAt: offset)]
    while let last = line.last, Self.isSpace(last) { line.removeLast() }
    return line.drop { Self.isSpace($0) }
  }

  /// The spaces at the start of the line that contains this byte.
  func indentation(ofLineAt offset: Int) -> ArraySlice<UInt8> {
    bytes[start(ofLineAt: offset)...].prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  }

  /// The line end of this file, by its first line.
  var lineEnd: [UInt8] {
    let first = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? 0
    return first > 0 && bytes[first - 1] == UInt8(ascii: "\r") ? Array("\r\n".utf8) : Array("\n".utf8)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n")
  }
}
