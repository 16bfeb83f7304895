extension String {
  /// The text in lines of at most this width in pixels, by an estimate for usual fonts that is rather too wide. Broken
  /// between words, and within a word that is wider than a line.
  func broken(toWidth width: Double, fontSize: Double) -> [String] {
    var lines = [""]
    var used = 0.0
    for word in split(separator: " ", omittingEmptySubsequences: false) {
      let length = word.reduce(0) { $0 + $1.estimatedWidth * fontSize }
      let space = lines[lines.count - 1].isEmpty ? 0 : Character(" ").estimatedWidth * fontSize
      if used + space + length <= width {
        lines[lines.count - 1] += (space > 0 ? " " : "") + word
        used += space + length
        continue
      }
      if used > 0 {
        lines.append("")
        used = 0
      }
      for character in word {
        let step = character.estimatedWidth * fontSize
        if used + step > width {
          lines.append("")
          used = 0
        }
        lines[lines.count - 1].append(character)
        used += step
      }
    }
    return lines
  }
}

extension Character {
  /// The width in units of the font size: capital and wide letters are wider than others, and those outside Latin
  /// scripts may fill a square.
  fileprivate var estimatedWidth: Double {
    guard let scalar = unicodeScalars.first, scalar.value < 0x2000 else { return 1 }
    switch scalar {
    case "W", "M", "m", "w", "@", "%": return 1
    case "A"..."Z": return 0.75
    case " ", ".", ",", ":", ";", "i", "l", "j", "'", "|": return 0.36
    default: return 0.64
    }
  }
}
