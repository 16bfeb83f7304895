internal import PreferenceFiles

// The picture of the settings page: the list, and below it the selected setting in words.

extension SettingsPage {
  func draw(on frame: inout Frame) {
    let details = details(columns: frame.columns)
    let help = Self.help(columns: frame.columns)
    // The title, at least one row of the list, and the keys if there is room.
    let room = max(frame.rows - 2 - help.count, 0)
    let shown = Array(details.prefix(min(room, max(frame.rows * 2 / 3, 1))))
    let listRows = max(frame.rows - 1 - shown.count - help.count, 1)
    frame.add(title(columns: frame.columns))
    for (line, color) in listLines(rows: listRows, columns: frame.columns) { frame.add(line, color) }
    for (line, color) in shown { frame.add(line, color) }
    for line in help { frame.add(line) }
  }

  private func title(columns: Int) -> String {
    let position = "\(selected + 1)/\(rows.count)"
    let name = "settings of hapticd"
    return name.padded(to: max(columns - position.count - 1, name.count + 1)) + position
  }

  // MARK: List

  private func listLines(rows: Int, columns: Int) -> [(String, Color?)] {
    var lines: [(String, Color?)] = []
    var (selectedLine, heading) = (0, "")
    for (index, row) in self.rows.enumerated() {
      if row.heading != heading {
        heading = row.heading
        lines.append((heading, .yellow))
      }
      if index == selected { selectedLine = lines.count }
      lines.append((line(row, isSelected: index == selected, columns: columns), index == selected ? .green : nil))
    }
    // The heading of the first row stays visible.
    let first = min(max(selectedLine - rows / 2, 0), max(lines.count - rows, 0))
    let part = lines[first..<min(first + rows, lines.count)]
    return part + Array(repeating: ("", nil), count: rows - part.count)
  }

  private func line(_ row: PreferenceRow, isSelected: Bool, columns: Int) -> String {
    let name = (isSelected ? "> " : "  ") + row.key.setting.name
    let source = columns >= Self.wide ? row.shortSource : row.shortSource == "default" ? "" : "*"
    let sourceWidth = columns >= Self.wide ? 10 : 2
    let nameWidth = min(Self.nameWidth, columns / 2)
    let valueWidth = max(columns - nameWidth - sourceWidth - 2, 1)
    return String(name.prefix(nameWidth)).padded(to: nameWidth) + " "
      + String((row.typedValue ?? "-").prefix(columns: valueWidth)).padded(to: valueWidth) + " " + source
  }

  /// The width from which sources are words.
  private static let wide = 50
  private static let nameWidth = 22

  // MARK: Selected setting

  private func details(columns: Int) -> [(String, Color?)] {
    let row = self.row
    var lines: [(String, Color?)] = [(String(repeating: "-", count: columns), nil)]
    func add(_ text: String, _ color: Color? = nil) {
      lines += text.folded(to: columns, indent: 2).map { ($0, color) }
    }
    if let editor {
      let prompt = String("\(row.key.setting.name): ".suffix(max(columns / 2, 1)))
      lines.append((prompt + editor.shown(columns: columns - prompt.count), .green))
      add(row.key.setting.kind.remedy)
    }
    if !news.isEmpty { add(news, .yellow) }
    add("\(row.key) = \(row.text)")
    add(row.key.setting.meaning)
    add("from: " + row.place + (row.defaultNote ?? ""))
    if editor == nil { add(row.key.setting.kind.remedy) }
    if let complaint { add(complaint, .red) }
    return lines
  }

  /// The keys, in one or two lines.
  private static func help(columns: Int) -> [String] {
    let words = "left right change, Enter types, space feels it, d default, Tab next table, q ends"
    return Array(words.folded(to: max(columns, 1), indent: 0).prefix(columns >= 40 ? 2 : 1))
  }
}

extension PreferenceRow {
  var heading: String {
    switch key.setting.table {
    case .general: "general"
    case .application, .device: "\(key.setting.table.name) \(key.name)"
    default: key.setting.table.name
    }
  }

  var shortSource: String {
    if isKept { return "kept" }
    guard let origin else { return "default" }
    return origin.isGSettings ? "GSettings" : "file"
  }
}
