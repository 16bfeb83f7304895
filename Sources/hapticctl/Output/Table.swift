/// Rows of words under a header, each column as wide as its widest word.
struct Table {
  enum Alignment { case left, right }

  private let alignments: [Alignment]
  /// The columns that are left out where there is no room, the first one first.
  private let optional: [Int]
  private var rows: [[String]]

  /// - Parameter optional: the titles of columns that may be left out, in the order in which they are.
  init(_ header: [(String, Alignment)], optional: [String] = []) {
    alignments = header.map(\.1)
    self.optional = optional.compactMap { title in header.firstIndex { $0.0 == title } }
    rows = [header.map(\.0)]
  }

  /// A row with as many words as the header has.
  mutating func add(_ row: String...) {
    precondition(row.count == alignments.count, "a row of the table's width")
    rows.append(row)
  }

  /// The lines, without spaces at their ends.
  var lines: [String] { lines(columns: nil) }

  /// Lines of at most `columns` characters, or of any length. First optional columns are left out, then words of
  /// the widest columns are cut, and at last the lines stay too long.
  func lines(columns: Int?) -> [String] {
    var shown = Array(alignments.indices)
    var widths = alignments.indices.map { column in rows.map { $0[column].visibleCount }.max() ?? 0 }
    if let columns {
      for column in optional where Self.width(of: shown, widths) > columns { shown.removeAll { $0 == column } }
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

  /// The last column is not cut: the screen folds it.
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

  /// No column is cut to less.
  private static let leastWidth = 8
  /// The width that is kept for the last column, in which long words are folded.
  private static let leastRest = 20
}

extension String {
  /// At most `width` characters, the last one a sign that there are more.
  fileprivate func cut(to width: Int) -> String {
    visibleCount <= width ? self : String(prefix(max(width - 1, 0))) + "…"
  }

  var trimmedAtEnd: String {
    var text = self[...]
    while text.last == " " { text = text.dropLast() }
    return String(text)
  }
}
