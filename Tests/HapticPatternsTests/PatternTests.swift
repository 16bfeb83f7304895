import HapticPatterns
import Testing

@Suite struct PatternTests {
  @Test(arguments: [(-1, 0), (0, 0), (0.25, 0.25), (1, 1), (7, 1), (.nan, 0), (.infinity, 1), (-.infinity, 0)])
  func `intensity and sharpness stay between 0 and 1`(value: Double, kept: Double) {
    #expect(Intensity(value).rawValue == kept)
    #expect(Sharpness(value).rawValue == kept)
  }

  @Test func `times and durations are never negative`() {
    let event = Event(.continuous(duration: .seconds(-1)), at: .seconds(-2), intensity: 1, sharpness: 0)
    #expect(event.time == .zero)
    #expect(event.kind == .continuous(duration: .zero))
  }

  @Test func `an event lasts at most an hour, which counts as endless`() {
    #expect(Event.endless == .seconds(3600))
    let event = Event(.continuous(duration: Event.endless * 2), at: Event.endless * 3, intensity: 1, sharpness: 0)
    #expect(event.time == Event.endless)
    #expect(event.kind == .continuous(duration: Event.endless))
  }

  @Test func `the default event has full intensity and sharpness 0.5`() {
    #expect(Event.defaultIntensity == .full)
    #expect(Event.defaultSharpness == 0.5)
  }

  @Test func `a tap can have a length that counts only for the pattern's end`() {
    let tap = Event(.transient, intensity: 1, sharpness: 0, logicalDuration: .milliseconds(200))
    #expect(tap.duration == .milliseconds(36))
    #expect(Pattern([tap]).duration == .milliseconds(200))
    #expect(Pattern([tap]).strength(at: .milliseconds(100)).intensity == .none)
    let shorter = Event(.transient, intensity: 1, sharpness: 0, logicalDuration: .milliseconds(-5))
    #expect(Pattern([shorter]).duration == .milliseconds(36))
    let buzz = Event(.continuous(duration: .zero), intensity: 1, sharpness: 0, logicalDuration: .seconds(1))
    #expect(buzz.logicalDuration == .zero)
  }

  @Test func `a pattern without events, without intensity or without duration is silent`() {
    #expect(Pattern([]).isSilent)
    #expect(Pattern([Event(.transient, intensity: 0, sharpness: 0)]).isSilent)
    #expect(Pattern([Event(.continuous(duration: .zero), intensity: 1, sharpness: 0)]).isSilent)
    #expect(!Pattern([Event(.transient, intensity: 0.01, sharpness: 0)]).isSilent)
  }

  @Test func `parameters and curves are in order of time`() {
    let pattern = Pattern(
      [], parameters: [DynamicParameter(.intensity, 0.5, at: .seconds(2)), DynamicParameter(.sharpness, 0.5)],
      curves: [ParameterCurve(.intensity, at: .seconds(1), []), ParameterCurve(.decay, [])])
    #expect(pattern.parameters.map(\.control) == [.sharpness, .intensity])
    #expect(pattern.curves.map(\.control) == [.decay, .intensity])
    #expect(pattern.track(of: .intensity).value(at: .seconds(2)) == 0.5)
  }

  @Test func `a dull tap lasts 36 ms, a crisp one 12`() {
    #expect(Event.transientDuration(0) == .milliseconds(36))
    #expect(abs(Event.transientDuration(1) / .milliseconds(12) - 1) < 1e-6)
    #expect(Event.transientDuration(0.5) < Event.transientDuration(0.4))
  }

  @Test func `events are in order of time and keep their order at the same time`() {
    let first = Event(.transient, at: .milliseconds(10), intensity: 0.1, sharpness: 0)
    let second = Event(.transient, at: .milliseconds(10), intensity: 0.2, sharpness: 0)
    let early = Event(.transient, intensity: 0.3, sharpness: 0)
    #expect(Pattern([first, second, early]).events == [early, first, second])
  }

  @Test func `a pattern lasts until its last event ends, not until its last event`() {
    let long = Event(.continuous(duration: .milliseconds(500)), intensity: 1, sharpness: 0.5)
    let tap = Event(.transient, at: .milliseconds(100), intensity: 1, sharpness: 0)
    #expect(Pattern([long, tap]).duration == .milliseconds(500))
    #expect(Pattern([]).duration == .zero)
  }

  @Test func `a continuous event is level, a transient falls`() {
    let pattern: Pattern = [
      Event(.continuous(duration: .milliseconds(100)), intensity: 0.5, sharpness: 0.2),
      Event(.transient, at: .milliseconds(200), intensity: 0.8, sharpness: 0),
    ]
    #expect(pattern.strength(at: .zero).intensity == 0.5)
    #expect(pattern.strength(at: .milliseconds(99)).sharpness == 0.2)
    #expect(pattern.strength(at: .milliseconds(100)).intensity == .none)
    #expect(pattern.strength(at: .milliseconds(200)).intensity == 0.8)
    #expect(abs(pattern.strength(at: .milliseconds(218)).intensity.rawValue - 0.4) < 1e-9)
    #expect(pattern.strength(at: .milliseconds(236)).intensity == .none)
    #expect(pattern.strength(at: .seconds(-1)).intensity == .none)
  }

  @Test func `the strongest of overlapping events is felt, with its own sharpness`() {
    let pattern: Pattern = [
      Event(.continuous(duration: .milliseconds(100)), intensity: 0.9, sharpness: 0.2),
      Event(.continuous(duration: .milliseconds(200)), intensity: 0.4, sharpness: 0.8),
    ]
    #expect(pattern.strength(at: .milliseconds(50)) == (0.9, 0.2))
    #expect(pattern.strength(at: .milliseconds(150)) == (0.4, 0.8))
  }

  @Test func `strengths multiply`() {
    #expect(Intensity(0.5) * Intensity(0.5) == 0.25)
  }
}
