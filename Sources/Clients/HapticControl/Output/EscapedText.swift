internal import HapticPatterns

extension String {
  /// The text without characters that could move the cursor, hide text or forge a line: each is shown by its code.
  /// Names of files, devices, applications and themes may contain any character.
  ///
  /// Applied by `Screen` to every line, and idempotent.
  var escapedForTerminal: String {
    if unicodeScalars.allSatisfy(\.isShown) { return self }
    var text = ""
    var scalars = unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      if scalar == "\0", let color = scalars.next() {
        // The mark of a color; see `painted`.
        text += "\0\(color.escapedUnlessShown)"
      } else {
        text += scalar.escapedUnlessShown
      }
    }
    return text
  }

  /// JSON with escapes for the characters that JSONEncoding leaves as they are and that a terminal may obey.
  var escapedInJSON: String {
    if unicodeScalars.allSatisfy({ $0.isShown || $0 == "\n" }) { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if scalar.isShown || scalar == "\n" {
        text.unicodeScalars.append(scalar)
      } else {
        for unit in String(scalar).utf16 { text += "\\u" + hexadecimal(unit) }
      }
    }
  }
}

extension Unicode.Scalar {
  fileprivate var escapedUnlessShown: String { isShown ? String(self) : escaped(asASCII: true) }
}
