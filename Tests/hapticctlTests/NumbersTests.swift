import ArgumentParser
import Testing

@testable import HapticControl

@Suite struct NumbersTests {
  @Test(arguments: [("0", 0), ("1", 1), ("0.6", 0.6), ("60%", 0.6), ("60", 0.6), ("100%", 1), ("full", 1)])
  func `a strength is read as in settings`(text: String, intensity: Double) throws {
    #expect(try parseIntensity(text) == intensity)
  }

  @Test(arguments: ["", "%", "-0.1", "1.1", "101%", "nan", "inf", "much"])
  func `a strength outside its range is refused`(text: String) {
    #expect(throws: ValidationError.self) { try parseIntensity(text) }
  }

  @Test(arguments: [
    ("5ms", Duration.milliseconds(5)), ("800us", .microseconds(800)), ("800µs", .microseconds(800)),
    ("1.5s", .milliseconds(1500)), ("0ms", .zero),
  ])
  func `a duration has a unit`(text: String, length: Duration) throws {
    #expect(try parseDuration(text) == length)
  }

  @Test(arguments: ["5", "ms", "-5ms", "5 hours", "nanms", "1e300s", "0x10ms", "+5ms", ""])
  func `a duration without a unit or a meaning is refused`(text: String) {
    #expect(throws: ValidationError.self) { try parseDuration(text) }
  }

  @Test(arguments: ["nan", "inf", "0x10", "-1", "+1", "1e400", "", "1 ", "."])
  func `a text that is no decimal number is refused`(text: String) {
    #expect(parseDecimal(text) == nil)
    #expect(throws: ValidationError.self) { try parseMoment(text) }
    #expect(throws: ValidationError.self) { try parseNumber(0...100, "")(text) }
  }

  @Test(arguments: [("12", 12), ("1.5", 1.5), (".5", 0.5), ("1e3", 1000), ("5e-1", 0.5)])
  func `a decimal number is read`(text: String, number: Double) {
    #expect(parseDecimal(text) == number)
  }

  @Test func `a count has its bounds`() throws {
    #expect(try parseCount(upTo: 1000)("1000") == 1000)
    for text in ["0", "1001", "-1", "2.5", "two"] {
      #expect(throws: ValidationError.self) { try parseCount(upTo: 1000)(text) }
    }
  }
}
