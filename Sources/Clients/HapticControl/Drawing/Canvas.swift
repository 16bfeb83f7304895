/// A drawing surface made of braille characters, each two dots wide and four dots high.
struct Canvas {
  let columns: Int
  let rows: Int
  private var cells: [UInt8]

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = [UInt8](repeating: 0, count: columns * rows)
  }

  /// The width in dots.
  var width: Int { columns * 2 }
  var height: Int { rows * 4 }

  /// Draws a bar of `dots` from the bottom. Dots outside the canvas are ignored.
  mutating func raise(at x: Int, dots: Int) {
    guard (0..<width).contains(x) else { return }
    for fromBottom in 0..<min(max(dots, 0), height) { set(x, height - 1 - fromBottom) }
  }

  /// Sets the top dot of a bar of `dots`. Dots outside the canvas are ignored.
  mutating func mark(at x: Int, dot: Int) {
    guard (0..<width).contains(x), (1...height).contains(dot) else { return }
    set(x, height - dot)
  }

  private mutating func set(_ x: Int, _ y: Int) {
    cells[y / 4 * columns + x / 2] |= Self.bits[y % 4][x % 2]
  }

  /// The lines from top to bottom, without trailing blanks.
  var lines: [String] {
    (0..<rows).map { row in
      let scalars = cells[row * columns..<(row + 1) * columns].map { cell in
        cell == 0 ? " " : Character(Unicode.Scalar(0x2800 + UInt32(cell))!)
      }
      return String(scalars).trimmedAtEnd
    }
  }

  /// The bit of each dot of a braille character, by row and column. Unicode numbers the fourth row after the first
  /// three.
  private static let bits: [[UInt8]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]
}
