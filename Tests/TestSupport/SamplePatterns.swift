package import HapticPatterns

/// A dozen patterns of different kinds, small enough to read their steps. The protocol encodes their values exactly:
/// fifths, and quarters for controls.
package enum SamplePatterns {
  /// The patterns by name, in the order of the golden files.
  package static let all: [(name: String, pattern: Pattern)] = [
    ("tap", [tap(0, 0.8, 0.4)]),
    ("crisp and dull", [tap(0, 0.8, 1), tap(200, 0.8, 0)]),
    ("growing taps", Pattern((1..<6).map { tap($0 * 120 - 120, 0.2 * Double($0), 0.6) })),
    ("dense taps", Pattern((0..<12).map { tap($0 * 35, 0.8, 0.4) })),
    ("buzz", [buzz(0, for: 300, 0.6, 0.4)]),
    ("dull swell", [buzz(0, for: 400, 1, 0, Envelope(attack: 0.6, release: 0.4))]),
    ("decay", [buzz(0, for: 800, 1, 0.6, Envelope(decay: 0.8, isSustained: false))]),
    ("two vibrations over each other", [buzz(0, for: 500, 0.4, 0.2), buzz(150, for: 150, 0.9, 0.8)]),
    ("tap in a vibration", [buzz(0, for: 500, 0.6, 0.2), tap(250, 1, 0.8)]),
    (
      "intensity curve",
      Pattern(
        [buzz(0, for: 900, 1, 0.4)],
        curves: [
          ParameterCurve(
            .intensity, [.init(at: .zero, 0.25), .init(at: .milliseconds(400), 1), .init(at: .milliseconds(900), 0)])
        ])
    ),
    (
      "parameters in steps",
      Pattern(
        [buzz(0, for: 600, 1, 0.2)],
        parameters: [
          DynamicParameter(.intensity, 0.5, at: .milliseconds(200)),
          DynamicParameter(.sharpness, 0.75, at: .milliseconds(400)),
        ])
    ),
    ("knock after a pause", [tap(0, 1, 0.2), tap(140, 1, 0.2), tap(900, 1, 0.2), tap(1040, 1, 0.2)]),
  ]

  /// One of each kind, for tests that play them in real time.
  package static let some = all.filter {
    ["crisp and dull", "two vibrations over each other", "intensity curve", "parameters in steps"].contains($0.name)
  }

  private static func tap(_ milliseconds: Int, _ intensity: Double, _ sharpness: Double) -> Event {
    Event(
      .transient, at: .milliseconds(milliseconds), intensity: Intensity(intensity), sharpness: Sharpness(sharpness))
  }

  private static func buzz(
    _ milliseconds: Int, for length: Int, _ intensity: Double, _ sharpness: Double, _ envelope: Envelope = .standard
  ) -> Event {
    Event(
      .continuous(duration: .milliseconds(length)), at: .milliseconds(milliseconds), intensity: Intensity(intensity),
      sharpness: Sharpness(sharpness), envelope: envelope)
  }
}
