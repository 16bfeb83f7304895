/// The words of a command line, which are bytes: a file name need not be UTF-8, and Swift repairs it to another name.
public enum CommandWords {
  /// The words of this process, after the program's name.
  ///
  /// The corresponding C variable is `argv`.
  public static var own: [[UInt8]] {
    (1..<max(Int(CommandLine.argc), 1)).compactMap { index in
      // unsafe: the words stay in place until the process ends
      unsafe CommandLine.unsafeArgv[index].map { unsafe Environment.bytes($0) }
    }
  }

  /// Returns words as text.
  ///
  /// - Throws: a mistake with the first word that is not UTF-8.
  public static func text(of words: [[UInt8]]) throws(MalformedWord) -> [String] {
    var text: [String] = []
    for word in words {
      guard let valid = String(validating: word, as: UTF8.self) else { throw MalformedWord(word) }
      text.append(valid)
    }
    return text
  }

  /// Returns a word as `$'...'` of a shell has it.
  static func shown(_ word: [UInt8]) -> String {
    let parts = word.map { byte in
      let isPlain = byte >= 0x20 && byte < 0x7f && byte != UInt8(ascii: "\\")
      return isPlain ? String(UnicodeScalar(byte)) : "\\x" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
    }
    return parts.joined()
  }
}

/// A word of a command line that is not UTF-8.
public struct MalformedWord: Error, Hashable, Sendable {
  private let word: [UInt8]

  init(_ word: [UInt8]) { self.word = word }

  /// One line with the word, as `$'...'` of a shell has it, and the remedy.
  public var message: String {
    "the argument '\(CommandWords.shown(word))' is not valid UTF-8; rename the file, or correct the argument"
  }
}
