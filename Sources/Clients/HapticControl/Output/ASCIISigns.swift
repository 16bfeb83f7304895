extension String {
  /// The text with an ASCII character for each braille character, block and sign that hapticctl draws. Letters of names
  /// stay as they are.
  var withASCIISigns: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if let sign = scalar.asciiSign { text.append(sign) } else { text.unicodeScalars.append(scalar) }
    }
  }
}

extension Unicode.Scalar {
  fileprivate var asciiSign: Character? {
    switch self {
    case "\u{2800}"..."\u{28ff}": Self.sign(ofBraille: UInt8(value - 0x2800))
    case "▁": "."
    case "▂", "▃": ":"
    case "▄", "▅": "+"
    case "▆", "▇", "█": "#"
    case "×": "x"
    case "∪": "u"
    case "→": ">"
    case "µ": "u"
    case "…": "~"
    default: nil
    }
  }

  /// A bar by its height, and a line by its row. A cell is two dots wide and four dots high; see `Canvas`.
  private static func sign(ofBraille dots: UInt8) -> Character {
    let rows: [UInt8] = [0x09, 0x12, 0x24, 0xc0].map { dots & $0 == 0 ? 0 : 1 }
    guard let top = rows.firstIndex(of: 1) else { return " " }
    // A line leaves the rows below it empty; the bottom row alone can be either.
    if rows[3] == 0 { return top == 0 ? "'" : "-" }
    return top == 3 ? "_" : rows[top...].contains(0) ? "-" : ["#", "|", ":"][top]
  }
}
