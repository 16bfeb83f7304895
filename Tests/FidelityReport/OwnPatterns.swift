internal import HapticPatterns
internal import HapticThemes

/// Patterns that are part of the project, for a report without a corpus: the feedbacks of the built-in theme, and
/// patterns that are difficult for motors.
enum OwnPatterns {
  static var all: [Corpus.Entry] { themes + written }

  private static var themes: [Corpus.Entry] {
    Theme.standard.feedbacks.filter { !$0.isSilent && !$0.isFallback }.map {
      Corpus.Entry(name: "theme \($0.feedback.name)", pattern: $0.feedback.pattern)
    }
  }

  private static var written: [Corpus.Entry] {
    [
      entry("isolated taps", steps(9) { tap(400 * $0, 0.2 + 0.1 * Double($0), 0.5) }),
      entry("sharpness of taps", steps(5) { tap(400 * $0, 0.8, 0.25 * Double($0)) }),
      entry("light taps", steps(6) { tap(350 * $0, 0.35, 0.2 * Double($0)) }),
      entry("beat of dull and sharp", steps(12) { tap(200 * $0, $0.isMultiple(of: 4) ? 1 : 0.6, Double($0 % 4) / 4) }),
      entry("heartbeat", steps(4) { tap(800 * $0, 0.9, 0.1) } + steps(4) { tap(800 * $0 + 160, 0.6, 0.1) }),
      entry("crescendo of taps", steps(12) { tap(150 * $0, 0.25 + 0.065 * Double($0), 0.6) }),
      entry("roll at 12 Hz", steps(18) { tap(83 * $0, 0.8, 0.5) }),
      entry("roll at 25 Hz", steps(39) { tap(40 * $0, 0.8, 0.5) }),
      entry("swelling roll at 25 Hz", steps(39) { tap(40 * $0, 0.2 + 0.02 * Double($0), 0.5) }),
      entry("roll that slows down", steps(20) { tap(30 * $0 + 5 * $0 * $0, 0.9, 0.4) }),
      entry("hums of four strengths", steps(4) { hum(700 * $0, 500, 0.25 + 0.25 * Double($0)) }),
      entry("taps in a stronger hum", [hum(0, 2000, 0.75)] + steps(8) { tap(200 + 210 * $0, 0.5, 0.6) }),
      entry("accents on a hum", [hum(0, 2000, 0.4)] + steps(8) { tap(200 + 210 * $0, 0.9, 0.6) }),
      entry("engine", [hum(0, 3000, 0.6)] + steps(30) { tap(60 + 95 * $0, $0.isMultiple(of: 3) ? 0.7 : 0.5, 0.3) }),
      entry("legato", steps(8) { hum(180 * $0, 180, $0.isMultiple(of: 2) ? 0.5 : 0.8) }),
      entry("legato of equal notes", steps(8) { hum(200 * $0, 200, 0.7) }),
      entry("staccato", steps(10) { hum(150 * $0, 70, 0.8) }),
      entry("hum after tap", [tap(0, 1, 0.8), hum(120, 400, 0.5), tap(700, 1, 0.2)]),
      swell("swell", [(0, 0), (600, 1), (1200, 0)]),
      swell("two waves", [(0, 0.2), (300, 1), (600, 0.2), (900, 1), (1200, 0.2)]),
      swell("decay", [(0, 1), (1200, 0)]),
    ]
  }

  private static func entry(_ name: String, _ events: [Event]) -> Corpus.Entry {
    Corpus.Entry(name: name, pattern: Pattern(events))
  }

  private static func steps(_ count: Int, _ event: (Int) -> Event) -> [Event] { (0..<count).map(event) }

  private static func tap(_ milliseconds: Int, _ intensity: Double, _ sharpness: Double) -> Event {
    Event(
      .transient, at: .milliseconds(milliseconds), intensity: Intensity(intensity), sharpness: Sharpness(sharpness))
  }

  private static func hum(_ milliseconds: Int, _ length: Int, _ intensity: Double) -> Event {
    Event(
      .continuous(duration: .milliseconds(length)), at: .milliseconds(milliseconds), intensity: Intensity(intensity),
      sharpness: 0.4)
  }

  private static func swell(_ name: String, _ points: [(at: Int, value: Double)]) -> Corpus.Entry {
    let curve = ParameterCurve(.intensity, points.map { .init(at: .milliseconds($0.at), $0.value) })
    return Corpus.Entry(name: name, pattern: Pattern([hum(0, points.last?.at ?? 0, 1)], curves: [curve]))
  }
}
