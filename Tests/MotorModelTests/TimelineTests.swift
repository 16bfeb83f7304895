import HapticPatterns
import Testing

@testable import MotorModel

@Suite struct TimelineTests {
  private func strokes(_ events: [Event], strength: Double = 1) -> [Stroke] {
    Timeline(Pattern(events), strength: strength).strokes
  }

  private func tap(_ at: Int, _ intensity: Double) -> Event {
    Event(.transient, at: .milliseconds(at), intensity: Intensity(intensity), sharpness: 0)
  }

  private func buzz(_ from: Int, _ to: Int, _ intensity: Double) -> Event {
    Event(
      .continuous(duration: .milliseconds(to - from)), at: .milliseconds(from), intensity: Intensity(intensity),
      sharpness: 0.5)
  }

  /// Start, end and strength, which is what most tests are about.
  private func summary(_ strokes: [Stroke]) -> [[Double]] {
    strokes.map { [$0.start / .milliseconds(1), $0.end / .milliseconds(1), $0.strength] }
  }

  @Test func `what has no strength or no length is not there`() {
    #expect(strokes([tap(0, 0), buzz(0, 0, 1), buzz(5, 90, 0)]).isEmpty)
    #expect(strokes([tap(0, 1)], strength: 0).isEmpty)
  }

  @Test func `the user's strength scales every stroke`() {
    #expect(strokes([tap(0, 0.5), buzz(100, 200, 1)], strength: 0.5).map(\.strength) == [0.25, 0.5])
  }

  @Test func `overlapping vibrations become the stronger one at each moment`() {
    #expect(summary(strokes([buzz(0, 100, 0.4), buzz(50, 150, 0.6)])) == [[0, 50, 0.4], [50, 150, 0.6]])
    #expect(
      summary(strokes([buzz(0, 100, 0.4), buzz(20, 30, 0.6)])) == [[0, 20, 0.4], [20, 30, 0.6], [30, 100, 0.4]])
    #expect(summary(strokes([buzz(0, 100, 0.4), buzz(20, 30, 0.2)])) == [[0, 100, 0.4]])
  }

  @Test func `a tap cuts its place out of a weaker vibration and drowns in a stronger one`() {
    #expect(
      summary(strokes([buzz(0, 200, 0.4), tap(100, 0.9)])) == [[0, 100, 0.4], [100, 136, 0.9], [136, 200, 0.4]])
    #expect(summary(strokes([buzz(0, 200, 0.9), tap(100, 0.4)])) == [[0, 200, 0.9]])
  }

  @Test func `taps felt as one become the stronger one at the earlier time`() {
    #expect(summary(strokes([tap(0, 0.3), tap(9, 0.8)])) == [[0, 36, 0.8]])
    #expect(summary(strokes([tap(0, 0.8), tap(9, 0.3)])) == [[0, 36, 0.8]])
    #expect(strokes([tap(0, 0.8), tap(10, 0.3)]).count == 2)
  }

  @Test func `taps after taps and whatever follows a silence are separate`() {
    #expect(strokes([tap(0, 1), tap(20, 1), tap(300, 1)]).map(\.isSeparate) == [false, true, true])
    #expect(strokes([buzz(0, 50, 1), buzz(55, 90, 0.5), buzz(100, 150, 1)]).map(\.isSeparate) == [false, false, true])
    #expect(strokes([buzz(0, 200, 0.4), tap(100, 0.9)]).map(\.isSeparate) == [false, false, false])
  }

  @Test func `what lies beyond the limit is not played`() {
    let late = Event(.transient, at: .seconds(601), intensity: 1, sharpness: 0)
    let endless = Event(.continuous(duration: .seconds(100_000)), intensity: 1, sharpness: 0)
    #expect(strokes([late]).isEmpty)
    #expect(strokes([endless]).map(\.end) == [.seconds(600)])
  }
}
