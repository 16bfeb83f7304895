internal import Haptics

struct TapRecording: Equatable {
  /// A press of a key, a button or a trigger.
  struct Press: Equatable {
    let start: Instant
    /// The release; nil if it is unknown, as on a terminal.
    var end: Instant?
    /// The felt intensity, 0...1.
    var intensity = 1.0
  }

  /// In order of their ends.
  private(set) var presses: [Press] = []

  /// The most presses; later ones are not recorded.
  static let most = 10_000

  mutating func add(_ press: Press) { if presses.count < Self.most { presses.append(press) } }

  /// The pattern of the rhythm, which begins with the first press.
  ///
  /// - Parameters:
  ///   - grid: the grid of the starts; nil keeps them.
  ///   - holds: whether long presses are vibrations.
  func pattern(on grid: RhythmGrid?, holds: Bool) -> Pattern {
    let presses = presses.sorted { $0.start < $1.start }
    guard let first = presses.first?.start else { return [] }
    var used: Set<Duration> = []
    let events = presses.compactMap { press -> Event? in
      let time = grid.map { $0.nearest(press.start - first) } ?? press.start - first
      // Two presses on one place of the grid are one.
      guard used.insert(time).inserted else { return nil }
      let length = holds ? press.end.map { $0 - press.start } ?? .zero : .zero
      let kind: Event.Kind =
        length >= Self.hold ? .continuous(duration: grid.map { $0.length(length) } ?? length) : .transient
      return Event(kind, at: time, intensity: Intensity(press.intensity), sharpness: Event.defaultSharpness)
    }
    return Pattern(events)
  }

  /// The length from which a press is a vibration: a deliberate tap of a finger is shorter.
  static let hold = Duration.milliseconds(180)
}

struct RhythmGrid: Equatable {
  /// The time between two places.
  let step: Duration

  /// - Parameters:
  ///   - value: the note value of a step, such as 1/8; four quarters are a bar.
  ///   - tempo: the quarters per minute.
  init(_ value: NoteValue, tempo: Double) {
    step = .nanoseconds(Int64((240e9 / tempo * Double(value.numerator) / Double(value.denominator)).rounded()))
  }

  func nearest(_ time: Duration) -> Duration { step * Int((time / step).rounded()) }

  /// The length in whole steps, at least one.
  func length(_ length: Duration) -> Duration { max(nearest(length), step) }
}

struct NoteValue: Equatable {
  let numerator, denominator: Int

  /// Parses `1/8` or `3/16`; nil for values that are not from 1/64 to 4/1.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let numerator = parts[0], let denominator = parts[1], (1...64).contains(numerator),
      (1...64).contains(denominator), numerator <= 4 * denominator
    else { return nil }
    (self.numerator, self.denominator) = (numerator, denominator)
  }
}
