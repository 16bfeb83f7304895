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
    for name in Self.names(of: key) {
      let found = nodes.last { $0.key == name.text || name.isCut && ShortName(truncating: $0.key) == key.name }
      path.append(found?.key ?? name.text)
      if let found, found.children != nil { tables.append(found) }
      nodes = found?.children ?? []
    }
    self.path = path
    node = nodes.first { $0.key == key.setting.name }
  }

  /// The names of the tables, and whether a name in the file may be longer.
  private static func names(of key: PreferenceKey) -> [(text: String, isCut: Bool)] {
    let table = key.setting.table
    if table == .general { return [] }
    if !table.isNamed { return [(table.name, false)] }
    return [(table.name, false), (String(decoding: key.name.utf8, as: UTF8.self), true)]
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
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "-")
      }
  }
}

extension TOMLNode {
  /// Whether a table has its own header, and was not created by another header or a dotted key.
  func hasHeader(in lines: TextLines) -> Bool {
    let offset = lines.offset(of: begin)
    guard let children, offset < lines.bytes.count, lines.bytes[offset] == UInt8(ascii: "[") else { return false }
    return !children.contains { $0.children != nil && $0.begin == begin }
  }
}
