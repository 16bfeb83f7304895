import Testing

@testable import HapticPatterns

@Suite struct ResolvingTests {
  let vocabulary = Vocabulary(
    ["impact", "impact.light", "message", "message-new-instant", "phone", "x.y-z"].map {
      Feedback($0, .touch, [Event(.transient, intensity: 1, sharpness: 0)])
    })

  @Test(arguments: [
    ("impact.light", "impact.light"), ("impact.ultra", "impact"), ("message-new-video", "message"),
    ("message-new-instant-group", "message-new-instant"), ("message-new-instant.group", "message-new-instant"),
    ("phone-incoming.call", "phone"), ("phone-", "phone"), ("phone--x", "phone"), ("x.y-z.a-b", "x.y-z"),
    ("message-234567890123456789012345678901234567890x", "message"),
  ])
  func `a name that is not known is cut at its last dash or dot, until it is`(name: String, found: String) throws {
    #expect(vocabulary.resolve(try #require(ShortName(name)))?.name.description == found)
  }

  @Test(arguments: ["", "-", ".impact", "-phone", "impactlight", "doorbell", "doorbell-front.left", "...", "x.y"])
  func `a name without a known beginning is unknown`(name: String) throws {
    #expect(vocabulary.resolve(try #require(ShortName(name))) == nil)
  }

  @Test func `without fallback a name is found as it is spelled, or not at all`() {
    #expect(vocabulary.position(of: "impact.light", allowingFallback: false) == 1)
    #expect(vocabulary.position(of: "impact.ultra", allowingFallback: true) == 0)
    for name: ShortName in ["impact.ultra", "message-new-video", "impact.", "phone-", "", "impact.lightt"] {
      #expect(vocabulary.position(of: name, allowingFallback: false) == nil, "\(name)")
    }
  }

  @Test func `a name without its last part ends before the last separator`() {
    #expect(("impact.light" as ShortName).withoutLastPart == "impact")
    #expect(("abcdefgh-i" as ShortName).withoutLastPart == "abcdefgh")
    #expect(("äö-ü" as ShortName).withoutLastPart == "äö")
    #expect(ShortName.empty.withoutLastPart == nil)
  }
}
