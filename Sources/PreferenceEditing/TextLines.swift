internal import PreferenceFiles

/// Where lines and columns of a text are among its bytes.
struct TextLines {
  let bytes: [UInt8]
  /// Where each line starts, a mark of the byte order in front not counted; the last one may be empty.
  private let starts: [Int]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let first = bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
    starts = [first] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  }

  private static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

  /// Where text begins.
  var beginning: Int { starts[0] }

  /// The end of the text, where the place is behind it.
  func offset(of place: TextPlace) -> Int {
    guard starts.indices.contains(place.line - 1) else { return bytes.count }
    var offset = starts[place.line - 1]
    for _ in 1..<max(place.column, 1) where offset < bytes.count {
      offset += 1
      while offset < bytes.count, bytes[offset] & 0xc0 == 0x80 { offset += 1 }
    }
    return offset
  }

  /// Where the line starts that has this byte.
  func start(ofLineAt offset: Int) -> Int { starts.last { $0 <= offset } ?? beginning }

  /// Where the line after the one that has this byte starts; the end of the text where there is none.
  func end(ofLineAt offset: Int) -> Int { starts.first { $0 > offset } ?? bytes.count }

  /// The line that has this byte, without its end and the spaces around it.
  func words(ofLineAt offset: Int) -> ArraySlice<UInt8> {
    var line = bytes[start(ofLineAt: offset)..<end(ofLineAt: offset)]
    while let last = line.last, Self.isSpace(last) { line.removeLast() }
    return line.drop { Self.isSpace($0) }
  }

  /// The spaces at the start of the line that has this byte.
  func indentation(ofLineAt offset: Int) -> ArraySlice<UInt8> {
    bytes[start(ofLineAt: offset)...].prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  }

  /// How lines end here.
  var lineEnd: [UInt8] {
    let first = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? 0
    return first > 0 && bytes[first - 1] == UInt8(ascii: "\r") ? Array("\r\n".utf8) : Array("\n".utf8)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n")
  }
}
