internal import CTOML
package import TextDiagnostics

/// A TOML document, parsed by toml++.
package struct TOMLDocument: Sendable {
  /// The tables and keys at the top level.
  package let root: [TOMLNode]

  /// The maximum depth of listed nodes. A key of an application is at the third level; deeper levels show the parts
  /// of an application's id that is not quoted.
  private static let depth: UInt32 = 8

  /// - Throws: a finding with its position if the bytes are not text, are too large, or are not TOML.
  package static func read(_ bytes: [UInt8]) throws(Refused) -> TOMLDocument {
    try TextChecks.check(bytes)
    if bytes.isEmpty { return TOMLDocument(root: []) }
    // unsafe: the parser does not keep the bytes
    let document = unsafe ShiftedScalars.shifted(bytes).withUnsafeBytes { buffer in
      unsafe buffer.withMemoryRebound(to: CChar.self) { text in
        unsafe ctoml_read(text.baseAddress!, text.count, depth)
      }
    }
    guard let document = unsafe document else {
      throw Refused(Finding(.error, message: "not enough memory to read the file", remedy: "make the file smaller"))
    }
    defer { unsafe ctoml_free(document) }
    var text = unsafe ctoml_text()
    var place = ctoml_place()
    guard unsafe ctoml_is_fine(document, &text, &place) else {
      throw Refused(.invalidTOML(ShiftedScalars.restored(message: unsafe string(text)), at: TextPlace(place)))
    }
    var index = 0
    return unsafe TOMLDocument(root: children(of: document, from: &index, depth: 1))
  }

  /// The nodes of a level, from an index on, in the order of the text. Recursion is limited by the depth of the list.
  private static func children(of document: OpaquePointer, from index: inout Int, depth: UInt32) -> [TOMLNode] {
    var nodes: [TOMLNode] = []
    while unsafe index < ctoml_count(document) {
      let node = unsafe ctoml_node_at(document, index)
      guard unsafe node.depth == depth else { break }
      index += 1
      let below = unsafe children(of: document, from: &index, depth: depth + 1)
      unsafe nodes.append(TOMLNode(node, below))
    }
    return nodes.sorted { $0.place < $1.place }
  }

  fileprivate static func string(_ text: ctoml_text) -> String {
    unsafe UnsafeRawBufferPointer(start: text.bytes, count: text.bytes == nil ? 0 : text.count).withMemoryRebound(
      to: UInt8.self
    ) { unsafe String(decoding: $0, as: UTF8.self) }
  }
}

extension TOMLNode {
  fileprivate init(_ node: ctoml_node, _ children: [TOMLNode]) {
    let isItem = unsafe node.key_begin.line == 0
    self.init(
      key: unsafe ShiftedScalars.restored(TOMLDocument.string(node.key)),
      keyPlace: isItem ? nil : unsafe TextPlace(node.key_begin),
      begin: unsafe TextPlace(node.begin), end: unsafe TextPlace(node.end),
      value: unsafe TOMLValue(node, children))
  }
}

extension TOMLValue {
  fileprivate init(_ node: ctoml_node, _ children: [TOMLNode]) {
    switch unsafe node.type {
    case CTOML_TABLE: self = .table(children, isInline: unsafe node.is_inline)
    case CTOML_ARRAY: self = .array(children)
    case CTOML_STRING: self = .string(unsafe ShiftedScalars.restored(TOMLDocument.string(node.text)))
    case CTOML_INTEGER: self = .integer(unsafe node.integer)
    case CTOML_FLOAT: self = .float(unsafe node.number)
    case CTOML_BOOLEAN: self = .boolean(unsafe node.boolean)
    case CTOML_TIME:
      self = unsafe .time(
        hour: Int(node.hour), minute: Int(node.minute), hasSeconds: node.second != 0 || node.nanosecond != 0)
    default: self = .date
    }
  }
}

extension TextPlace {
  fileprivate init(_ place: ctoml_place) { self.init(line: Int(place.line), column: Int(place.column)) }
}

extension Finding {
  /// The finding for an error message of the TOML parser, which has up to 512 bytes; with the remedy for the usual mistake
  /// behind it.
  fileprivate static func invalidTOML(_ words: String, at place: TextPlace) -> Finding {
    let remedy = remedies.first { words.utf8.contains(Array($0.sign.utf8)) }?.remedy
    return Finding(
      .error, place, message: "invalid TOML: " + Quotation.shown(words, upTo: 240),
      remedy: remedy ?? "expected a value such as \"60%\", 40, true or [\"alarm\"], see hapticd.toml(5)")
  }

  private static let remedies: [(sign: String, remedy: String)] = [
    ("redefine existing", "set each key once, and keep each table in one place"),
    ("could not determine value type", "put words into quotation marks, except true and false"),
    ("parsing time", "write the time as a string: \"22:00\""),
    ("parsing date", "write the time as a string: \"22:00\""),
    ("expected digit, saw '%'", "write \"60%\" with its quotation marks"),
    ("prohibited in comments", "remove the control character"),
    ("after '\\r'", "end the line with a line feed; a carriage return alone is no line end"),
    ("parsing string", "close the quotation marks on the same line"),
    ("expected a comment or whitespace", "write one key on each line, and words in quotation marks"),
    ("TOML_MAX_NESTED_VALUES", "do not nest arrays"),
  ]
}

extension Collection<UInt8> {
  /// Whether the bytes contain this piece.
  fileprivate func contains(_ piece: [UInt8]) -> Bool {
    indices.contains { self[$0...].starts(with: piece) }
  }
}
