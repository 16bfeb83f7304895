internal import MotorRendering

/// The result of a pulse on a motor.
enum PulseResult: Equatable {
  /// Felt in time.
  case kept
  /// Felt later than its start by this time, but within the first part of its slow rise.
  case gradual(after: Duration)
  /// Felt as a separate pulse, but later than intended by this time.
  case delayed(by: Duration)
  /// Felt as one with the previous pulse.
  case merged
  /// Not felt.
  case lost

  var name: String {
    switch self {
    case .kept: "kept"
    case .gradual: "gradual"
    case .delayed: "delayed"
    case .merged: "merged"
    case .lost: "lost"
    }
  }
}

/// The results of all intended pulses.
struct PulseResults: Equatable {
  /// An intended pulse and the felt pulse that matches it.
  struct Entry: Equatable {
    let meant: Pulse
    let felt: Pulse?
    let result: PulseResult
  }

  let entries: [Entry]
  /// The number of felt pulses that are not intended, such as pulses that emulate a level on an on/off motor.
  let unintended: Int

  /// - Parameters:
  ///   - meant: the intended pulses, in order of time.
  ///   - felt: the felt strength.
  init(of meant: [Pulse], in felt: SampledStrength) {
    let pulses = Pulse.pulses(of: felt, from: FeltEnvelope.noticed)
    let pairs = PulseMatching.match(meant, with: pulses.map(\.onset))
    entries = meant.indices.map { index in
      let own = pairs[index].map { pulses[$0] }
      return Entry(meant: meant[index], felt: own, result: Self.result(of: meant[index], own, felt))
    }
    unintended = pulses.count - pairs.count { $0 != nil }
  }

  private static func result(of meant: Pulse, _ own: Pulse?, _ felt: SampledStrength) -> PulseResult {
    guard let own else { return isAmid(meant, felt) ? .merged : .lost }
    return meant.result(feltAfter: own.onset - meant.onset)
  }

  /// Whether the motor vibrates at the time of the pulse nearly as strongly as just before.
  private static func isAmid(_ meant: Pulse, _ felt: SampledStrength) -> Bool {
    let before = felt.peak(from: meant.onset - before, to: meant.onset + felt.step)
    let during = felt.peak(from: meant.onset, to: meant.top + after)
    return during >= FeltEnvelope.noticed && during >= FeltEnvelope.depth * before
  }

  /// The time range around a pulse that is compared: before its onset, and after its maximum.
  private static let before = Duration.milliseconds(60)
  private static let after = Duration.milliseconds(20)

  // MARK: Counting

  func count(_ name: String) -> Int { entries.count { $0.result.name == name } }

  /// The longest delay of a pulse; zero if no pulse is delayed.
  var longestDelay: Duration {
    entries.map { if case .delayed(let delay) = $0.result { delay } else { .zero } }.max() ?? .zero
  }

  /// The longest time from the start of a slow rise until it is felt; zero if there is none.
  var longestRise: Duration {
    entries.map { if case .gradual(let delay) = $0.result { delay } else { .zero } }.max() ?? .zero
  }

  /// The index of the pulse that begins with an event of the pattern, or in it before the next event; nil if there is
  /// none.
  func index(from start: Duration, until end: Duration) -> Int? {
    entries.firstIndex { $0.meant.onset >= start - Self.sampling && $0.meant.onset < end }
  }

  /// The sampling of envelopes can make an onset early by a sample or two.
  private static let sampling = Duration.milliseconds(2)
}
