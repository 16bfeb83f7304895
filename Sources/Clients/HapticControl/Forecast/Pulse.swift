internal import MotorRendering

/// A countable maximum of an envelope: a pulse that rises from silence or from a valley that is deep enough, or an
/// accent on a lasting vibration.
///
///     strength      ╱╲__     ╱╲
///              ____╱    ╲___╱  ╲_    a pulse, a pulse
///                   ____╱╲____
///              ____╱               a pulse, an accent
///
/// Both need a valley of at most `MotorModel.valleyDepth` before them.
package struct Pulse: Equatable, Sendable {
  /// The time at which it begins to rise.
  package let onset: Duration
  /// The time of its maximum.
  package let top: Duration
  /// The strength at its maximum, 0...1.
  package let peak: Double

  /// The maximum difference between the intended and the felt onset for a pulse in time. Two stimuli to a hand less
  /// than 10 ms apart feel simultaneous (Gescheider 1967).
  static let simultaneous = Duration.milliseconds(10)

  /// The maximum difference between the intended and the felt onset for a pulse that is not late. A slow rise has no
  /// clear onset, so a quarter of the rise is added.
  var tolerance: Duration { Self.simultaneous + (top - onset) / 4 }

  /// The result of this pulse if its onset is felt `delay` after the intended one: the only rule for what is in time.
  ///
  ///     delay     0 ──── 10 ms ───────── 10 ms + a quarter of the intended rise ─────
  ///     result      kept        gradual                                         delayed
  func result(feltAfter delay: Duration) -> PulseResult {
    if delay <= Self.simultaneous { return .kept }
    return delay <= tolerance ? .gradual : .delayed
  }
}

extension Pulse {
  /// The pulses of an intended strength, in order of time. Ignores maxima below `noticed`.
  static func intended(in strength: SampledStrength, from noticed: Double) -> [Pulse] {
    pulses(of: strength, felt: strength, within: .zero, from: noticed, FeltEnvelope.valleyDepth)
  }

  /// The pulses that are felt of the strength of a motor. What is closer than the skin can tell is one pulse.
  ///
  /// - Parameter depth: the `valleyDepth` of the motor.
  static func felt(in strength: SampledStrength, from noticed: Double, _ depth: Double) -> [Pulse] {
    let felt = Skin.felt(strength.values, every: strength.step)
    return pulses(
      of: strength, felt: SampledStrength(felt, from: strength.start, every: strength.step), within: Skin.radius,
      from: noticed, depth)
  }

  /// The sensation decides which rises are pulses. Times and peaks are those of the strength itself.
  ///
  /// - Parameter radius: the longest time from a maximum of the sensation to that of the strength.
  private static func pulses(
    of strength: SampledStrength, felt: SampledStrength, within radius: Duration, from noticed: Double, _ depth: Double
  ) -> [Pulse] {
    let rises = RiseScanner(felt, depth).rises
    var highest = 0.0
    return rises.indices.compactMap { index in
      let (rise, next) = (rises[index], index + 1 < rises.count ? rises[index + 1].low : strength.values.count - 1)
      let own = strength.rise(from: rise.low, to: min(rise.high + Int(radius / strength.step), next))
      defer { highest = own.peak < noticed ? 0 : rise.peak }
      guard own.peak >= noticed, rise.counts(after: highest) else { return nil }
      return Pulse(onset: strength.moment(own.onset), top: strength.moment(own.high), peak: own.peak)
    }
  }
}

extension SampledStrength {
  /// The rise from the minimum to the maximum of a part.
  fileprivate func rise(from first: Int, to last: Int) -> Rise {
    let high = (first...last).max { values[$0] < values[$1] } ?? last
    return Rise(from: (first...high).min { values[$0] < values[$1] } ?? first, to: high, in: self)
  }
}

private struct Rise {
  /// Indices of the minimum before it, of its onset, and of its maximum.
  let low, onset, high: Int
  let valley, peak: Double
  let length: Duration
  private let depth: Double

  /// The maximum rise time of an accent; a slower rise on a lasting vibration is a swell.
  private static let sudden = Duration.milliseconds(120)
  /// The part of the rise that is ignored for the onset, so that a slow start does not make the onset early.
  private static let foot = 0.05

  /// The envelope starts from zero.
  init(from low: Int, to high: Int, in envelope: SampledStrength, _ depth: Double = 1) {
    let valley = low == 0 ? 0 : envelope.values[low]
    let peak = envelope.values[high]
    let last = (low..<high).last { envelope.values[$0] <= valley + Self.foot * (peak - valley) }
    onset = last.map { $0 + 1 } ?? low
    length = envelope.step * (high - onset)
    (self.low, self.high, self.valley, self.peak, self.depth) = (low, high, valley, peak, depth)
  }

  /// Whether it is a pulse of its own after a maximum of `highest`, which is 0 if none was noticed.
  func counts(after highest: Double) -> Bool {
    isDeep && (highest == 0 || valley <= depth * highest || length <= Self.sudden)
  }

  /// Whether it is an accent, if it follows a rise that has ended.
  var isAccent: Bool { isDeep && length <= Self.sudden }

  private var isDeep: Bool { valley <= depth * peak }
}

private struct RiseScanner {
  private(set) var rises: [Rise] = []
  private let envelope: SampledStrength
  private let depth: Double
  private var low = 0
  private var high = 0
  private var isRising = true
  /// Whether the last rise has ended and the envelope has not fallen since. A further slow rise then belongs to it.
  private var isResting = false

  /// The relative change below which a change is not felt and does not end a rise.
  private static let ripple = 0.1
  /// A rise ends if it grows by less than this fraction within `rest`.
  private static let creeping = 0.02
  private static let rest = Duration.milliseconds(40)

  init(_ envelope: SampledStrength, _ depth: Double) {
    (self.envelope, self.depth) = (envelope, depth)
    for position in envelope.values.indices { go(to: position) }
    if isRising, !envelope.values.isEmpty { close(restingAt: nil) }
  }

  private mutating func go(to position: Int) {
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

  private mutating func lookForRise(at position: Int, _ value: Double) {
    if let last = rises.last, value < last.peak * (1 - Self.ripple) { isResting = false }
    if value <= envelope.values[low] {
      low = position
    } else if value * (1 - Self.ripple) > envelope.values[low] {
      (high, isRising) = (position, true)
    }
  }

  private mutating func close(restingAt position: Int?) {
    let rise = Rise(from: low, to: high, in: envelope, depth)
    if isResting, !rise.isAccent, let last = rises.last {
      rises[rises.count - 1] = Rise(from: last.low, to: high, in: envelope, depth)
    } else {
      rises.append(rise)
    }
    (isRising, isResting) = (false, position != nil)
  }
}
