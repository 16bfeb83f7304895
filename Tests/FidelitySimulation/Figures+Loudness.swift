internal import Glibc

extension Figures {
  /// Counts onsets that no energy detector notices, among those that it would notice of an actuator without inertia.
  mutating func measureOnsets(_ meant: [Double], _ felt: [Double], _ onsets: [Intention.Onset]) {
    for onset in onsets where Loudness.energy(meant, from: onset.start, to: onset.end) >= Loudness.noticed {
      noticeable += 1
      let energy = Loudness.energy(felt, from: onset.start + latency, to: onset.end + latency)
      if energy < Loudness.noticed { unfelt += 1 }
    }
  }

  /// Computes Kendall's coefficient of the loudness of taps and pieces of vibration: (concordant - discordant) / all
  /// pairs with a noticeable intended difference.
  ///
  /// Parts that begin within the time of a tap belong to one pulse, which has one loudness.
  mutating func measureOrder(_ meant: [Double], _ felt: [Double], _ parts: [Intention.Part]) {
    let onsets: [Int] = parts.reduce(into: []) { onsets, part in
      if part.onset - (onsets.last ?? -Intention.Tap.length) >= Intention.Tap.length { onsets.append(part.onset) }
    }
    let pairs = onsets.indices.map { index -> (meant: Double, felt: Double) in
      let start = onsets[index]
      let end = index + 1 < onsets.count ? onsets[index + 1] : felt.count
      return (
        Loudness.energy(meant, from: start, to: end), Loudness.energy(felt, from: start + latency, to: end + latency)
      )
    }
    var (sum, count) = (0, 0)
    for (place, one) in pairs.enumerated() {
      for other in pairs[..<place] where max(one.meant, other.meant) > Self.noticeably * min(one.meant, other.meant) {
        count += 1
        let (low, high) = one.meant < other.meant ? (one.felt, other.felt) : (other.felt, one.felt)
        sum += high > low * Self.tie ? 1 : low > high * Self.tie ? -1 : 0
      }
    }
    order = count == 0 ? nil : Double(sum) / Double(count)
  }

  /// A just noticeable difference, as a ratio of energies: 2.5 dB (Israr, Tan, Reed 2006).
  private static let noticeably = pow(10, 0.25)
  /// The ratio of energies up to which two parts count as equally loud.
  private static let tie = 1.02

  /// Counts the holes in vibrations that are not meant.
  mutating func measureHoles(_ intention: Intention, _ felt: [Double]) {
    var (length, isHole) = (0, false)
    for moment in intention.hum.indices {
      guard intention.hum[moment] >= Pulse.weakest * 2 else {
        (length, isHole) = (0, false)
        continue
      }
      length += 1
      guard length > Self.rise, moment + latency < felt.count else { continue }
      let depth = felt[moment + latency] / intention.felt[moment]
      if depth < Pulse.depth, !isHole {
        isHole = true
        holes += 1
      }
      if depth > Self.filled { isHole = false }
    }
  }

  /// The time in which a vibration reaches its strength, in milliseconds; it has no holes before that.
  private static let rise = 150
  /// The fraction of the intended strength at which a hole ends.
  private static let filled = 0.8
}
