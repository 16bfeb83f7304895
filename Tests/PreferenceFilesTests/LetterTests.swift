import Testing

@testable import PreferenceFiles

/// toml++ 3.3 and 3.4 have undefined behavior where they look for white space and find letters such as `ä`, `я` or `「`.
@Suite struct LetterTests {
  /// The ends of the three ranges that toml++ does not classify, and letters between them.
  private static let letters = ["\u{a1}", "ä", "я", "\u{499}", "\u{2c9e}", "「", "か", "\u{fc66}", "\u{fefe}"]

  private func refusal(_ text: String) -> String { PreferenceFile(text).lines.first ?? "accepted" }

  @Test(arguments: letters)
  func `a letter where white space is allowed is refused at its place`(letter: String) {
    #expect(refusal("enabled = true\n\(letter) = 1").hasPrefix("f:2:1: invalid TOML: "))
    #expect(refusal("[touch]\n  \(letter)\n").hasPrefix("f:2:3: invalid TOML: "))
    #expect(refusal("enabled = \(letter)").hasPrefix("f:1:11: invalid TOML: "))
    #expect(refusal("enabled = true \(letter)").hasPrefix("f:1:16: invalid TOML: "))
    #expect(refusal("enabled = true\(letter)").hasPrefix("f:1:15: invalid TOML: "))
    #expect(refusal("a = [\(letter)]").hasPrefix("f:1:6: invalid TOML: "))
    #expect(refusal("theme = \"\"\"\\\(letter)\"\"\"").hasPrefix("f:1:13: invalid TOML: "))
  }

  @Test(arguments: ["\u{85}", "\u{a0}", "\u{2028}", "\u{3000}", "\u{feff}"])
  func `white space of other scripts is an ordinary character of a string`(space: String) throws {
    let text = "a = \"\"\"\\\n  \(space)b\"\"\""
    #expect(try TOMLDocument.read(Array(text.utf8)).root.map(\.value) == [.string(space + "b")])
    #expect(PreferenceFile("enabled\(space) = true").isRefused)
  }

  @Test(arguments: letters)
  func `letters in names, strings and comments keep their meaning and their columns`(letter: String) throws {
    let text = "\u{feff}# \(letter)\n\"\(letter)\" = \"\(letter)\" # \(letter)\n\(letter)"
    let document = try TOMLDocument.read(Array(text.dropLast().utf8))
    #expect(document.root.map(\.key) == [letter] && document.root.map(\.value) == [.string(letter)])
    #expect(document.root[0].begin == TextPlace(line: 2, column: 7))
    #expect(document.root[0].end == TextPlace(line: 2, column: 10))
    let code = String(letter.unicodeScalars.first!.value, radix: 16)
    let escaped = "a = \"\\u" + String(repeating: "0", count: 4 - code.count) + code + "\""
    #expect(try TOMLDocument.read(Array(escaped.utf8)).root.map(\.value) == [.string(letter)])
  }

  @Test func `errors show letters as they are in the file`() {
    #expect(refusal("enabled = truä").contains("saw 'truä'"))
    #expect(refusal("enabled = 1 ä").contains("saw 'ä'"))
    #expect(refusal("\"ä\" = 1\n\"ä\" = 2").contains("\"ä\""))
    #expect(ShiftedScalars.restored(message: "'\\U001000E4' 'a\u{1000E4}' '\\U00109'") == "'ä' 'aä' '\\U00109'")
  }

  @Test func `no character that toml++ does not classify reaches it, and each comes back`() {
    let scalars = (1...0xf_ffff).compactMap { Unicode.Scalar(UInt32($0)) }.filter {
      $0.value < 0x1_1000 || $0.value % 997 == 0
    }
    let text = String(String.UnicodeScalarView(scalars))
    let shifted = String(decoding: ShiftedScalars.shifted(Array(text.utf8)), as: UTF8.self)
    #expect(!shifted.unicodeScalars.contains { (0x80...0xfeff).contains($0.value) })
    #expect(shifted.unicodeScalars.count == scalars.count)
    #expect(ShiftedScalars.restored(shifted) == text)
  }

  @Test(arguments: ["\u{100000}", "\u{1000e4}", "\u{10ffff}", "\\U001000e4"])
  func `the private-use plane that letters are moved to is refused`(scalar: String) {
    #expect(
      refusal("# ä\n\"ä\(scalar)\" = 1") == "f:2:3: private-use character above U+FFFFF; remove it")
  }
}
