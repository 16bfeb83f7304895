internal import PreferenceFiles
internal import TextDiagnostics

extension TextEdit {
  // MARK: Replacing

  static func replacing(
    _ node: TOMLNode, by text: String, _ lines: TextLines, _ key: PreferenceKey
  ) throws(EditRefusal) -> TextEdit {
    TextEdit(try range(of: node, lines, key), text)
  }

  private static func range(
    of node: TOMLNode, _ lines: TextLines, _ key: PreferenceKey
  ) throws(EditRefusal) -> Range<Int> {
    let start = lines.offset(of: node.begin)
    let range = start..<max(start, lines.offset(of: node.end))
    // No valid word of a list contains `#`, so it starts a comment.
    if case .array = node.value, lines.bytes[range].contains(UInt8(ascii: "#")) {
      throw .form(key, line: node.place.line, reason: "its list contains comments")
    }
    if node.children != nil { throw .form(key, line: node.place.line, reason: "it is a table") }
    return range
  }

  // MARK: Removing

  static func removing(
    _ node: TOMLNode, of table: TOMLNode?, _ lines: TextLines, _ key: PreferenceKey
  ) throws(EditRefusal) -> TextEdit {
    let value = try range(of: node, lines, key)
    let start = lines.start(ofLineAt: lines.offset(of: node.place))
    let end = lines.end(ofLineAt: max(value.upperBound - 1, start))
    let comment = lines.bytes[value.upperBound..<end].firstIndex(of: UInt8(ascii: "#"))
    if comment == nil, let table, let header = emptied(table, lines, from: start, to: end) {
      return TextEdit(range: header..<end, bytes: [])
    }
    return TextEdit(range: start..<(comment ?? end), bytes: [])
  }

  /// The start of the range to remove if the table becomes empty: the header is in the line above, alone in its line,
  /// and the line above the header is empty. Nil if the table stays.
  private static func emptied(_ table: TOMLNode, _ lines: TextLines, from start: Int, to end: Int) -> Int? {
    let header = lines.offset(of: table.begin)
    guard table.children?.count == 1, table.hasHeader(in: lines), lines.end(ofLineAt: header) == start,
      lines.words(ofLineAt: header).last == UInt8(ascii: "]"),
      end == lines.bytes.count || lines.words(ofLineAt: end).first.map({ $0 == UInt8(ascii: "[") }) ?? true
    else { return nil }
    let line = lines.start(ofLineAt: header)
    if line == lines.beginning { return line }
    let above = lines.start(ofLineAt: line - 1)
    return lines.words(ofLineAt: above).isEmpty ? above : nil
  }

  // MARK: Inserting

  static func inserting(
    _ line: String, at place: KeyPosition, in document: TOMLDocument, _ lines: TextLines, _ key: PreferenceKey
  ) throws(EditRefusal) -> TextEdit {
    if place.isInBraces {
      throw .form(key, line: place.tables.last?.place.line, reason: "its table is an inline table")
    }
    if place.path.isEmpty { return atTop(line, document.root, lines) }
    guard let table = place.table else { return atEnd(place, line, lines) }
    if table.hasHeader(in: lines) { return below(table.children ?? [], orAt: table, line, lines) }
    if lines.hasBracket(at: table.begin) { return atEnd(place, line, lines) }
    // The table is made by its keys.
    guard !place.tables.contains(where: { lines.hasBracket(at: $0.begin) }) else {
      throw .form(key, line: table.place.line, reason: "its table is written as dotted keys below a header")
    }
    return below(table.children ?? [], orAt: table, "\(place.dottedPath).\(line)", lines)
  }

  /// Inserts a line after the last key of a table, or after its header.
  private static func below(
    _ children: [TOMLNode], orAt table: TOMLNode, _ line: String, _ lines: TextLines
  ) -> TextEdit {
    guard let last = children.filter({ $0.children == nil }).max(by: { $0.end < $1.end }) else {
      return behind(lines.offset(of: table.begin), line, lines)
    }
    return behind(lines.offset(of: last.end) - 1, line, lines, like: lines.offset(of: last.place))
  }

  /// Inserts a line after the last key without a header, or above the first header and its comments.
  private static func atTop(_ line: String, _ root: [TOMLNode], _ lines: TextLines) -> TextEdit {
    if let last = root.filter({ $0.children == nil && !$0.isArrayOfTables(in: lines) }).max(by: { $0.end < $1.end }) {
      return behind(lines.offset(of: last.end) - 1, line, lines, like: lines.offset(of: last.place))
    }
    let headers = root.map(\.begin).filter { lines.hasBracket(at: $0) }
    guard var start = headers.min().map({ lines.start(ofLineAt: lines.offset(of: $0)) }) else {
      return behind(lines.bytes.count, line, lines)
    }
    while start > lines.beginning, lines.words(ofLineAt: start - 1).first == UInt8(ascii: "#") {
      start = lines.start(ofLineAt: start - 1)
    }
    return TextEdit(range: start..<start, bytes: Array(line.utf8) + lines.lineEnd + lines.lineEnd)
  }

  /// Appends a new table, separated by an empty line.
  private static func atEnd(_ place: KeyPosition, _ line: String, _ lines: TextLines) -> TextEdit {
    let end = lines.bytes.count
    let last = lines.start(ofLineAt: end)
    var text: [UInt8] = last < end ? lines.lineEnd : []
    if end > lines.beginning { text += lines.lineEnd }
    return TextEdit(
      range: end..<end,
      bytes: text + Array("[\(place.dottedPath)]".utf8) + lines.lineEnd + Array(line.utf8) + lines.lineEnd)
  }

  /// Inserts a line after the line of `offset`, with the indentation of the line of `other`.
  private static func behind(
    _ offset: Int, _ line: String, _ lines: TextLines, like other: Int? = nil
  ) -> TextEdit {
    let end = lines.end(ofLineAt: offset)
    let isUnended = end > lines.beginning && lines.bytes[end - 1] != UInt8(ascii: "\n")
    let indentation = other.map { Array(lines.indentation(ofLineAt: $0)) } ?? []
    return TextEdit(
      range: end..<end, bytes: (isUnended ? lines.lineEnd : []) + indentation + Array(line.utf8) + lines.lineEnd)
  }
}

extension TOMLNode {
  /// Whether the node is `[[table]]`, an array that starts at a header.
  fileprivate func isArrayOfTables(in lines: TextLines) -> Bool {
    guard case .array(let items) = value, let first = items.first, first.children != nil else { return false }
    return place.line >= begin.line && lines.bytes[lines.start(ofLineAt: lines.offset(of: place))] == UInt8(ascii: "[")
  }
}
