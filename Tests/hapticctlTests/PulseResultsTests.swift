import Haptics
import MotorRendering
import Testing

@testable import HapticControl

@Suite struct PulseResultsTests {
  private func taps(every interval: Int, _ count: Int, intensity: Intensity = 0.8) -> [Event] {
    (0..<count).map { Event(.transient, at: .milliseconds($0 * interval), intensity: intensity, sharpness: 0.5) }
  }

  private func forecast(_ pattern: Pattern, on preset: String) throws -> Forecast {
    Forecast(pattern, on: try #require(MotorModel.presets[preset]))
  }

  private func names(_ results: PulseResults) -> [String] { results.entries.map(\.result.rawValue) }

  @Test(arguments: MotorModel.presets.keys)
  func `taps far enough apart are all felt in time on every motor`(preset: String) throws {
    let results = try forecast(Pattern(taps(every: 200, 5)), on: preset).results
    #expect(names(results) == [String](repeating: "kept", count: 5))
    #expect(results.longestDelay(.delayed) == .zero)
    #expect(results.summary == "all 5 pulses are felt separately and in time")
  }

  @Test func `a slow motor merges taps that a fast one separates`() throws {
    let storm = Pattern(taps(every: 40, 12))
    let (fast, slow) = (try forecast(storm, on: "lra").results, try forecast(storm, on: "erm").results)
    #expect(fast.count("merged") + fast.count("lost") < slow.count("merged") + slow.count("lost"))
    #expect(slow.count("merged") + slow.count("lost") >= 2)
    #expect(slow.entries.count == 12)
  }

  @Test func `the first of two taps that are felt as one is felt, and the second merges`() throws {
    let taps = [
      Event(.transient, intensity: 0.3, sharpness: 0.3),
      Event(.transient, at: .milliseconds(12), intensity: 0.93, sharpness: 0.3),
    ]
    for start in [Duration.zero, .seconds(1)] {
      let lead = start == .zero ? [] : [Event(.transient, intensity: 0.8, sharpness: 0.3)]
      let moved = taps.map { Event(.transient, at: start + $0.time, intensity: $0.intensity, sharpness: $0.sharpness) }
      let results = try forecast(Pattern(lead + moved), on: "erm").results
      #expect(names(results).suffix(2) == ["kept", "merged"], "\(start)")
    }
  }

  @Test func `a tap that had to wait for the one before is delayed by as much as its command`() throws {
    var delayed = 0
    for preset in MotorModel.presets.keys {
      for interval in stride(from: 20, through: 80, by: 5) {
        let forecast = try forecast(Pattern(taps(every: interval, 2)), on: preset)
        let last = try #require(forecast.results.entries.last)
        guard last.result == .delayed else { continue }
        delayed += 1
        let starts = forecast.drive.steps.filter { $0.level != .off }.map(\.at)
        let wait = try #require(starts.last) - .milliseconds(interval)
        #expect(abs((last.delay - wait) / .milliseconds(1)) <= 3, "\(interval) ms apart on \(preset)")
      }
    }
    #expect(delayed > 0, "or there is nothing to see")
  }

  @Test func `a rise below the threshold is not a pulse, a weak rise above it is`() throws {
    #expect(try forecast(Pattern(taps(every: 200, 3, intensity: 0)), on: "lra").results.entries.isEmpty)
    #expect(try forecast(Pattern(taps(every: 200, 3, intensity: 0.05)), on: "lra").results.entries.count == 3)
  }

  @Test func `a vibration that goes on after a tap is no pulse of its own`() throws {
    let pattern = Pattern([
      Event(.continuous(duration: .milliseconds(600)), intensity: 0.25, sharpness: 0.3),
      Event(.transient, at: .milliseconds(300), intensity: 1, sharpness: 0.9),
    ])
    let results = try forecast(pattern, on: "lra").results
    #expect(names(results) == ["kept", "kept"])
    #expect(results.entries.map(\.intended.onset) == [.zero, .milliseconds(300)])
  }

  @Test func `a tap that follows where another one ends is a pulse`() throws {
    let end = Event.transientDuration(0.5)
    let pattern = Pattern([
      Event(.transient, intensity: 0.9, sharpness: 0.5), Event(.transient, at: end, intensity: 0.9, sharpness: 0.5),
    ])
    #expect(try forecast(pattern, on: "lra").results.entries.count == 2)
  }

  @Test func `pulses that a curve makes of one event count`() throws {
    let points = (0..<8).flatMap { index in
      [0.0, 1, 1, 0].enumerated().map { ParameterCurve.Point(at: .milliseconds(index * 200 + $0 * 30), $1) }
    }
    let pattern = Pattern(
      [Event(.continuous(duration: .milliseconds(1600)), intensity: 1, sharpness: 0.3)],
      curves: [ParameterCurve(.intensity, points)])
    #expect(try forecast(pattern, on: "lra").results.entries.count == 8)
  }

  @Test(arguments: MotorModel.presets.keys)
  func `swells of many seconds are matched at their start`(preset: String) throws {
    let swell = [0.0, 1, 0].enumerated().map { ParameterCurve.Point(at: .seconds($0 * 10), $1) }
    let pattern = Pattern(
      [0, 20].map { Event(.continuous(duration: .seconds(20)), at: .seconds($0), intensity: 1, sharpness: 0.2) },
      curves: [0, 20].map { ParameterCurve(.intensity, at: .seconds($0), swell) })
    let found = names(try forecast(pattern, on: preset).results)
    #expect(found.count == 2 && found.allSatisfy { ["kept", "gradual"].contains($0) }, "\(found)")
  }

  @Test func `one rule distinguishes pulses in time, gradual and delayed`() {
    let sudden = Pulse(onset: .zero, top: .zero, peak: 1)
    let slow = Pulse(onset: .zero, top: .milliseconds(400), peak: 1)
    func result(_ pulse: Pulse, _ delay: Int) -> PulseResult { pulse.result(feltAfter: .milliseconds(delay)) }
    #expect(result(sudden, 10) == .kept && result(slow, 10) == .kept)
    #expect(result(sudden, 19) == .delayed)
    #expect(result(slow, 56) == .gradual)
    #expect(result(slow, 110) == .gradual)
    #expect(result(slow, 111) == .delayed)
  }

  @Test func `a slow rise that is felt after its start is gradual`() throws {
    let swell = ParameterCurve(.intensity, [.init(at: .zero, 0), .init(at: .milliseconds(150), 1)])
    let pattern = Pattern(
      [Event(.continuous(duration: .seconds(2)), intensity: 1, sharpness: 0.5)], curves: [swell])
    let slow = MotorModel(
      kind: .vibrator, strong: Motor(rise: .milliseconds(150), fall: .milliseconds(150)),
      shortestPulse: .milliseconds(20), minimumInterval: .milliseconds(5))
    let forecast = Forecast(pattern, on: slow)
    let entry = try #require(forecast.results.entries.first)
    #expect(entry.result == .gradual)
    let delay = entry.delay
    #expect(
      forecast.results.summary
        == "its one pulse is felt gradually: it rises slowly, and is felt \(delay.words) after its start")
    #expect(forecast.results.legend.count == 1 && forecast.results.marks.isEmpty)
    // All other commands use the same result.
    #expect(MotorLint(forecast, motor: "slow").findings.isEmpty)
    let reason = try #require(StepReasons(forecast, most: 1).sentences.first)
    #expect(reason.hasSuffix("; it rises slowly, and is felt \(delay.words) after its start"), "\(reason)")
  }

  @Test func `a pulse in silence is lost, and one in a vibration is merged`() {
    let intended = [Pulse(onset: .milliseconds(100), top: .milliseconds(101), peak: 0.8)]
    let silence = SampledStrength([Double](repeating: 0, count: 300), every: .milliseconds(1))
    #expect(names(PulseResults(of: intended, in: silence, FeltEnvelope.valleyDepth)) == ["lost"])
    let buzz = SampledStrength([Double](repeating: 0.7, count: 300), every: .milliseconds(1))
    let results = PulseResults(of: intended, in: buzz, FeltEnvelope.valleyDepth)
    #expect(names(results) == ["merged"])
  }

  @Test func `a pulse that is not felt as intended is marked at its intended time, and counted`() throws {
    let results = try forecast(Pattern(taps(every: 25, 12)), on: "erm").results
    #expect(results.marks.count == 12 - results.count("kept"))
    let merged = try #require(results.entries.first { $0.result == .merged })
    #expect(results.marks.contains(Picture.Mark(moment: merged.intended.onset, sign: "∪")))
    #expect(results.legend.contains("∪ \(results.count("merged")) merged: felt as one with the previous pulse"))
  }
}

@Suite struct PulseTests {
  private func pulses(_ values: [Double]) -> [Pulse] {
    Pulse.intended(in: SampledStrength(values, every: .milliseconds(1)), from: 0.1)
  }

  private func felt(_ values: [Double]) -> [Pulse] {
    Pulse.felt(in: SampledStrength(values, every: .milliseconds(1)), from: 0.1, 0.6)
  }

  private func level(_ value: Double, _ milliseconds: Int) -> [Double] {
    [Double](repeating: value, count: milliseconds)
  }

  @Test func `a valley below 69 % separates two intended pulses`() {
    #expect(pulses(level(1, 30) + level(0.70, 20) + level(1, 30)).count == 1)
    #expect(pulses(level(1, 30) + level(0.68, 20) + level(1, 30)).count == 2)
  }

  @Test func `felt pulses need a deeper valley in strength on motors with a higher exponent`() {
    let depths = ["lra", "on-off", "pad"].map { MotorModel.presets[$0]!.valleyDepth }
    #expect(depths[0] > depths[1] && depths[1] > depths[2])
    for depth in depths {
      let count = { (valley: Double) in
        let values = level(1, 100) + level(valley, 100) + level(1, 100) + level(0, 30)
        return Pulse.felt(in: SampledStrength(values, every: .milliseconds(1)), from: 0.1, depth).count
      }
      #expect(count(depth * 1.02) == 1 && count(depth * 0.98) == 2)
    }
  }

  @Test func `the skin does not feel two pulses with a short gap as two`() {
    let pair = { (gap: Int) in level(1, 30) + level(0, gap) + level(1, 30) + level(0, 30) }
    #expect(pulses(pair(5)).count == 2 && felt(pair(5)).count == 1)
    #expect(pulses(pair(30)).count == 2 && felt(pair(30)).count == 2)
  }

  @Test func `a felt pulse has the time and the peak of the strength`() {
    let pair = level(0, 50) + level(0.8, 20) + level(0, 40) + level(0.5, 20) + level(0, 40)
    #expect(felt(pair).map(\.onset) == [.milliseconds(50), .milliseconds(110)])
    #expect(felt(pair).map(\.peak) == [0.8, 0.5])
  }

  @Test func `a sudden rise in a vibration is a pulse, a slow one is not`() {
    #expect(pulses(level(0.4, 100) + level(0.9, 20) + level(0.4, 100)).map(\.onset) == [.zero, .milliseconds(100)])
    let swell = (0..<400).map { 0.4 + 0.5 * Double($0) / 400 }
    #expect(pulses(level(0.4, 100) + swell).count == 1)
  }

  @Test func `slow waves are counted like fast ones`() {
    let wave = (0..<4000).map { 0.2 + 0.7 * Double($0) / 4000 }
    #expect(pulses(wave + wave.reversed() + wave + wave.reversed()).count == 2)
  }

  @Test func `a ramp from nothing is one pulse however long`() {
    for length in [50, 500, 2000] { #expect(pulses((0..<length).map { Double($0) / Double(length) }).count == 1) }
  }

  @Test func `a ripple is not a pulse`() {
    #expect(pulses((0..<400).map { $0 / 20 % 2 == 0 ? 0.8 : 0.75 }).count == 1)
  }
}

@Suite struct PulseMatchingTests {
  private func match(_ intended: [Int], _ felt: [Int]) -> [Int?] {
    PulseMatching.match(
      intended.map { Pulse(onset: .milliseconds($0), top: .milliseconds($0), peak: 1) },
      with: felt.map { .milliseconds($0) })
  }

  @Test func `late pulses are matched in order`() {
    #expect(match([0, 50, 100], [5, 90, 160]) == [0, 1, 2])
  }

  @Test func `the missing pulse is the one farthest from the felt pulses`() {
    #expect(match([0, 100, 200], [2, 201]) == [0, nil, 1])
    #expect(match([0, 100], [104]) == [nil, 0])
  }

  @Test func `a pulse is not matched to one before it or long after it`() {
    #expect(match([100], [80]) == [nil])
    #expect(match([100], [311]) == [nil])
    #expect(match([100], []) == [nil])
    #expect(match([], [100]) == [])
  }

  @Test func `felt pulses beyond the intended ones stay unmatched`() {
    #expect(match([0, 100], [0, 30, 60, 100, 130]) == [0, 3])
  }

  @Test func `long sequences of pulses are matched one to one and in order`() {
    var random = SystemRandomNumberGenerator()
    let intended = (0..<2000).map { $0 * 40 + Int.random(in: 0...10, using: &random) }
    let felt = intended.filter { _ in Bool.random(using: &random) }
    let pairs = match(intended, felt)
    #expect(pairs.compactMap(\.self) == Array(felt.indices))
  }
}
