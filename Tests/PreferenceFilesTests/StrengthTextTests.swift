import HapticPatterns
import Testing

@testable import PreferenceFiles

@Suite struct StrengthTextTests {
  @Test(
    arguments: [
      ("60%", 0.6), ("0.6", 0.6), ("60", 0.6), ("60.0", 0.6), ("0", 0), ("0%", 0), ("0.0", 0), ("1", 1), ("1.0", 1),
      ("100", 1), ("100%", 1), ("1%", 0.01), ("0.5%", 0.005), ("2", 0.02), ("33.33%", 0.3333), ("0.3333", 0.3333),
      ("off", 0), ("mute", 0), ("full", 1),
    ] as [(String, Double)])
  func `a strength is a percentage, a fraction or a word`(text: String, value: Double) throws {
    #expect(try StrengthText.read(text).rawValue == value)
  }

  @Test(arguments: [
    ("", "invalid strength"), ("%", "invalid strength"), ("loud", "invalid strength"), ("-0.1", "invalid strength"),
    ("+10%", "invalid strength"), ("1e-1", "invalid strength"), ("nan", "invalid strength"),
    ("inf", "invalid strength"), ("60 %", "invalid strength"), ("0,6", "invalid strength"),
    ("٦٠%", "invalid strength"), ("1.1", "1.1 is out of range"), ("1.5", "1.5 is out of range"),
    ("62.5", "62.5 is out of range"), ("101", "101 is out of range"), ("101%", "101% is out of range"),
    ("999999999999999%", "is out of range"), ("1000000000000000", "invalid strength"),
  ])
  func `anything else is refused with the valid forms`(text: String, message: String) throws {
    let mistake = try #require(throws: PreferenceMistake.self) { try StrengthText.read(text) }
    #expect(mistake.message.contains(message), "\(mistake)")
    #expect(mistake.remedy.hasPrefix("expected "))
  }

  @Test(arguments: [
    ("60%", "+10%", "70%", false), ("60%", "-10%", "50%", false), ("60%", "+0.1", "70%", false),
    ("60%", "-10", "50%", false), ("95%", "+10%", "100%", true), ("5%", "-10%", "0%", true),
    ("90%", "+10%", "100%", false), ("10%", "-10%", "0%", false), ("70%", "-0.7", "0%", false),
    ("33.3333%", "+33.3333%", "66.6666%", false), ("off", "+1", "100%", false),
  ])
  func `a change is relative and stays within the range`(
    from: String, by: String, to: String, isLimited: Bool
  ) throws {
    let result = try #require(try StrengthText.adjusted(StrengthText.read(from), by: by))
    #expect(try result.strength == StrengthText.read(to))
    #expect(result.isLimited == isLimited)
  }

  @Test func `a text without a sign is not a change, and a wrong change is refused`() throws {
    #expect(try StrengthText.adjusted(0.5, by: "60%") == nil)
    #expect(try StrengthText.adjusted(0.5, by: "") == nil)
    for text in ["+", "-", "+off", "--1", "+-1", "+101%", "+1.5"] {
      #expect(throws: PreferenceMistake.self, "\(text)") { _ = try StrengthText.adjusted(0.5, by: text) }
    }
  }
}
