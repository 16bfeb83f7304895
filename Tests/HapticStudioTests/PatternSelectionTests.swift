import HapticPatterns
import HapticStudio
import Testing

/// The part of a pattern that the page plays.
@Suite struct PatternSelectionTests {
  private let pattern = Pattern(
    [
      Event(.transient, intensity: 1, sharpness: 0),
      Event(
        .continuous(duration: .seconds(2)), at: .seconds(1), intensity: 0.5, sharpness: 0.5,
        envelope: Envelope(attack: 0.5, release: 0.5)),
      Event(.transient, at: .seconds(4), intensity: 1, sharpness: 1),
    ],
    parameters: [DynamicParameter(.sharpness, 0.2), DynamicParameter(.sharpness, 0.4, at: .seconds(2))],
    curves: [ParameterCurve(.intensity, at: .seconds(1), [.init(at: .zero, 0), .init(at: .seconds(2), 1)])])

  @Test func `the part has the events of its time, and the controls that are in force`() {
    let part = pattern.part(in: .seconds(2)..<Duration.seconds(5))
    #expect(
      part.events == [
        Event(.continuous(duration: .seconds(1)), intensity: 0.5, sharpness: 0.5, envelope: Envelope(release: 0.5)),
        Event(.transient, at: .seconds(2), intensity: 1, sharpness: 1),
      ])
    #expect(part.parameters == [DynamicParameter(.sharpness, 0.4)])
    #expect(part.curves == [ParameterCurve(.intensity, [.init(at: .zero, 0.5), .init(at: .seconds(1), 1)])])
  }

  @Test func `a vibration that is cut off has no release`() {
    let part = pattern.part(in: .zero..<Duration.seconds(2))
    #expect(part.events.count == 2 && part.events[1].envelope == Envelope(attack: 0.5))
    #expect(part.events[1].kind == .continuous(duration: .seconds(1)))
  }

  @Test func `the part feels as the whole at the same time`() {
    let (whole, part) = (Score(pattern), Score(pattern.part(in: .milliseconds(1500)..<Duration.seconds(4))))
    for time in stride(from: 0, to: 1400, by: 50) {
      let (one, other) = (whole.strength(at: .milliseconds(1500 + time)), part.strength(at: .milliseconds(time)))
      #expect(abs(one.intensity.rawValue - other.intensity.rawValue) < 1e-9, "\(time)")
      #expect(abs(one.sharpness.rawValue - other.sharpness.rawValue) < 1e-9, "\(time)")
    }
  }
}
