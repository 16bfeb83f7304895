/// Rows of words under a header, each column as wide as its widest word.
struct Table {
  enum Alignment { case left, right }

  private let alignments: [Alignment]
  /// The columns that may be omitted if there is no room, in the order of omission.
  private let optional: [Int]
  private var rows: [[String]]

  /// - Parameter optional: the titles of columns that may be omitted, in the order of omission.
  init(_ header: [(String, Alignment)], optional: [String] = []) {
    alignments = header.map(\.1)
    self.optional = optional.compactMap { title in header.firstIndex { $0.0 == title } }
    rows = [header.map(\.0)]
  }

  /// Adds a row. It must have as many words as the header.
  mutating func add(_ row: String...) { add(row) }

  mutating func add(_ row: [String]) {
    precondition(row.count == alignments.count, "a row of the table's width")
    rows.append(row)
  }

  /// The lines, without trailing spaces.
  var lines: [String] { lines(columns: nil) }

  /// The lines, each within `columns` if that is not nil. First omits optional columns, then truncates the
  /// words of the widest columns. Lines that are still too long stay as they are.
  func lines(columns: Int?) -> [String] {
    var shown = Array(alignments.indices)
    var widths = alignments.indices.map { column in rows.map { $0[column].columnCount }.max() ?? 0 }
    if let columns {
      for column in optional {
        // The screen folds the last column, which is omitted if even that does not help.
        let folded = column == shown.last ? max(widths[column] - Self.leastRest, 0) : 0
        if Self.width(of: shown, widths) - folded > columns { shown.removeAll { $0 == column } }
      }
      shrink(&widths, of: shown, to: columns)
    }
    return rows.map { row in
      let words = shown.map { column in
        let word = row[column].cut(to: widths[column])
        return alignments[column] == .left ? word.padded(to: widths[column]) : word.rightAligned(to: widths[column])
      }
      return words.joined(separator: Self.gap).trimmedAtEnd
    }
  }

  private static let gap = "  "

  private static func width(of shown: [Int], _ widths: [Int]) -> Int {
    shown.reduce(0) { $0 + widths[$1] } + gap.count * max(shown.count - 1, 0)
  }

  /// Reduces the widths of left-aligned columns. The last column keeps its width, because the screen folds it.
  private func shrink(_ widths: inout [Int], of shown: [Int], to columns: Int) {
    guard let last = shown.last else { return }
    let cuttable = shown.filter { alignments[$0] == .left && $0 != last }
    func excess() -> Int {
      let rest = min(widths[last], Self.leastRest)
      return Self.width(of: shown, widths) - widths[last] + rest - columns
    }
    while excess() > 0 {
      guard let widest = cuttable.max(by: { widths[$0] < widths[$1] }), widths[widest] > Self.leastWidth else { return }
      let next = cuttable.filter { $0 != widest }.map { widths[$0] }.max() ?? 0
      widths[widest] = max(widths[widest] - excess(), min(next, widths[widest] - 1), Self.leastWidth)
    }
  }

  /// The minimum width of a truncated column.
  private static let leastWidth = 8
  /// The width reserved for the last column; the screen folds longer words in it.
  private static let leastRest = 20
}

extension String {
  /// The text truncated to `width` columns; the last character is then an ellipsis.
  fileprivate func cut(to width: Int) -> String {
    columnCount <= width ? self : prefix(columns: max(width - 1, 0)) + "…"
  }

  var trimmedAtEnd: String {
    var text = self[...]
    while text.last == " " { text = text.dropLast() }
    return String(text)
  }
}
