internal import MotorRendering

/// The result of a pulse on a motor.
package enum PulseResult: String, Sendable {
  /// Felt in time.
  case kept
  /// Felt later than its start, but within the first part of its slow rise.
  case gradual
  /// Felt as a separate pulse, but later than intended.
  case delayed
  /// Felt as one with the previous pulse.
  case merged
  /// Not felt.
  case lost
}

/// The results of all intended pulses.
package struct PulseResults: Equatable, Sendable {
  /// An intended pulse and the felt pulse that matches it.
  package struct Entry: Equatable, Sendable {
    package let intended: Pulse
    package let felt: Pulse?
    package let result: PulseResult

    /// The time from the intended onset to the felt one; zero for a pulse that is not felt.
    var delay: Duration { felt.map { $0.onset - intended.onset } ?? .zero }
  }

  package let entries: [Entry]

  /// - Parameters:
  ///   - intended: the intended pulses, in order of time.
  ///   - felt: the felt strength.
  ///   - depth: the `valleyDepth` of the motor.
  init(of intended: [Pulse], in felt: SampledStrength, _ depth: Double) {
    let pulses = Pulse.felt(in: felt, from: FeltEnvelope.noticed, depth)
    var pairs = PulseMatching.match(intended, with: pulses.map(\.onset))
    Self.moveToFirst(&pairs, intended, pulses, felt)
    entries = intended.indices.map { index in
      let own = pairs[index].map { pulses[$0] }
      return Entry(intended: intended[index], felt: own, result: Self.result(of: intended[index], own, felt, depth))
    }
  }

  /// Gives a pulse that begins a vibration the felt pulse of a later one, which may be closer in time: the later pulse merges
  /// with it, because nothing is felt before it.
  private static func moveToFirst(
    _ pairs: inout [Int?], _ intended: [Pulse], _ pulses: [Pulse], _ felt: SampledStrength
  ) {
    for index in pairs.indices where pairs[index] == nil {
      let pulse = intended[index]
      guard let later = pairs[index...].firstIndex(where: { $0 != nil }), let own = pairs[later],
        pulses[own].onset <= pulse.top + after,
        felt.peak(from: pulse.onset - before, to: pulse.onset) < FeltEnvelope.noticed
      else { continue }
      pairs.swapAt(index, later)
    }
  }

  private static func result(
    of intended: Pulse, _ own: Pulse?, _ felt: SampledStrength, _ depth: Double
  ) -> PulseResult {
    guard let own else { return isAmid(intended, felt, depth) ? .merged : .lost }
    return intended.result(feltAfter: own.onset - intended.onset)
  }

  /// Whether the motor vibrates at the time of the pulse nearly as strongly as just before.
  private static func isAmid(_ intended: Pulse, _ felt: SampledStrength, _ depth: Double) -> Bool {
    let before = felt.peak(from: intended.onset - before, to: intended.onset + felt.step)
    let during = felt.peak(from: intended.onset, to: intended.top + after)
    return during >= FeltEnvelope.noticed && during >= depth * before
  }

  /// The time range around a pulse that is compared: before its onset, and after its maximum.
  private static let before = Duration.milliseconds(60)
  private static let after = Duration.milliseconds(20)

  // MARK: Counting

  func count(_ name: String) -> Int { entries.count { $0.result.rawValue == name } }

  /// The longest delay of the pulses with this result; zero if there is none.
  func longestDelay(_ result: PulseResult) -> Duration {
    entries.filter { $0.result == result }.map(\.delay).max() ?? .zero
  }

  /// The index of the pulse that begins with an event of the pattern, or in it before the next event; nil if there is
  /// none.
  package func index(from start: Duration, until end: Duration) -> Int? {
    entries.firstIndex { $0.intended.onset >= start - Self.sampling && $0.intended.onset < end }
  }

  /// The sampling of envelopes can make an onset early by a sample or two.
  private static let sampling = Duration.milliseconds(2)
}
