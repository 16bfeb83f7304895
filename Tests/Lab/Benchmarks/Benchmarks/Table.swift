/// The figures, for a terminal and for docs/figures.md.
struct Table {
  private let rows: [[String]]

  init(_ rows: [[String]]) { self.rows = rows }

  var text: String {
    let all = [Figure.titles] + rows
    let widths = Figure.titles.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    func line(_ row: [String]) -> String {
      zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: "  ")
    }
    let rule = widths.map { String(repeating: "-", count: $0) }.joined(separator: "  ")
    return ([line(Figure.titles), rule] + rows.map(line)).joined(separator: "\n")
  }

  var markdown: String {
    func line(_ row: [String]) -> String { "| " + row.joined(separator: " | ") + " |" }
    let rule = "|" + String(repeating: "---|", count: Figure.titles.count)
    return ([line(Figure.titles), rule] + rows.map(line)).joined(separator: "\n")
  }
}
