/// The colors used, of the eight that each terminal supports; the value is the code of the escape sequence.
enum Color: Int {
  case red = 31
  case green, yellow
}

// In a line, a color is a mark: NUL and a digit. `Screen` replaces marks by escape sequences when it prints, and escapes
// all other control characters. No name from outside can contain NUL, so that none can change a color.

extension String {
  /// The text in a color, if the screen supports color.
  func painted(_ color: Color?, on screen: Screen) -> String {
    guard let color, screen.hasColor, !isEmpty else { return self }
    return "\0\(color.rawValue % 10)\(self)\0" + "0"
  }

  /// The text with an escape sequence for each mark.
  var withColorSequences: String {
    guard contains("\0") else { return self }
    var text = ""
    var isMark = false
    for character in self {
      if isMark {
        let code = character.wholeNumberValue.map { $0 == 0 ? 0 : 30 + $0 } ?? 0
        text += "\u{1b}[\(code)m"
        isMark = false
      } else if character == "\0" {
        isMark = true
      } else {
        text.append(character)
      }
    }
    return text
  }
}

extension StringProtocol {
  /// The characters without the marks of colors.
  var visibleCharacters: [Character] {
    var isMark = false
    return filter { character in
      defer { isMark = character == "\0" }
      return !isMark && character != "\0"
    }
  }
}
