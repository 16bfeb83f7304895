internal import HapticPatterns

/// Patterns from a generator, by class and seed: the data that constants of the renderer are fitted to.
///
/// A seed of the tuning part is never a seed of the held-out part, and the classes have equally many of both.
enum GeneratedPatterns {
  /// The number of patterns of a class in each part.
  static let count = 12

  /// The patterns of one part.
  static func all(_ portion: Portion) -> [Corpus.Entry] {
    PatternClass.allCases.enumerated().flatMap { place, kind in
      (0..<count).map { index in
        let seed = UInt64(2 * (place * 1000 + index) + (portion == .heldOut ? 1 : 0))
        var numbers = SeededNumbers(seed: seed)
        return Corpus.Entry(
          name: "\(kind.rawValue) \(seed)", pattern: kind.pattern(&numbers), kind: kind, portion: portion)
      }
    }
  }
}

/// The classes of generated patterns.
enum PatternClass: String, CaseIterable {
  case taps = "single taps"
  case trains = "trains of taps"
  case accents = "taps over vibrations"
  case swells = "swells"
  case legato = "melodies without gaps"
  case staccato = "melodies with gaps"
  case textures = "textures"
  case calls = "calls"
  case rumble = "rumble of games"

  /// Returns a pattern of about one to three seconds.
  func pattern(_ numbers: inout SeededNumbers) -> Pattern {
    switch self {
    case .taps: Pattern(Self.taps(&numbers))
    case .trains: Pattern(Self.train(&numbers))
    case .accents: Pattern(Self.accents(&numbers))
    case .swells: Self.swell(&numbers)
    case .legato: Pattern(Self.melody(&numbers, gaps: 0...0))
    case .staccato: Pattern(Self.melody(&numbers, gaps: 20...160))
    case .textures: Pattern(Self.texture(&numbers))
    case .calls: Pattern(Self.call(&numbers))
    case .rumble: Pattern(Self.rumble(&numbers))
    }
  }

  // MARK: Taps

  /// Taps of all strengths and sharpnesses, far apart.
  private static func taps(_ numbers: inout SeededNumbers) -> [Event] {
    (0..<6).map { tap(Double($0) * 450 + numbers.number(0...100), numbers.number(0.05...1), numbers.number(0...1)) }
  }

  /// Taps at an interval of 15 to 200 ms: equal, accented, or rising or falling.
  private static func train(_ numbers: inout SeededNumbers) -> [Event] {
    let interval = numbers.ratio(15...200)
    let count = min(max(Int(1500 / interval), 5), 30)
    let (first, last) = (numbers.number(0.15...1), numbers.number(0.15...1))
    let (accent, every) = (numbers.isTrue(0.5) ? numbers.number(0.3...0.8) : 1, numbers.count(2...4))
    let sharpness = numbers.number(0...1)
    return (0..<count).map { index in
      let slope = first + (last - first) * Double(index) / Double(count)
      let strength = index % every == 0 ? slope : slope * accent
      return tap((Double(index) + numbers.number(-0.05...0.05)) * interval + 5, strength, sharpness)
    }
  }

  /// Taps on a vibration.
  private static func accents(_ numbers: inout SeededNumbers) -> [Event] {
    let (length, base) = (numbers.number(900...1800), numbers.number(0.15...0.7))
    var events = [hum(0, length, base, numbers.number(0...1))]
    var moment = numbers.number(50...200)
    while moment < length - 60 {
      events.append(tap(moment, numbers.number(0.3...1), numbers.number(0.3...1)))
      moment += numbers.ratio(60...450)
    }
    return events
  }

  /// Taps at 15 to 60 ms whose strength wanders.
  private static func texture(_ numbers: inout SeededNumbers) -> [Event] {
    let (interval, sharpness) = (numbers.ratio(15...60), numbers.number(0...1))
    var (moment, strength) = (0.0, numbers.number(0.2...0.9))
    var events: [Event] = []
    while moment < 1300 {
      events.append(tap(moment, strength, sharpness))
      moment += interval * numbers.number(0.6...1.4)
      strength = min(max(strength + numbers.number(-0.2...0.2), 0.1), 1)
    }
    return events
  }

  // MARK: Vibrations

  /// A vibration under a curve of 3 to 6 points, 150 to 700 ms apart.
  private static func swell(_ numbers: inout SeededNumbers) -> Pattern {
    var moment = 0.0
    var points: [ParameterCurve.Point] = []
    for index in 0..<numbers.count(3...6) {
      let isEnd = index == 0 && numbers.isTrue(0.6)
      points.append(.init(at: milliseconds(moment), isEnd ? 0 : numbers.number(0...1)))
      moment += numbers.number(150...700)
    }
    points.append(.init(at: milliseconds(moment), 0))
    return Pattern(
      [hum(0, moment, numbers.number(0.6...1), numbers.number(0...1))], curves: [ParameterCurve(.intensity, points)])
  }

  /// Notes of 60 to 300 ms.
  private static func melody(_ numbers: inout SeededNumbers, gaps: ClosedRange<Double>) -> [Event] {
    var moment = 0.0
    return (0..<numbers.count(5...9)).map { _ in
      let length = numbers.ratio(60...300)
      defer { moment += length + numbers.number(gaps) }
      return hum(moment, length, numbers.number(0.2...1), numbers.number(0...1))
    }
  }

  /// A group of rings, repeated: one to three vibrations, some with a tap at the start.
  private static func call(_ numbers: inout SeededNumbers) -> [Event] {
    let rings = (0..<numbers.count(1...3)).map { _ in
      (length: numbers.number(120...500), pause: numbers.number(60...250), strength: numbers.number(0.4...1))
    }
    let (pause, sharpness, isTapped) = (numbers.number(200...500), numbers.number(0...1), numbers.isTrue(0.4))
    var moment = 0.0
    return (0..<2).flatMap { _ in
      defer { moment += pause }
      return rings.flatMap { ring in
        defer { moment += ring.length + ring.pause }
        return (isTapped ? [tap(moment, 1, 0.8)] : []) + [hum(moment, ring.length, ring.strength, sharpness)]
      }
    }
  }

  /// Vibrations whose strength changes every 30 to 250 ms, with hits that fade.
  private static func rumble(_ numbers: inout SeededNumbers) -> [Event] {
    var (moment, strength) = (0.0, numbers.number(0.1...0.6))
    var events: [Event] = []
    while moment < 1500 {
      let length = numbers.ratio(30...250)
      if strength > 0.08 { events.append(hum(moment, length, strength, 0.2)) }
      if numbers.isTrue(0.15) {
        let fade = Envelope(decay: 0.5, isSustained: false)
        events.append(hum(moment, numbers.number(150...400), numbers.number(0.6...1), 0.4, fade))
      }
      moment += length
      strength = min(max(strength + numbers.number(-0.35...0.35), 0), 1)
    }
    return events
  }

  // MARK: Events

  private static func tap(_ moment: Double, _ strength: Double, _ sharpness: Double) -> Event {
    Event(.transient, at: milliseconds(moment), intensity: Intensity(strength), sharpness: Sharpness(sharpness))
  }

  private static func hum(
    _ moment: Double, _ length: Double, _ strength: Double, _ sharpness: Double, _ envelope: Envelope = .standard
  ) -> Event {
    Event(
      .continuous(duration: milliseconds(length)), at: milliseconds(moment), intensity: Intensity(strength),
      sharpness: Sharpness(sharpness), envelope: envelope)
  }

  /// Rounded to a millisecond, the sampling of the intention.
  private static func milliseconds(_ number: Double) -> Duration { .milliseconds(Int(max(number, 0).rounded())) }
}
