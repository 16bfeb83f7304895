internal import HapticPatterns
internal import PreferenceFiles

/// Where a key is in a file, or would be.
struct Whereabouts {
  /// The names of its tables, as they are in the file, or as they would be.
  let path: [String]
  /// The tables that there are, from the top; fewer than `path` where some are missing.
  private(set) var tables: [TOMLNode] = []
  /// The key with its value; nil where it is not said.
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

  /// The tables' names, and whether it may be longer in the file.
  private static func names(of key: PreferenceKey) -> [(text: String, isCut: Bool)] {
    let table = key.setting.table
    if table == .general { return [] }
    if !table.isNamed { return [(table.name, false)] }
    return [(table.name, false), (String(decoding: key.name.utf8, as: UTF8.self), true)]
  }

  /// Whether something around it is written in braces.
  var isInBraces: Bool {
    tables.contains { table in
      if case .table(_, isInline: true) = table.value { return true }
      return false
    }
  }

  /// The table that it is in, where there is one, at the top or not.
  var table: TOMLNode? { tables.count == path.count ? tables.last : nil }

  /// The table's header in a file; at the top there is none.
  var header: String { "[\(dottedPath)]" }

  /// The table's name as a dotted key writes it.
  var dottedPath: String { path.map { Self.isBare($0) ? $0 : TOMLText.quoted($0) }.joined(separator: ".") }

  /// Names of applications are quoted also where they need not be.
  private static func isBare(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "-")
      }
  }
}

extension TOMLNode {
  /// Whether a table has a header of its own: not one that another's header or a dotted key made along the way.
  func hasHeader(in lines: TextLines) -> Bool {
    let offset = lines.offset(of: begin)
    guard let children, offset < lines.bytes.count, lines.bytes[offset] == UInt8(ascii: "[") else { return false }
    return !children.contains { $0.children != nil && $0.begin == begin }
  }
}
