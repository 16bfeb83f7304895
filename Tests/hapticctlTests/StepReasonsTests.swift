import Haptics
import MotorRendering
import Testing

@testable import HapticControl

@Suite struct StepReasonsTests {
  private func reasons(_ events: [Event], on preset: String, most: Int = 100) throws -> [String] {
    let forecast = Forecast(Pattern(events), on: try #require(MotorModel.presets[preset]))
    #expect(forecast.drive.steps.count >= 2)
    return StepReasons(forecast, most: most).sentences
  }

  private func tap(_ at: Int, _ intensity: Intensity, sharpness: Sharpness = 0.5) -> Event {
    Event(.transient, at: .milliseconds(at), intensity: intensity, sharpness: sharpness)
  }

  private func buzz(_ at: Int, for length: Int, _ intensity: Intensity) -> Event {
    Event(
      .continuous(duration: .milliseconds(length)), at: .milliseconds(at), intensity: intensity, sharpness: 0.5)
  }

  @Test func `the reason for a tap on a slow motor compares it with a naive player`() throws {
    let reasons = try reasons([tap(0, 0.7)], on: "erm")
    #expect(reasons.count == 2)
    #expect(
      reasons[0].wholeMatch(
        of: /a tap of 0\.70: with a rise of 60 ms, 70 % for 21 ms would be felt as 0\.\d+; so full for [\d.]+ ms/)
        != nil,
      "\(reasons[0])")
    #expect(reasons[1].hasPrefix("the stop; nothing is felt after "))
  }

  @Test func `the reason for a tap on a fast motor is that it follows`() throws {
    let first = try #require(try reasons([tap(0, 0.7)], on: "lra").first)
    #expect(first.hasPrefix("a tap of 0.70: the motor follows "), "\(first)")
  }

  @Test func `the reasons for a vibration on a slow motor name its kick and the level after it`() throws {
    let reasons = try reasons([buzz(0, for: 600, 0.5)], on: "erm")
    #expect(
      reasons[0].wholeMatch(
        of: /a vibration of 0\.50 begins: full for [\d.]+ ms to reach it; \d+ % alone would take 60 ms/) != nil,
      "\(reasons[0])")
    #expect(reasons[1] == "continues at 0.50")
  }

  @Test func `the reasons on a motor without levels name pulses of on and off`() throws {
    let reasons = try reasons([buzz(0, for: 600, 0.5)], on: "on-off")
    #expect(reasons[0] == "a vibration of 0.50 begins")
    #expect(reasons.contains { $0.hasSuffix("without levels, pulses of on and off keep it at 0.50") })
    #expect(reasons.contains { $0.hasPrefix("falls from ") })
  }

  @Test func `a delayed step shows its delay`() throws {
    let reasons = try reasons([tap(0, 1), tap(60, 1)], on: "erm")
    #expect(
      reasons.contains {
        $0.hasPrefix("a tap of 1.00") && $0.contains(" late, to be felt separately from the previous one")
      },
      "\(reasons)")
  }

  @Test(arguments: MotorModel.presets.keys)
  func `a step is called late if and only if its pulse is`(preset: String) throws {
    for interval in stride(from: 20, through: 120, by: 10) {
      let forecast = Forecast(
        Pattern([tap(0, 1), tap(interval, 1), tap(2 * interval + 10, 1)]),
        on: try #require(MotorModel.presets[preset]))
      let late = StepReasons(forecast, most: 100).sentences.filter { $0.contains(" late") }
      let delays = forecast.results.entries.filter { $0.result == .delayed }.map(\.delay.words)
      #expect(late.count == delays.count, "\(interval) ms apart on \(preset): \(late)")
      for (sentence, delay) in zip(late, delays) { #expect(sentence.contains("; felt \(delay) late")) }
    }
  }

  @Test func `reasons are given for a limited number of steps`() throws {
    let taps = (0..<2000).map { tap($0 * 200, 0.8) }
    #expect(try reasons(taps, on: "erm", most: 7).count == 7)
  }

  @Test func `levels are described for one motor, for two and for waves`() throws {
    let (one, two) = (try #require(MotorModel.presets["erm"]), try #require(MotorModel.presets["pad"]))
    #expect(Level(strong: 0xffff, weak: 0xffff).words(of: one) == "full")
    #expect(Level(strong: 0x8000, weak: 0x8000, periodMilliseconds: 6).words(of: one) == "50 %, 6 ms a wave")
    #expect(Level(strong: 0x8000, weak: 0).words(of: two) == "strong 50 %")
    #expect(Level(strong: 0, weak: 0xffff).words(of: two) == "weak full")
    #expect(Level(strong: 0x4000, weak: 0xffff).words(of: two) == "strong 25 %, weak full")
    #expect(Level.off.words(of: two) == "off")
  }
}
