import Foundation
import HapticFiles
import HapticPatterns
import HapticThemes
import TestSupport
import Testing
import TextDiagnostics

private func point(_ milliseconds: Int, _ value: Double) -> ParameterCurve.Point {
  ParameterCurve.Point(at: .milliseconds(milliseconds), value)
}

private func lint(_ pattern: Pattern) -> [String] { Lint.findings(in: pattern).map(\.short) }

@Suite struct LintTests {
  @Test func `a pattern without mistakes has no findings`() {
    let curve = ParameterCurve(.intensity, at: .milliseconds(100), [point(0, 1), point(500, 0)])
    #expect(lint(Pattern([tap(0, 1, 1), buzz(100, for: 500, 1)], curves: [curve])).isEmpty)
    for themed in Theme.standard.feedbacks where !themed.isSilent {
      #expect(lint(themed.feedback.pattern) == [], "\(themed.feedback.name)")
    }
  }

  @Test func `an empty pattern is a finding`() {
    #expect(lint([]) == ["0:0 : no events"])
    #expect(lint(Pattern([], audio: [AudioEvent(.continuous)])) == ["0:0 : sounds, but no haptic events"])
  }

  @Test func `points that are written from the pattern's start are found`() {
    let curve = ParameterCurve(.intensity, at: .milliseconds(500), [point(500, 1), point(600, 0)])
    let fine = ParameterCurve(.sharpness, at: .milliseconds(500), [point(0, 0), point(500, 1)])
    #expect(
      lint(Pattern([buzz(0, for: 2000, 1)], curves: [curve, fine])) == [
        "0:0 curve 0 at 0.5 s: the first point has the time of the curve, 0.5 s, and so comes at 1 s"
      ])
  }

  @Test func `a curve that changes taps beside a vibration is found`() {
    let curves = [
      ParameterCurve(.intensity, [point(0, 1), point(1000, 0.5)]),
      ParameterCurve(.sharpness, [point(0, 0), point(1000, -0.5)]),
    ]
    let events = [tap(0, 1, 1), tap(500, 1, 1), tap(1000, 1, 1), buzz(0, for: 200, 1)]
    #expect(
      lint(Pattern(events, curves: curves)) == [
        "0:0 curve 0 at 0 s: also changes 2 taps: at 0.5 s to 75 % of its intensity",
        "0:0 curve 1 at 0 s: also changes 2 taps: at 0.5 s by -25 % in sharpness",
      ])
    // Without a vibration, the curve must be intended for the taps.
    #expect(lint(Pattern(Array(events.prefix(3)), curves: curves)).isEmpty)
  }

  @Test func `a parameter that changes taps is not a finding`() {
    let pattern = Pattern(
      [tap(0, 1, 1), buzz(0, for: 200, 1)], parameters: [DynamicParameter(.intensity, 0.5)])
    #expect(lint(pattern).isEmpty)
  }

  @Test func `more points than older players take are found`() {
    let curve = ParameterCurve(.intensity, (0...16).map { point($0, 1) })
    let pattern = Pattern([buzz(0, for: 2000, 1)], curves: [curve])
    #expect(lint(pattern) == ["0:0 curve 0 at 0 s: 17 points, but older Apple players read 16"])
    #expect(
      lint(Pattern([buzz(0, for: 2000, 1)], curves: [ParameterCurve(.intensity, (0...15).map { point($0, 1) })]))
        .isEmpty)
  }

  @Test func `events that are too long for Apple's are found`() {
    #expect(lint([buzz(0, for: 30_000, 1)]).isEmpty)
    #expect(
      lint([buzz(0, for: 30_001, 1)]) == [
        "0:0 event 0 at 0 s: a continuous event of 30.001 s, but Apple plays 30 s"
      ])
    #expect(
      lint([Event(.continuous(duration: Event.endless), intensity: 1, sharpness: 1)]) == [
        "0:0 event 0 at 0 s: a continuous event without an end lasts until it is stopped"
      ])
  }

  @Test(arguments: ["", #", "EventDuration": 0"#, #", "EventDuration": 3600"#])
  func `the remedy for an event without an end also fits a duration that means no end`(duration: String) throws {
    let event = #"{ "Event": { "Time": 0, "EventType": "HapticContinuous"\#(duration) } }"#
    let file = try PatternFile.read(Array("{ \"Version\": 1, \"Pattern\": [\(event)] }".utf8), name: "a.ahap")
    let finding = try #require(Lint.findings(in: file).first { $0.message.contains("without an end") })
    #expect(finding.remedy == "write an EventDuration between 0 and 3600, unless the player stops it")
  }

  @Test func `the time of an event that is named by it is rounded to microseconds`() {
    let event = Event(.transient, at: .seconds(0.063999996), intensity: 0, sharpness: 1)
    #expect(lint([event]) == ["0:0 event 0 at 0.064 s: an intensity of 0 is never felt, with any curve"])
  }

  @Test func `events that are never felt are found`() {
    #expect(
      lint([tap(0, 0, 1), buzz(100, for: 0, 1), tap(200, 1, 1)]) == [
        "0:0 event 0 at 0 s: an intensity of 0 is never felt, with any curve",
        "0:0 event 1 at 0.1 s: an event without a duration is never felt",
      ])
  }

  @Test func `an event without strength at the end is a pause, not a finding`() {
    #expect(lint([buzz(0, for: 300, 1), buzz(300, for: 1000, 0)]) == [])
    #expect(lint([buzz(0, for: 300, 1), buzz(100, for: 100, 0)]).count == 1)
    #expect(lint([buzz(0, for: 300, 0)]).count >= 1)
  }

  @Test func `events that a control turns off are found`() {
    let off = ParameterCurve(.intensity, [point(0, 0), point(1000, 0), point(2000, 1)])
    let events = [buzz(0, for: 900, 1), buzz(500, for: 1000, 1), tap(999, 1, 1)]
    #expect(
      lint(Pattern(events, curves: [off])).filter { $0.hasSuffix("whole event") } == [
        "0:0 event 0 at 0 s: never felt: HapticIntensityControl is 0 during the whole event",
        "0:0 event 2 at 0.999 s: never felt: HapticIntensityControl is 0 during the whole event",
      ])
  }

  @Test func `taps that something stronger covers are found`() {
    #expect(
      lint([tap(0, 0.3, 0.5), tap(0, 1, 0.5), tap(100, 0.3, 0.5)]) == [
        "0:0 event 0 at 0 s: a tap covered by a stronger event"
      ])
    // A vibration is ducked for a tap, to one fifth.
    #expect(lint([tap(100, 0.3, 0.5), buzz(0, for: 500, 1)]).isEmpty)
    #expect(lint([tap(100, 0.02, 0.5), buzz(0, for: 500, 1)]).count == 1)
    // The longer tap is felt after the stronger one has ended.
    #expect(lint([tap(0, 0.6, 0), tap(0, 1, 1)]).isEmpty)
  }

  /// Each pair is compared; a third loop would make it 27 times as expensive.
  @Test func `three times as many taps at once cost at most about nine times as much`() {
    func look(_ count: Int) {
      let taps = [Event](repeating: tap(0, 0.3, 0.5), count: count) + [tap(0, 1, 0.5)]
      #expect(lint(Pattern(taps))[0].contains("covered by a stronger event (and in "))
    }
    #expect(growth(of: { look(600) }, over: { look(200) }) < 16)
  }

  @Test func `controls after the end are found`() {
    let pattern = Pattern(
      [buzz(0, for: 1000, 1)],
      parameters: [
        DynamicParameter(.intensity, 0.5, at: .seconds(1)), DynamicParameter(.audioPan, 1, at: .seconds(2)),
      ],
      curves: [ParameterCurve(.sharpness, at: .seconds(3), [point(0, 0.5)])])
    #expect(
      lint(pattern) == [
        "0:0 curve 0 at 3 s: starts at 3 s, but the last event ends at 1 s: no effect",
        "0:0 parameter 0 at 1 s: starts at 1 s, but the last event ends at 1 s: no effect",
      ])
  }

  @Test func `a curve that another one cuts off is found`() {
    let first = ParameterCurve(.intensity, [point(0, 1), point(600, 0)])
    let second = ParameterCurve(.intensity, at: .milliseconds(500), [point(0, 1), point(100, 0.5)])
    let chained = ParameterCurve(.intensity, at: .milliseconds(600), [point(0, 0), point(100, 0.5)])
    let buzz = buzz(0, for: 2000, 1)
    #expect(
      lint(Pattern([buzz], curves: [first, second])) == [
        "0:0 curve 0 at 0 s: lasts until 0.6 s, but another one replaces it at 0.5 s"
      ])
    #expect(lint(Pattern([buzz], curves: [first, chained])).isEmpty)
    #expect(
      lint(Pattern([buzz], parameters: [DynamicParameter(.intensity, 1, at: .milliseconds(100))], curves: [first]))
        .count == 1)
  }

  @Test func `a finding in a file has its line, and is shown once`() throws {
    let text = """
      {"Version": 1, "Pattern": [
        {"Event": {"Time": 2, "EventType": "HapticTransient", "EventParameters": []}},
        {"Event": {"Time": 1, "EventType": "HapticTransient", "EventParameters": [
          {"ParameterID": "HapticIntensity", "ParameterValue": 0}]}},
        {"Event": {"Time": 0.5, "EventType": "HapticTransient", "EventParameters": [
          {"ParameterID": "HapticIntensity", "ParameterValue": 0}]}}
      ]}
      """
    let found = Lint.findings(in: try read(text))
    #expect(
      found.map(\.short) == [
        "5:13 Pattern[2].Event: an intensity of 0 is never felt, with any curve (and in 1 more place)"
      ])
    #expect(found[0].severity == .warning && !found[0].remedy.isEmpty)
  }

  @Test(arguments: ["Pattern", "pattern"])
  func `the finding for an empty file has a line`(_ key: String) throws {
    let found = Lint.findings(in: try read("{\"Version\": 1,\n\"\(key)\": []}", name: "a.ahap"))
    #expect(found.map(\.short) == [key == "Pattern" ? "2:12 Pattern: no events" : "1:1 : no events"])
  }

  @Test func `the limits of Apple's players do not apply to clips`() throws {
    let points = (0...40).map { amplitude(Double($0), 0.5) }.joined(separator: ",")
    #expect(Lint.findings(in: try read(clip(points))).isEmpty)
  }

  /// The taps and vibrations of a clip share a pattern, and its curves must not change the taps.
  @Test(.enabled(if: Corpus.folder("haptic") != nil, "no corpus of pattern files beside the repository"))
  func `clips have no findings except covered taps`() throws {
    for file in Corpus.files("haptic") {
      guard let read = try? PatternFile.read(path: file.path) else { continue }
      let found = Lint.findings(in: read).map(\.message)
      #expect(found.allSatisfy { $0 == "no events" || $0.hasPrefix("a tap covered") }, "\(file): \(found)")
    }
  }

  @Test(.enabled(if: Corpus.folder("ahap") != nil, "no corpus of pattern files beside the repository"))
  func `Apple's own curve with absolute times is found`() throws {
    let folder = try #require(Corpus.folder("ahap"))
    let file = try PatternFile.read(path: folder.appendingPathComponent("apple__unityplugins__Jump.ahap").path)
    #expect(
      Lint.findings(in: file).map(\.short) == [
        "75:32 Pattern[4].ParameterCurve: the first point has the time of the curve, 0.07 s, and so comes at 0.14 s"
      ])
  }
}
