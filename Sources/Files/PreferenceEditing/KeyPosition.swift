internal import HapticPatterns
internal import PreferenceFiles

/// The position of a key in a file, or the position at which to insert it.
struct KeyPosition {
  /// The names of the key's tables, as they are in the file or would be written.
  let path: [String]
  /// The existing tables, from the top; fewer than `path` if some are missing.
  private(set) var tables: [TOMLNode] = []
  /// The key with its value; nil if the file does not set it.
  let node: TOMLNode?

  init(of key: PreferenceKey, in document: TOMLDocument) {
    var nodes = document.root
    var path: [String] = []
    let table = key.setting.table
    if table != .general { path.append(table.name) }
    if table.isNamed { path.append(String(decoding: key.name.utf8, as: UTF8.self)) }
    for (depth, name) in path.enumerated() {
      // The name of an application or a device may be longer in the file.
      let found = nodes.last { node in
        node.key == name
          || depth == 1 && (table.shortName(of: node.key) ?? ShortName(truncating: node.key)) == key.name
      }
      path[depth] = found?.key ?? name
      if let found, found.children != nil { tables.append(found) }
      nodes = found?.children ?? []
    }
    self.path = path
    node = nodes.first { $0.key == key.setting.name }
  }

  /// Whether one of the tables is an inline table.
  var isInBraces: Bool {
    tables.contains { if case .table(_, isInline: true) = $0.value { true } else { false } }
  }

  /// The innermost table; nil if it does not exist or the key is at the top.
  var table: TOMLNode? { tables.count == path.count ? tables.last : nil }

  /// The table's name in the form of a dotted key.
  var dottedPath: String { path.map { Self.isBare($0) ? $0 : TOMLText.quoted($0) }.joined(separator: ".") }

  /// Whether a name needs no quotation marks. Names of applications are always quoted, also if TOML does not require
  /// it.
  private static func isBare(_ name: String) -> Bool {
    !name.isEmpty && name.unicodeScalars.allSatisfy { ("a"..."z").contains($0) || $0 == "-" }
  }
}

extension TOMLNode {
  /// Whether a table has its own header, and was not created by another header or a dotted key.
  func hasHeader(in lines: TextLines) -> Bool {
    guard let children, lines.hasBracket(at: begin) else { return false }
    return !children.contains { $0.children != nil && $0.begin == begin }
  }
}
