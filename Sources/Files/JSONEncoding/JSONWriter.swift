/// Writes the parts of a document.
struct JSONWriter {
  let style: JSONEncoding.Style
  private(set) var bytes: [UInt8] = []
  private var level = 0

  init(style: JSONEncoding.Style) { self.style = style }

  mutating func write(_ part: JSONPart) {
    switch part.kind {
    case .word: bytes += part.text.utf8
    case .text: write(quoted: part.text)
    case .array: write(part.parts, between: "[", "]") { writer, element in writer.write(element) }
    case .object: writeMembers(of: part)
    }
  }

  private mutating func writeMembers(of part: JSONPart) {
    var members = Array(zip(part.keys, part.parts))
    if style.contains(.sortedKeys) { members.sort { $0.0 < $1.0 } }
    write(members, between: "{", "}") { writer, member in
      writer.write(quoted: member.0)
      writer.bytes += (writer.style.contains(.indented) ? " : " : ":").utf8
      writer.write(member.1)
    }
  }

  private mutating func write<Item>(
    _ items: [Item], between start: String, _ end: String, _ body: (inout JSONWriter, Item) -> Void
  ) {
    bytes += start.utf8
    level += 1
    for (number, item) in items.enumerated() {
      if number > 0 { bytes.append(UInt8(ascii: ",")) }
      breakLine()
      body(&self, item)
    }
    level -= 1
    if items.isEmpty, style.contains(.indented) { bytes.append(UInt8(ascii: "\n")) }
    breakLine()
    bytes += end.utf8
  }

  private mutating func breakLine() {
    guard style.contains(.indented) else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * level))
  }

  private mutating func write(quoted text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "/") where style.contains(.escapedSlashes): bytes += [UInt8(ascii: "\\"), byte]
      case 0x08: bytes += "\\b".utf8
      case 0x09: bytes += "\\t".utf8
      case 0x0a: bytes += "\\n".utf8
      case 0x0c: bytes += "\\f".utf8
      case 0x0d: bytes += "\\r".utf8
      case ..<0x20: bytes += "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
