import HapticPatterns
import HapticProtocol
import HapticSystem
import MotorRendering
import TestSupport
import Testing

@testable import HapticServer

/// A stream with counted loops and random changes, against a counter of milliseconds.
@Suite struct LoopArithmeticTests {
  /// Vibrations of 200 ms with gaps of 200 ms.
  private static let pattern = Pattern(
    (0..<3).map {
      Event(.continuous(duration: .milliseconds(200)), at: .milliseconds($0 * 400), intensity: 1, sharpness: 0.5)
    })
  private static let length = 1000

  /// The expected playback, in milliseconds.
  private struct Counter {
    var position: Int
    var rate: Int
    var loopEnd: Int
    var returns: Int
    var isPaused = false

    var isOver: Bool { returns == 0 && position >= LoopArithmeticTests.length }
    var isOn: Bool { !isPaused && !isOver && position < LoopArithmeticTests.length && position % 400 < 200 }

    mutating func advance() {
      if isPaused { return }
      position += rate
      wrap()
    }

    mutating func wrap() {
      while returns > 0, position >= loopEnd {
        position -= loopEnd
        returns -= 1
      }
    }

    /// The milliseconds until the end.
    var rest: Double { Double(max(LoopArithmeticTests.length - position + returns * loopEnd, 0)) / Double(rate) }
  }

  @Test(arguments: TestExtent.all(0..<200, quick: 0..<40))
  func `counted loops with random changes follow simple arithmetic`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    func pick(_ values: [Int]) -> Int { values.randomElement(using: &random)! }
    let ends = [20, 50, 150, 400, 700, 1000, 1500]
    let (rate, end, repeats) = (pick([1, 2]), pick(ends), pick([0, 1, 2, 5, 40]))
    let offset = pick([0, 100, 300, 900].filter { repeats == 0 || $0 < end })
    var counter = Counter(position: offset, rate: rate, loopEnd: max(end, 20 * rate), returns: repeats)
    let start = Instant(nanoseconds: 5_000_000_000)
    let timing = Request.Play.Timing(
      offset: .milliseconds(offset), rate: Double(rate),
      loop: Loop(end: .milliseconds(end), repeats: UInt32(repeats)))
    let stream = Stream(Score(Self.pattern), on: MotorModel.presets["lra"]!, strength: 1, at: start, timing)
    var isOn = false
    /// The time since the expected state changed, in milliseconds.
    var settled = 0
    var change = pick([50, 333, 1000, 100_000])
    for millisecond in 0..<300_000 {
      let now = start + .milliseconds(millisecond)
      if millisecond == change {
        self.change(stream, &counter, at: now, &random)
        change += pick([1, 70, 333, 2000])
        settled = 0
      }
      var budget = WorkBudget.unlimited
      _ = stream.draw(at: now, &budget)
      while let step = stream.take(at: now) { isOn = step.level != .off }
      if counter.isPaused { isOn = false }
      // A vibration ends before its time by the time that the motor needs, and a gap may be bridged for as long.
      if settled > 30, counter.isOn, self.isStable(counter) { #expect(isOn, "\(seed): \(millisecond) ms, \(counter)") }
      if settled > 30, !counter.isOn { #expect(!isOn, "\(seed): \(millisecond) ms, \(counter)") }
      if !counter.isPaused {
        let rest = ((stream.end ?? .distantPast) - now) / .milliseconds(1)
        #expect(abs(rest - counter.rest) < 0.01, "\(seed): \(millisecond) ms, \(counter)")
      }
      let before = counter
      counter.advance()
      settled = before.isOn == counter.isOn ? settled + 1 : 0
      if counter.isOver { break }
    }
    #expect(counter.isOver || counter.isPaused)
    if !counter.isPaused {
      // The motor may need a little longer than the pattern.
      let last = (stream.end ?? start) + .milliseconds(50)
      var budget = WorkBudget.unlimited
      _ = stream.draw(at: last, &budget)
      while stream.take(at: last) != nil {}
      #expect(stream.isFinished, "\(seed): \(counter)")
    }
  }

  /// Whether the motor stays on for the next 60 ms.
  private func isStable(_ counter: Counter) -> Bool {
    var later = counter
    for _ in 0..<60 {
      later.advance()
      if !later.isOn { return false }
    }
    return true
  }

  private func change(
    _ stream: Stream, _ counter: inout Counter, at now: Instant, _ random: inout SplitMix64
  ) {
    switch Int.random(in: 0..<5, using: &random) {
    case 0 where !counter.isPaused:
      stream.pause(at: now)
      counter.isPaused = true
    case 0, 1:
      stream.resume(at: now)
      counter.isPaused = false
    case 2:
      let position = [0, 100, 500].randomElement(using: &random)!
      stream.seek(to: .milliseconds(position), at: now)
      counter.position = counter.returns > 0 && position >= counter.loopEnd ? 0 : position
    case 3:
      stream.setStrength(0.9, at: now)
    default:
      let end = [50, 150, 700, 1500].randomElement(using: &random)!
      let repeats = [0, 1, 3].randomElement(using: &random)!
      stream.setLoop(Loop(end: .milliseconds(end), repeats: UInt32(repeats)), at: now)
      (counter.loopEnd, counter.returns) = (end, repeats)
      // Returns at once, to the start.
      if repeats > 0, counter.position >= end { (counter.position, counter.returns) = (0, repeats - 1) }
    }
  }
}
