import HapticPatterns
import TestSupport
import Testing

@Suite struct PatternBuilderTests {
  /// Returns the latest end of all events, computed for each event separately.
  private func plainDuration(_ events: [Event]) -> Duration {
    events.map { max($0.end, $0.time + $0.logicalDuration) }.max() ?? .zero
  }

  @Test(arguments: 0..<200)
  func `a pattern from parts is the same as one from the whole`(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let events = (0..<Int.random(in: 0...60, using: &random)).map { _ in anyEvent(&random) }
    let parameters = (0..<Int.random(in: 0...20, using: &random)).map { _ in
      DynamicParameter(.intensity, .random(in: 0...1, using: &random), at: anyTime(&random))
    }
    let curves = (0..<Int.random(in: 0...20, using: &random)).map { _ in
      ParameterCurve(.sharpness, at: anyTime(&random), [.init(at: .zero, 0), .init(at: anyTime(&random), 1)])
    }
    var builder = PatternBuilder(events: events.count, parameters: 0)
    var rest = events[...]
    while let first = rest.first {
      let part = [first] + rest.dropFirst().prefix(Int.random(in: 0...9, using: &random))
      builder.append(part)
      rest = rest.dropFirst(part.count)
    }
    for parameter in parameters { builder.append([parameter]) }
    for curve in curves { builder.append(curve) }
    #expect(builder.pattern == Pattern(events, parameters: parameters, curves: curves))
    #expect(builder.pattern.duration == plainDuration(events))
  }

  private func anyTime(_ random: inout SplitMix64) -> Duration {
    .milliseconds(Int.random(in: 0...3000, using: &random))
  }

  private func anyEvent(_ random: inout SplitMix64) -> Event {
    let sharpness = Sharpness(Double.random(in: 0...1, using: &random))
    if Bool.random(using: &random) {
      return Event(
        .transient, at: anyTime(&random), intensity: 1, sharpness: sharpness, logicalDuration: anyTime(&random))
    }
    let knobs = [0, 0, 0.3, 0.9, 1]
    let envelope = Envelope(
      attack: knobs.randomElement(using: &random)!, decay: knobs.randomElement(using: &random)!,
      release: knobs.randomElement(using: &random)!, isSustained: .random(using: &random))
    return Event(
      .continuous(duration: anyTime(&random)), at: anyTime(&random), intensity: 1, sharpness: sharpness,
      envelope: envelope)
  }
}
