internal import MotorModel

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
  /// Positions: where it leaves the valley, and where it is highest.
  let onset, high: Int
  let valley, peak: Double
  let length: Duration

  /// Less than this part of a strength does a hand not feel as a change; it ends no rise.
  private static let ripple = 0.1
  /// What grows by less than this part within `rest` has come to rest.
  private static let creeping = 0.02
  private static let rest = Duration.milliseconds(40)
  /// An accent is sudden: what takes longer to grow on something that lasts is a swell.
  private static let sudden = Duration.milliseconds(120)
  /// How much of the way up counts as not yet risen, so that a slow start does not count for an early one.
  private static let foot = 0.05

  /// From `low`, the lowest position before it, where nothing is meant before the envelope's start.
  init(from low: Int, to high: Int, in envelope: Envelope) {
    let valley = low == 0 ? 0 : envelope.values[low]
    let peak = envelope.values[high]
    let last = (low..<high).last { envelope.values[$0] <= valley + Self.foot * (peak - valley) }
    onset = last.map { $0 + 1 } ?? low
    length = envelope.step * (high - onset)
    (self.high, self.valley, self.peak) = (high, valley, peak)
  }

  /// Whether a hand counts it after something whose peak was `highest`.
  func counts(after highest: Double) -> Bool {
    valley <= FeltEnvelope.depth * peak && (valley <= FeltEnvelope.depth * highest || length <= Self.sudden)
  }

  static func rises(in envelope: Envelope) -> [Rise] {
    let values = envelope.values
    let patience = max(Int(rest / envelope.step), 1)
    var rises: [Rise] = []
    var (low, high, isRising) = (0, 0, !values.isEmpty)
    for (position, value) in values.enumerated() {
      if !isRising {
        if value <= values[low] {
          low = position
        } else if value * (1 - ripple) > values[low] {
          (high, isRising) = (position, true)
        }
      } else if value > values[high] * (1 + creeping) {
        high = position
      } else if value < values[high] * (1 - ripple) || position - high > patience {
        rises.append(Rise(from: low, to: high, in: envelope))
        (low, isRising) = (position, false)
      }
    }
    if isRising { rises.append(Rise(from: low, to: high, in: envelope)) }
    return rises
  }
}
