import HapticFiles
import HapticPatterns
import TestSupport
import Testing
import TextDiagnostics

/// Untrusted XML.
@Suite struct XMLTests {
  private static let effect = #"<vibration-effect><predefined-effect name="click"/></vibration-effect>"#

  @Test(arguments: [
    #"<!DOCTYPE a>"#, #"<!DOCTYPE a SYSTEM "file:///etc/passwd">"#,
    #"<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;&b;&b;">]>"#,
  ])
  func `a document type is refused`(_ type: String) {
    let found = refusal("<?xml version=\"1.0\"?>\n" + type + Self.effect)
    #expect(found?.message == "a document type" && found?.line == 2)
  }

  @Test func `an entity that nobody has declared is refused`() {
    #expect(refusal("<vibration-effect>&lol;</vibration-effect>")?.message == "invalid XML: undefined entity")
  }

  @Test func `text that is nested too deep is refused`() {
    let found = refusal(String(repeating: "<a>", count: 100_000))
    #expect(found?.message == "nested deeper than 32" && found?.column == 32 * 3 + 1)
  }

  @Test func `too many elements are refused`() {
    let text = "<a>" + String(repeating: "<b/>", count: 100) + "</a>"
    #expect(refusal(text, limits: FileLimits(maximumValues: 50))?.message == "more than 50 elements")
  }

  @Test func `a text of another encoding than UTF-8 is read as UTF-8`() throws {
    #expect(try read("<?xml version='1.0' encoding='ISO-8859-1'?><!-- é -->" + Self.effect).pattern.events.count == 1)
    let latin = Array("<?xml version='1.0' encoding='ISO-8859-1'?><!-- ".utf8) + [0xe9] + Array("-->".utf8)
    #expect(throws: Refused.self) { try PatternFile.read(latin, name: "a.xml") }
  }

  private static let cases1: [(String, String)] = [
    ("<vibration-effect>", "1:19 : invalid XML: no element found"),
    ("<vibration-effect>\n</vibration>", "2:3 : invalid XML: mismatched tag"),
    ("<é a=1/>", "1:6 : invalid XML: not well-formed (invalid token)"),
  ]

  @Test(arguments: cases1)
  func `invalid XML is refused with the place of the error`(_ text: String, _ message: String) {
    #expect(refusal(text)?.short == message)
  }

  @Test func `a broken file is read or refused`() {
    let texts = [
      Self.effect,
      """
      <vibration-select><vibration-effect><waveform-effect><waveform-entry durationMs="5" amplitude="default"/>
      <repeating><waveform-entry durationMs="50" amplitude="77"/></repeating></waveform-effect></vibration-effect>
      <vibration-effect><primitive-effect name="spin" scale="0.5" delayMs="7"/></vibration-effect></vibration-select>
      """,
    ].map { Array($0.utf8) }
    var random = SplitMix64(seed: 11)
    var counts = (read: 0, refused: 0)
    for round in 0..<4000 {
      var bytes = texts[round / 2 % texts.count]
      for _ in 0..<1 + round % 2 {
        let place = random.below(bytes.count)
        switch random.below(3) {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.remove(at: place)
        default: bytes.insert(contentsOf: bytes[place...].prefix(random.below(60)), at: random.below(bytes.count))
        }
      }
      do throws(Refused) {
        _ = try PatternFile.read(bytes, name: "a.xml")
        counts.read += 1
      } catch {
        counts.refused += 1
        #expect(error.finding.line != nil, "\(error)")
      }
    }
    #expect(counts.read > 50 && counts.refused > 100, "\(counts)")
  }
}

extension SplitMix64 {
  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}
