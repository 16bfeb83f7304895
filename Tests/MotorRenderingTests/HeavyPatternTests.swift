import HapticPatterns
import TestSupport
import Testing

@testable import MotorRendering

/// Patterns at the limits of the protocol; their cost is counted in units of work.
@Suite struct HeavyPatternTests {
  private static let kinds = ["flat", "swelling", "decaying", "taps", "curves", "mixed"]

  /// Returns `count` events within half a second, each at a different nanosecond.
  private func pattern(_ kind: String, count: Int, seed: UInt64 = 1) -> Pattern {
    var random = SplitMix64(seed: seed)
    func share(_ range: ClosedRange<Double> = 0...1) -> Double { .random(in: range, using: &random) }
    func event(_ index: Int) -> Event {
      let isTap = kind == "taps" || kind == "mixed" && index % 2 == 0
      let swell = kind == "flat" || kind == "curves" ? 0 : share(0.6...1)
      return Event(
        isTap ? .transient : .continuous(duration: .milliseconds(500)),
        at: .nanoseconds(index * 500_000_000 / count), intensity: Intensity(share(0.1...1)),
        sharpness: Sharpness(share()),
        envelope: Envelope(attack: swell, decay: swell, release: swell, isSustained: kind != "decaying"))
    }
    let events = (0..<count).map(event)
    guard kind == "curves" || kind == "mixed" else { return Pattern(events) }
    let points = (0..<count).map { ParameterCurve.Point(at: .nanoseconds($0 * 500_000_000 / count), Double($0 % 2)) }
    let parameters = (0..<count).map {
      DynamicParameter(.attack, share(-1...1), at: .nanoseconds($0 * 500_000_000 / count))
    }
    return Pattern(events, parameters: parameters, curves: [ParameterCurve(.intensity, points)])
  }

  private func work(_ kind: String, count: Int, on preset: String) throws -> Int {
    let model = try #require(MotorModel.presets[preset])
    var rendition = Rendition(Score(pattern(kind, count: count)), on: model)
    var work = WorkBudget.unlimited
    _ = rendition.draw(until: .seconds(20), &work)
    #expect(rendition.isFinished)
    return work.spent
  }

  @Test(arguments: kinds, TestExtent.all(["lra", "pad", "on-off"], quick: ["pad"]))
  func `twice as many events cost at most twice as much`(kind: String, preset: String) throws {
    let (half, whole) = (try work(kind, count: 2048, on: preset), try work(kind, count: 4096, on: preset))
    #expect(whole < half * 2 + 10_000)
    #expect(whole < 400_000, "\(whole) units for 4096 events")
  }

  @Test(arguments: kinds, [1, 500, 8000])
  func `rendering in slices gives the steps of rendering at once`(kind: String, units: Int) throws {
    let model = try #require(MotorModel.presets["lra"])
    let score = Score(pattern(kind, count: 300, seed: UInt64(units)))
    var whole = Rendition(score, on: model)
    var rendition = whole
    var steps: [Drive.Step] = []
    while !rendition.isFinished {
      var work = WorkBudget(units)
      let drawn = rendition.drawnUntil
      let new = rendition.draw(until: .seconds(20), &work)
      #expect(new.allSatisfy { $0.at >= drawn })
      #expect(rendition.isFinished || work.spent < units + 20_000)
      steps += new
    }
    #expect(steps == whole.draw(until: .seconds(20)))
  }

  @Test(arguments: kinds, [500, 500_000]) func `no slice of rendering far exceeds its budget`(
    kind: String, microseconds: Int
  ) throws {
    let events = pattern(kind, count: 4000).events.map {
      Event(
        $0.kind, at: $0.time * (Double(microseconds) / 500_000), intensity: $0.intensity, sharpness: $0.sharpness,
        envelope: $0.envelope)
    }
    var rendition = Rendition(Score(Pattern(events)), on: try #require(MotorModel.presets["pad"]))
    var most = 0
    while !rendition.isFinished {
      var work = WorkBudget(1000)
      _ = rendition.draw(until: .seconds(20), &work)
      most = max(most, work.spent)
    }
    #expect(most < 1000 + 6000)
  }

  @Test func `placing a tap in slices gives the same tap`() throws {
    let model = try #require(MotorModel.presets["pad"])
    let events = (0..<40).map { Event(.transient, at: .milliseconds($0 * 21), intensity: 1, sharpness: 0.5) }
    var whole = Rendition(Score(Pattern(events)), on: model)
    var rendition = whole
    var steps: [Drive.Step] = []
    while !rendition.isFinished {
      var work = WorkBudget(1)
      steps += rendition.draw(until: .seconds(20), &work)
    }
    #expect(steps == whole.draw(until: .seconds(20)))
  }

  @Test(arguments: kinds) func `rendering up to a time in slices gives the steps of rendering at once`(kind: String)
    throws
  {
    let model = try #require(MotorModel.presets["erm"])
    var whole = Rendition(Score(pattern(kind, count: 300)), on: model)
    var rendition = whole
    let moment = Duration.milliseconds(170)
    var steps: [Drive.Step] = []
    while !rendition.isFinished, rendition.drawnUntil < moment {
      var work = WorkBudget(50)
      steps += rendition.draw(upTo: moment, &work)
    }
    #expect(steps == whole.draw(upTo: moment))
    #expect(rendition.draw(until: .seconds(20)) == whole.draw(until: .seconds(20)))
  }

  @Test func `rendering keeps the longest of many overlapping vibrations of each strength`() {
    // Each event is slightly weaker than the previous one and lasts slightly longer.
    let events = (0..<1000).map { index in
      Event(
        .continuous(duration: .milliseconds(100 + index)), intensity: Intensity(1 - Double(index) / 2000),
        sharpness: 0.5)
    }
    let model = MotorModel.presets["lra"]!
    let drive = model.drive(for: Pattern(events))
    let few = model.drive(for: Pattern(events.enumerated().filter { $0.offset % 8 == 7 }.map(\.element)))
    #expect(abs(drive.duration / few.duration - 1) < 0.02)
    for milliseconds in stride(from: 60, to: 1000, by: 20) {
      let level = drive.level(at: .milliseconds(milliseconds)).strong
      #expect(level > 0, "silent at \(milliseconds) ms")
    }
  }
}
