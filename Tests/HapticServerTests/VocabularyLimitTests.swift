import EventLoop
import HapticPatterns
import HapticPreferences
import HapticProtocol
import HapticSystem
import MotorRendering
import Testing

@testable import HapticServer

/// A vocabulary of any theme costs a bounded time in each turn of the loop, and bounded memory.
@Suite struct VocabularyLimitTests {
  /// Patterns that differ.
  private static func vocabulary(_ count: Int, _ pattern: (Int) -> Pattern) -> Vocabulary {
    Vocabulary((0..<count).map { Feedback(ShortName("x\($0)")!, .touch, pattern($0)) })
  }

  private static func buzz(_ number: Int) -> Pattern {
    [Event(.continuous(duration: .milliseconds(50 + number)), intensity: 1, sharpness: 0.5)]
  }

  /// As short and with as few events as patterns that are rendered whole, but costly: all events overlap.
  private static func heavy(_ number: Int) -> Pattern {
    Pattern(
      (0..<200).map { index in
        let attack = 0.7 + Double(index % 31) / 100
        return Event(
          .continuous(duration: .milliseconds(2000 + number)), at: .milliseconds(index * 4),
          intensity: Intensity(Double(index % 97) / 97), sharpness: 0.5,
          envelope: Envelope(attack: attack, release: 0.9))
      })
  }

  @Test func `one turn of the loop renders one pattern`() throws {
    let bench = try ServerBench(actuators: 0, vocabulary: Self.vocabulary(100, Self.buzz))
    let motor = try bench.add(1, slots: 64)
    bench.clock.stall(for: .milliseconds(100))
    var turns = 0
    while bench.clock.ringDue(.idle) {
      turns += 1
      #expect(motor.prepared.count <= turns)
    }
    #expect(turns > 1)
  }

  @Test func `a pattern of the vocabulary that is costly to render is rendered in slices`() throws {
    let pattern = SharedPattern(Self.heavy(0), .touch)
    #expect(!pattern.isLong)
    var unlimited = WorkBudget.unlimited
    let model = try ServerBench().motor.model
    _ = model.drive(for: Score(pattern.definition), intensity: 1, &unlimited)
    try #require(unlimited.spent > 20_000)
    var renders = RenderCache(model) { _ in .max }
    #expect(renders.content(pattern, intensity: .max).drive == nil)
    #expect(pattern.isLong && renders.usualBytes == 0)
    let bench = try ServerBench(vocabulary: Self.vocabulary(1, Self.heavy))
    let client = try bench.client()
    #expect(client.play("x0", playback: 1)?.verdict == .played)
    #expect(bench.clock.ringDue(.normal))
    #expect(client.verdict(.stop(nil))?.count == 1)
    #expect(bench.motor.isOff)
  }

  @Test func `renderings of the vocabulary have a limited size, and the others play without being kept`() throws {
    let vocabulary = Self.vocabulary(150, Self.train)
    let bench = try ServerBench(vocabulary: vocabulary)
    var renders = RenderCache(bench.motor.model) { _ in .max }
    let patterns = Catalogue(vocabulary).patterns
    let drives = patterns.map { renders.content($0, intensity: .max).drive }
    let largest = try #require(drives.compactMap(\.self).map(MemoryCost.drive).max())
    #expect(drives.first! != nil && drives.last! == nil)
    #expect(renders.usualBytes <= RenderCache.limit + largest)
    // The server's own cache is filled as well.
    let client = try bench.client()
    for feedback in vocabulary.feedbacks.dropLast() {
      #expect(client.play(feedback.name, playback: 1)?.verdict == .played)
      #expect(client.verdict(.stop(nil))?.count == 1)
    }
    _ = client.finishes
    #expect(client.play(vocabulary.feedbacks.last!.name, playback: 1)?.verdict == .played)
    bench.clock.advance(by: .seconds(6))
    #expect(client.finishes.last?.reason == .ended)
    #expect(bench.motor.isOff)
  }

  /// A train of taps: many levels for little work.
  private static func train(_ number: Int) -> Pattern {
    let intensity = Intensity(0.5 + Double(number) / 1000)
    return Pattern(
      (0..<25).map { Event(.transient, at: .milliseconds($0 * 190), intensity: intensity, sharpness: 0.5) })
  }

  @Test func `names of equal patterns share one rendering, names of different patterns do not`() {
    let buzz = Self.buzz(0)
    let vocabulary = Vocabulary([
      Feedback("a", .touch, buzz), Feedback("b", .touch, Self.buzz(1)), Feedback("c", .touch, buzz),
      // The same duration, another strength.
      Feedback("d", .touch, [Event(.continuous(duration: .milliseconds(50)), intensity: 0.5, sharpness: 0.5)]),
    ])
    #expect(vocabulary.originals == [0, 1, 0, 3])
    #expect(Catalogue(vocabulary).patterns.count == 3)
  }

  @Test func `after a change of strength, each turn of the loop renders one handle`() throws {
    let bench = try ServerBench(vocabulary: Self.vocabulary(1, Self.buzz))
    let patterns = (1...5).map { number -> Pattern in
      [Event(.continuous(duration: .seconds(1)), intensity: Intensity(0.3 + Double(number) / 10), sharpness: 0.5)]
    }
    for _ in 0..<2 {
      let client = try bench.client()
      for (index, pattern) in patterns.enumerated() { client.define(pattern, as: UInt32(index + 1)) }
    }
    bench.clock.advance(by: .seconds(1))
    var preferences = bench.preferences
    for category in Category.allCases { preferences[category].strength = 0.5 }
    let before = bench.motor.prepared.count
    bench.server.setPreferences(preferences)
    #expect(bench.motor.prepared.count == before)
    bench.clock.stall(for: .milliseconds(100))
    var counts = [before]
    while bench.clock.ringDue(.idle) { counts.append(bench.motor.prepared.count) }
    let most = try #require(patterns.map { bench.motor.model.drive(for: $0, intensity: 0.5).palette.count }.max())
    let changes = zip(counts, counts.dropFirst()).map { $1 - $0 }
    #expect(changes.allSatisfy { $0 <= most })
    #expect(changes.count { $0 > 0 } == 2 * patterns.count + 1)
    #expect(bench.clock.isSilent)
  }
}
