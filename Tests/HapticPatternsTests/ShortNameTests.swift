import HapticPatterns
import Testing

@Suite struct ShortNameTests {
  @Test(arguments: ["", "selection", "impact.light", "Grüße 👋", String(repeating: "x", count: 48)])
  func `a name reads as it was written`(text: String) throws {
    let name = try #require(ShortName(text))
    #expect(name.description == text)
    #expect(name.utf8Count == text.utf8.count)
    #expect(name.isEmpty == text.isEmpty)
  }

  @Test(arguments: [String(repeating: "x", count: 49), String(repeating: "ü", count: 25), "a\0b", "\0"])
  func `a text that is too long or contains a NUL is not a name`(text: String) {
    #expect(ShortName(text) == nil)
  }

  @Test func `a name has its length, whatever its bytes`() throws {
    for count in 0...48 {
      for character in ["\u{1}", "a", "\u{7f}"] {
        let name = try #require(ShortName(String(repeating: character, count: count)))
        #expect(name.utf8Count == count)
        #expect(ShortName(words: name.words) == name)
      }
    }
  }

  @Test(arguments: ["\u{1B}", "\u{FEFF}", "\u{202E}", "\u{2028}"])
  func `invisible characters are escaped`(character: String) throws {
    let name = try #require(ShortName("a\(character)b"))
    #expect(name.description == "a" + character.unicodeScalars.first!.escaped(asASCII: true) + "b")
  }

  @Test func `the bytes lie in order, the first in the lowest bits`() {
    let words = ("abcdefghi" as ShortName).words
    #expect(words[0] == 0x6867_6665_6463_6261)  // hgfe dcba
    #expect(words[1] == 0x69)  // i
    #expect((2..<6).allSatisfy { words[$0] == 0 })
  }

  @Test func `a name is read back from its words`() throws {
    let name: ShortName = "message-new-instant"
    #expect(ShortName(words: name.words) == name)
    #expect(ShortName(words: [6 of UInt64](repeating: 0)) == .empty)
    let full = try #require(ShortName(String(repeating: "y", count: 48)))
    #expect(ShortName(words: full.words) == full)
  }

  @Test func `words with bytes after the first NUL are not a name`() {
    var words = [6 of UInt64](repeating: 0)
    words[0] = 0x61_0062  // b, NUL, a
    #expect(ShortName(words: words) == nil)
    words[0] = 0x62
    words[5] = 0x61
    #expect(ShortName(words: words) == nil)
  }

  @Test(arguments: [0xff, 0xc3, 0x80, 0xa9c3_ffc3, 0xbfbf_c0, 0x80a0_ed] as [UInt64])
  func `words that are not UTF-8 are not a name`(first: UInt64) {
    var words = [6 of UInt64](repeating: 0)
    words[0] = first
    #expect(ShortName(words: words) == nil)
  }

  @Test func `names compare by all their bytes`() {
    let names: Set<ShortName> = ["impact.light", "impact.ligh", "impact.lighu", "", "impact.light"]
    #expect(names.count == 4)
    let end = String(repeating: "z", count: 47)
    #expect(ShortName(end + "a") != ShortName(end + "b"))
  }

  @Test func `truncating keeps whole characters`() {
    #expect(ShortName(truncating: String(repeating: "x", count: 60)).utf8Count == 48)
    #expect(ShortName(truncating: String(repeating: "x", count: 47) + "ü").utf8Count == 47)
    #expect(ShortName(truncating: "before\0after") == "before")
    #expect(ShortName(truncating: "short") == "short")
  }

  @Test func `control characters in a name are escaped`() {
    #expect("\(ShortName("red\u{1B}[31m\nline"))" == "red\\u{1B}[31m\\nline")
    #expect("\(ShortName("é ü 振"))" == "é ü 振")
  }
}
