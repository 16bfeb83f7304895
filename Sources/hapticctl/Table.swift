/// Rows of words under a header, each column as wide as its widest word.
struct Table {
  enum Alignment { case left, right }

  private let alignments: [Alignment]
  private var rows: [[String]]

  init(_ header: [(String, Alignment)]) {
    alignments = header.map(\.1)
    rows = [header.map(\.0)]
  }

  /// A row with as many words as the header has.
  mutating func add(_ row: String...) {
    precondition(row.count == alignments.count, "a row of the table's width")
    rows.append(row)
  }

  /// The lines, without spaces at their ends.
  var lines: [String] {
    let widths = alignments.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let words = row.enumerated().map { column, word in
        alignments[column] == .left ? word.padded(to: widths[column]) : word.rightAligned(to: widths[column])
      }
      return words.joined(separator: "  ").trimmedAtEnd
    }
  }
}

extension String {
  var trimmedAtEnd: String {
    var text = self[...]
    while text.last == " " { text = text.dropLast() }
    return String(text)
  }
}
