internal import MotorRendering

/// One thing that a hand counts, or is meant to count: a pulse out of a silence or out of a deep enough valley, or an
/// accent on what lasts.
///
///     strength      ╱╲__     ╱╲
///              ____╱    ╲___╱  ╲_    a pulse, a pulse
///                   ____╱╲____
///              ____╱               a pulse, an accent
///
/// How deep is deep enough, and how strong an accent has to be, is the law of `FeltEnvelope.pulses`.
struct Beat: Equatable {
  /// When it begins to rise out of what was before.
  let onset: Duration
  /// When it is strongest.
  let top: Duration
  /// Its strength then, 0...1.
  let peak: Double

  /// How far from its onset a beat is still felt in time. A hand takes two things for simultaneous that are less than 10 ms
  /// apart (Gescheider 1967). What swells has no sharp beginning, so a quarter of its rise is added.
  var tolerance: Duration { .milliseconds(10) + (top - onset) / 4 }
}

extension Beat {
  /// The beats of an envelope, in order of time. What does not grow to `noticed` is none.
  static func beats(of envelope: Envelope, from noticed: Double) -> [Beat] {
    var beats: [Beat] = []
    var highest = 0.0
    for rise in Rise.rises(in: envelope) {
      if rise.peak >= noticed, rise.counts(after: highest) {
        beats.append(
          Beat(onset: envelope.moment(rise.onset), top: envelope.moment(rise.high), peak: rise.peak))
      }
      highest = rise.peak
    }
    return beats
  }
}

/// A way up in an envelope.
private struct Rise {
  /// Positions: the lowest before it, where it leaves that, and where it is highest.
  let low, onset, high: Int
  let valley, peak: Double
  let length: Duration

  /// An accent is sudden: what takes longer to grow on something that lasts is a swell.
  private static let sudden = Duration.milliseconds(120)
  /// How much of the way up counts as not yet risen, so that a slow start does not count for an early one.
  private static let foot = 0.05

  /// Nothing comes before the envelope's start.
  init(from low: Int, to high: Int, in envelope: Envelope) {
    let valley = low == 0 ? 0 : envelope.values[low]
    let peak = envelope.values[high]
    let last = (low..<high).last { envelope.values[$0] <= valley + Self.foot * (peak - valley) }
    onset = last.map { $0 + 1 } ?? low
    length = envelope.step * (high - onset)
    (self.low, self.high, self.valley, self.peak) = (low, high, valley, peak)
  }

  /// Whether a hand counts it after something whose peak was `highest`.
  func counts(after highest: Double) -> Bool {
    isDeep && (valley <= FeltEnvelope.depth * highest || length <= Self.sudden)
  }

  /// Whether it is felt as something of its own where it follows something that came to rest.
  var isAccent: Bool { isDeep && length <= Self.sudden }

  private var isDeep: Bool { valley <= FeltEnvelope.depth * peak }

  static func rises(in envelope: Envelope) -> [Rise] {
    var climb = Climb(envelope)
    for position in envelope.values.indices { climb.go(to: position) }
    climb.end()
    return climb.rises
  }
}

/// Walks along an envelope and notes the ways up.
private struct Climb {
  private(set) var rises: [Rise] = []
  private let envelope: Envelope
  private var low = 0
  private var high = 0
  private var isRising = true
  /// Whether the last rise came to rest and nothing has fallen since: then what goes on rising slowly is the same one.
  private var isResting = false

  /// A change by less than this part is none to a hand; it ends no rise.
  private static let ripple = 0.1
  /// What grows by less than this part within `rest` has come to rest.
  private static let creeping = 0.02
  private static let rest = Duration.milliseconds(40)

  init(_ envelope: Envelope) { self.envelope = envelope }

  mutating func go(to position: Int) {
    let value = envelope.values[position]
    guard isRising else { return lookForRise(at: position, value) }
    if value > envelope.values[high] * (1 + Self.creeping) {
      high = position
    } else if value < envelope.values[high] * (1 - Self.ripple) {
      close(restingAt: nil)
      low = position
    } else if envelope.step * (position - high) > Self.rest {
      close(restingAt: position)
      low = position
    }
  }

  mutating func end() { if isRising, !envelope.values.isEmpty { close(restingAt: nil) } }

  private mutating func lookForRise(at position: Int, _ value: Double) {
    if let last = rises.last, value < last.peak * (1 - Self.ripple) { isResting = false }
    if value <= envelope.values[low] {
      low = position
    } else if value * (1 - Self.ripple) > envelope.values[low] {
      (high, isRising) = (position, true)
    }
  }

  private mutating func close(restingAt position: Int?) {
    let rise = Rise(from: low, to: high, in: envelope)
    if isResting, !rise.isAccent, let last = rises.last {
      rises[rises.count - 1] = Rise(from: last.low, to: high, in: envelope)
    } else {
      rises.append(rise)
    }
    (isRising, isResting) = (false, position != nil)
  }
}
