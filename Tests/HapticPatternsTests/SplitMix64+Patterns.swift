import HapticPatterns
import TestSupport

extension SplitMix64 {
  mutating func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &self) }

  /// Returns a time on a coarse grid, so that simultaneous events are frequent.
  mutating func moment(upTo milliseconds: Int) -> Duration {
    .milliseconds(5 * Int.random(in: 0...milliseconds / 5, using: &self))
  }

  mutating func envelope() -> Envelope {
    guard Bool.random(using: &self) else { return .standard }
    return Envelope(
      attack: number(0...0.8), decay: number(0...0.8), release: number(0...0.8), isSustained: .random(using: &self))
  }

  mutating func event() -> Event {
    let isTap = Bool.random(using: &self)
    return Event(
      isTap ? .transient : .continuous(duration: moment(upTo: 500)), at: moment(upTo: 1000),
      intensity: Intensity(number(-0.2...1.2)), sharpness: Sharpness(number(-0.2...1.2)), envelope: envelope())
  }

  mutating func parameter(_ control: Control) -> DynamicParameter {
    DynamicParameter(control, number(-1.5...1.5), at: moment(upTo: 1000))
  }

  mutating func curve(_ control: Control) -> ParameterCurve {
    ParameterCurve(control, at: moment(upTo: 1000), points(upTo: 6))
  }

  mutating func points(upTo count: Int) -> [ParameterCurve.Point] {
    (0..<Int.random(in: 0...count, using: &self)).map { _ in
      // A few values, so that adjacent points are often equal.
      ParameterCurve.Point(at: moment(upTo: 300), (number(-1.2...1.2) * 2).rounded() / 2)
    }
  }

  mutating func pattern() -> Pattern {
    let controls: [Control] = [.intensity, .sharpness, .attack, .decay, .release, .audioVolume]
    return Pattern(
      (0..<Int.random(in: 1...12, using: &self)).map { _ in event() },
      parameters: (0..<Int.random(in: 0...4, using: &self)).map { _ in parameter(controls.randomElement(using: &self)!)
      },
      curves: (0..<Int.random(in: 0...4, using: &self)).map { _ in curve(controls.randomElement(using: &self)!) })
  }
}
