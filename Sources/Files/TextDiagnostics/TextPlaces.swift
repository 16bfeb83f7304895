/// The lines and columns of byte offsets in a UTF-8 text, computed in one pass.
struct TextPlaces {
  private var places: [Int: (line: Int, column: Int)] = [:]

  init(of offsets: some Sequence<Int>, in text: [UInt8]) {
    var (position, line, column) = (0, 1, 1)
    for offset in Set(offsets).sorted() {
      while position < min(offset, text.count) {
        if text[position] == UInt8(ascii: "\n") {
          (line, column) = (line + 1, 1)
        } else if text[position] & 0b1100_0000 != 0b1000_0000 {
          column += 1
        }
        position += 1
      }
      places[offset] = (line, column)
    }
  }

  /// The line and column, from 1; nil for an offset that was not requested.
  subscript(offset: Int) -> (line: Int, column: Int)? { places[offset] }
}
