// The width of a text on a terminal, in columns.

extension StringProtocol {
  /// The number of columns that the text takes, without the marks of colors.
  var columnCount: Int {
    if utf8.allSatisfy({ $0 < 0x80 && $0 != 0 }) { return utf8.count }
    return visibleCharacters.reduce(0) { $0 + $1.columnCount }
  }

  /// The longest beginning that fits into `columns`.
  func prefix(columns: Int) -> SubSequence {
    var room = columns
    return prefix { character in
      room -= character.columnCount
      return room >= 0
    }
  }
}

extension Character {
  /// Terminals add up the columns of the code points, and do not combine them to one picture.
  var columnCount: Int { unicodeScalars.reduce(0) { $0 + $1.columnCount } }
}

extension Unicode.Scalar {
  /// 2 for wide characters of East Asia and for emoji, 0 for marks that combine with the character before.
  ///
  /// The corresponding C function is `wcwidth`, which depends on the locale.
  fileprivate var columnCount: Int {
    if value < 0x300 { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    switch value {
    // Vowels and final consonants of Hangul combine with the initial one.
    case 0x1160...0x11ff: return 0
    // The indicators of regions, of which two are a flag.
    case 0x1f1e6...0x1f1ff: return 1
    case 0x1100...0x115f, 0x2e80...0x303e, 0x3040...0xa4cf, 0xa960...0xa97f, 0xac00...0xd7a3, 0xf900...0xfaff,
      0xfe10...0xfe19, 0xfe30...0xfe6f, 0xff00...0xff60, 0xffe0...0xffe6, 0x16fe0...0x1b2ff, 0x1f200...0x1f2ff,
      0x20000...0x3fffd:
      return 2
    default: return properties.isEmojiPresentation ? 2 : 1
    }
  }
}
