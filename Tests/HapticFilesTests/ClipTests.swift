import HapticFiles
import HapticPatterns
import Testing
import TextDiagnostics

@Suite struct ClipTests {
  @Test func `a clip without taps is a vibration that its curves bend`() throws {
    let file = try read(
      clip(
        [amplitude(0, 0.25), amplitude(0.5, 1), amplitude(1, 0)].joined(separator: ","),
        [frequency(0, 0.36), frequency(0.8, 0)].joined(separator: ",")))
    #expect(file.format == .haptic)
    #expect(file.pattern.events == [buzz(0, for: 1000, 1, 0)])
    #expect(file.pattern.curve(.intensity) == [[0, 0.5], [500, 1], [1000, 0]])
    #expect(file.pattern.curve(.sharpness) == [[0, 0.6], [800, 0], [1000, 0]])
  }

  @Test(arguments: ["", #""frequency": [],"#])
  func `a clip without a frequency has the default sharpness`(_ frequency: String) throws {
    let text =
      #"{"version": {"major": 1}, "signals": {"continuous": {"envelopes": {"# + frequency
      + #""amplitude": ["# + amplitude(0, 1) + "," + amplitude(1, 1) + "]}}}}"
    let pattern = try read(text).pattern
    #expect(pattern.events == [buzz(0, for: 1000, 1, 0.5)])
    #expect(pattern.curve(.sharpness).isEmpty)
  }

  @Test func `an emphasis is a tap of its own strength, whatever the curves do`() throws {
    let text = clip(
      [amplitude(0, 0.25), amplitude(0.5, 0.25, tap: (0.81, 0.9)), amplitude(1, 0.25)].joined(separator: ","),
      [frequency(0, 0.49), frequency(1, 0.49)].joined(separator: ","))
    let pattern = try read(text).pattern
    let score = Score(pattern)
    let taps = pattern.events.filter { $0.kind == .transient }
    #expect(taps == [tap(500, 0.9, 0.9)])
    #expect(score.effectiveIntensity(of: taps[0], at: taps[0].time) == 0.9)
    #expect(score.effectiveSharpness(of: taps[0], at: taps[0].time) == 0.9)
  }

  @Test func `between its taps, a clip has the strength of its envelope`() throws {
    let text = clip(
      [amplitude(0, 0), amplitude(0.5, 0.25, tap: (0.81, 0.9)), amplitude(1, 1)].joined(separator: ","),
      [frequency(0, 0), frequency(1, 1)].joined(separator: ","))
    let score = Score(try read(text).pattern)
    // Half-way to the tap, and from the value there half-way to the end.
    #expect(abs(score.strength(at: .milliseconds(250)).intensity.rawValue - 0.25) < 1e-6)
    #expect(abs(score.strength(at: .milliseconds(750)).intensity.rawValue - 0.75) < 1e-6)
    #expect(abs(score.strength(at: .milliseconds(750)).sharpness.rawValue - 0.75) < 1e-6)
  }

  @Test func `an emphasis weaker than the curve's end is felt with its own sharpness`() throws {
    let text = clip(
      [amplitude(0, 0.01), amplitude(0.5, 0.01, tap: (0.04, 0.1)), amplitude(1, 0.01)].joined(separator: ","),
      [frequency(0, 1), frequency(1, 1)].joined(separator: ","))
    let felt = Score(try read(text).pattern).strength(at: .milliseconds(500))
    #expect(abs(felt.intensity.rawValue - 0.2) < 1e-9 && abs(felt.sharpness.rawValue - 0.1) < 1e-9)
  }

  @Test func `taps close to each other keep their own strengths`() throws {
    let text = clip(
      [
        amplitude(0, 0, tap: (1, 1)), amplitude(0.005, 0.25, tap: (0.49, 0.5)),
        amplitude(0.005, 0.25, tap: (0.36, 0)), amplitude(0.01, 0, tap: (0.25, 0)),
      ].joined(separator: ","))
    let pattern = try read(text).pattern
    let score = Score(pattern)
    let taps = pattern.events.filter { $0.kind == .transient }
    #expect(taps.map { score.effectiveIntensity(of: $0, at: $0.time) } == [1, 0.7, 0.6, 0.5])
  }

  @Test func `a clip that starts late is silent until then`() throws {
    let pattern = try read(clip(amplitude(1, 1) + "," + amplitude(2, 1))).pattern
    #expect(pattern.events == [buzz(1000, for: 1000, 1)])
  }

  @Test func `an amplitude of 0 gives no event`() throws {
    #expect(try read(clip(amplitude(0, 0) + "," + amplitude(2, 0))).pattern.events.isEmpty)
  }

  @Test func `points of the same time are a jump`() throws {
    let points = [amplitude(0, 0.25), amplitude(0.5, 0.25), amplitude(0.5, 1), amplitude(1, 1)]
    let score = Score(try read(clip(points.joined(separator: ","))).pattern)
    #expect(score.strength(at: .milliseconds(499)).intensity == 0.5)
    #expect(score.strength(at: .milliseconds(500)).intensity == 1)
  }

  private static let cases1: [(String, String)] = [
    (amplitude(0, 1), "2:14 signals.continuous.envelopes.amplitude: fewer than two points of amplitude"),
    ("", "2:14 signals.continuous.envelopes.amplitude: fewer than two points of amplitude"),
    (
      "\(amplitude(1, 1)),\n\(amplitude(1, 1))",
      "2:14 signals.continuous.envelopes.amplitude: a clip without a duration"
    ),
    (
      "\(amplitude(0, 1)),\n\(amplitude(-1, 1))",
      "3:10 signals.continuous.envelopes.amplitude[1].time: a time of -1 s"
    ),
    (
      "\(amplitude(1, 1)),\n\(amplitude(0.5, 1))",
      "3:10 signals.continuous.envelopes.amplitude[1].time: earlier than the previous point"
    ),
    (
      "\(amplitude(1, 1)),\n\(amplitude(3601, 1))",
      "3:10 signals.continuous.envelopes.amplitude[1].time: a time of 3601 s"
    ),
    (
      "\(amplitude(0, 1)),\n\(amplitude(1, 1.5))",
      "3:28 signals.continuous.envelopes.amplitude[1].amplitude: 1.5 is out of range"
    ),
    (
      "\(amplitude(0, 1)),\n\(amplitude(1, 0.5, tap: (0.4, 1)))",
      "3:45 signals.continuous.envelopes.amplitude[1].emphasis: an emphasis of 0.4 on an amplitude of 0.5"
    ),
    (
      "\(amplitude(0, 1)),\n\(amplitude(1, 0.5, tap: (0.6, 2)))",
      "3:77 signals.continuous.envelopes.amplitude[1].emphasis.frequency: 2 is out of range"
    ),
    (
      "\(amplitude(0, 1)),\n{\"time\": 1}", "3:1 signals.continuous.envelopes.amplitude[1]: no amplitude"
    ),
    (
      "\(amplitude(0, 1)),\n7",
      "3:1 signals.continuous.envelopes.amplitude[1]: found a number; expected an object"
    ),
  ]

  @Test(arguments: cases1)
  func `a clip that breaks the rules is refused at the place`(_ points: String, _ message: String) {
    #expect(refusal(clip(points))?.short == message)
  }

  private static let cases2: [(String, String)] = [
    ("\(frequency(0.5, 1)),\n\(frequency(0.4, 1))", "earlier than the previous point"),
    ("\(frequency(0, 1)),\n\(frequency(0.4, -1))", "-1 is out of range"),
  ]

  @Test(arguments: cases2)
  func `a frequency that breaks the rules is refused at the place`(_ points: String, _ message: String) {
    let found = refusal(clip(amplitude(0, 1) + "," + amplitude(1, 1), points))
    #expect(found?.line == 4 && found?.message == message)
    #expect(found?.key.hasPrefix("signals.continuous.envelopes.frequency[1].") == true)
  }

  @Test func `a frequency outside of the amplitude is warned of`() throws {
    let text = clip(amplitude(0, 1) + "," + amplitude(1, 1), "\(frequency(0, 1)),\n\(frequency(1.1, 1))")
    let warnings = try read(text).warnings
    #expect(warnings.map(\.message) == ["outside the time of the amplitude; not felt"])
    #expect(warnings.map(\.line) == [4])
  }

  private static let cases3: [(String, String)] = [
    (#"{"signals": {"continuous": {}}}"#, "1:13 signals.continuous: no envelopes"),
    (#"{"signals": {}}"#, "1:13 signals: no continuous"),
    (#"{"version": {"major": 2}, "signals": {}}"#, "1:13 version: version 2 is unknown"),
  ]

  @Test(arguments: cases3)
  func `a clip of another version is refused`(_ text: String, _ message: String) {
    #expect(refusal(text)?.short.hasSuffix(String(message.drop { $0 != " " })) == true)
  }

  @Test func `too many points are refused`() {
    let points = (0...20).map { amplitude(Double($0), 1) }.joined(separator: ",")
    #expect(refusal(clip(points), limits: FileLimits(maximumPoints: 20))?.message == "more than 20 points")
    #expect(refusal(clip(points), limits: FileLimits(maximumPoints: 21)) == nil)
    let taps = (0...20).map { amplitude(Double($0), 1, tap: (1, 1)) }.joined(separator: ",")
    #expect(refusal(clip(taps), limits: FileLimits(maximumPoints: 21))?.message == "too many points and taps")
  }
}
