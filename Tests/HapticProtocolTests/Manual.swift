import Foundation

/// The tables of hapticd-protocol(7), read from its source.
struct Manual {
  struct Table {
    /// The heading above the table.
    var heading: String
    var columns: [String]
    /// The rows without the column of meanings.
    var rows: [[String]]
  }

  /// The fields of a packet or a record.
  struct Layout {
    /// The section, such as `0x0004 play`.
    var section: String
    var byteCount: Int
    var fields: [Field]
  }

  struct Field {
    var offset: Int
    var name: String
    /// `u8`, `u16`, `u32`, `u64`, `f32`, `char`, `record`, `point` or `stage`.
    var type: String
    /// The number of values; 0 if it is variable.
    var count: Int

    var unit: Int {
      ["u8": 1, "u16": 2, "u32": 4, "u64": 8, "f32": 4, "char": 1, "record": 256, "stage": 320, "point": 8][type]!
    }
    var byteCount: Int { unit * count }
    var isReserved: Bool { name == "reserved" }
    /// Whether the type is described in its own section.
    var isNested: Bool { ["record", "stage", "point"].contains(type) }
  }

  private(set) var tables: [Table] = []
  /// All headings, such as `0x0006 stopEverything, 8 bytes`.
  private(set) var headings: [String] = []
  /// The literal blocks in the section EXAMPLES.
  private(set) var examples: [String] = []
  /// The source, with its lines joined.
  private(set) var text = ""

  init() throws {
    let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(contentsOf: repository.appendingPathComponent("man/hapticd-protocol.7"), encoding: .utf8)
    text = page.replacing("\n", with: " ")
    read(page.split(separator: "\n").map(String.init))
  }

  private mutating func read(_ lines: [String]) {
    var heading = ""
    var isLiteral = false
    var isTable = false
    for line in lines {
      if let kind = line.content(after: ".Bl ") { isTable = kind.hasPrefix("-column") }
      if let title = line.content(after: ".Ss ") ?? line.content(after: ".Sh ") {
        heading = title
        headings.append(title)
      } else if let cells = line.content(after: ".It Em ") {
        tables.append(Table(heading: heading, columns: cells.components(separatedBy: " Ta Em "), rows: []))
      } else if isTable, let cells = line.content(after: ".It ") {
        let row = cells.replacing(/\ Ta$/, with: "").components(separatedBy: " Ta ")
        tables[tables.count - 1].rows.append(row)
      } else if line.hasPrefix(".Bd -literal"), heading == "EXAMPLES" {
        isLiteral = true
        examples.append("")
      } else if line == ".Ed" {
        isLiteral = false
      } else if isLiteral {
        examples[examples.count - 1] += line + "\n"
      }
    }
  }

  /// Returns the table of values with this name, such as `Verdict`, as pairs of value and name.
  func values(of name: String) -> [[String]] {
    tables.first { $0.columns.dropFirst().first == name && $0.columns.first != "Offset" }?.rows ?? []
  }

  /// The layouts of packets and records, by section.
  var layouts: [String: Layout] {
    var layouts: [String: Layout] = [:]
    for table in tables where table.columns.first == "Offset" {
      guard let (_, section, size) = table.heading.wholeMatch(of: /(.+), (\d+)(?: \+ (?:\d+|s) n)? bytes/)?.output
      else {
        continue
      }
      layouts[String(section)] = Layout(
        section: String(section), byteCount: Int(size)!, fields: table.rows.map(Field.init))
    }
    return layouts
  }
}

extension Manual.Field {
  /// Creates a field from a row with offset, type and name.
  init(_ row: [String]) {
    let (_, type, count) = row[1].wholeMatch(of: /(\w+?)(?:\[(\w+)\])?/)!.output
    self.init(
      offset: Int(row[0])!, name: row[2], type: String(type), count: count.map { Int($0) ?? 0 } ?? 1)
  }
}

extension String {
  fileprivate func content(after prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}
