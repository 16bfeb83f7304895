internal import Glibc

/// The energy of vibrations over the time of temporal summation.
///
/// The skin sums energy over about 200 ms: the threshold falls by 3 dB per doubling of the length of a vibration, up to
/// 200 ms (Verrillo, Journal of the Acoustical Society of America 37, 1965; Zwislocki's theory). A short tap is felt if
/// its energy reaches that of a just noticeable vibration of 200 ms.
package enum Loudness {
  /// The time of summation, in milliseconds.
  package static let summation = 200

  /// The energy of a just noticed vibration: squared accelerations, as fractions of the full one, times milliseconds.
  package static let noticed =
    Sensation.noticedAcceleration * Sensation.noticedAcceleration * Double(summation)

  /// Returns the energy of `amplitudes`, one per millisecond, from `start` for the time of summation, at most to `end`.
  static func energy(_ amplitudes: [Double], from start: Int, to end: Int) -> Double {
    let range = (start..<max(min(end, start + summation), start)).clamped(to: amplitudes.indices)
    return range.reduce(0) { $0 + amplitudes[$1] * amplitudes[$1] }
  }
}

extension Intention {
  /// A moment at which something begins: a tap, or a vibration after a silence.
  struct Onset: Equatable {
    let start: Int
    /// The start of the next one, or the end of the pattern.
    let end: Int
  }

  /// The onsets, in order of time. The silence before a vibration takes at least the time of a tap.
  var onsets: [Onset] {
    var starts = taps.map(\.start)
    var silent = Self.lead
    for moment in hum.indices {
      if hum[moment] == 0 {
        silent += 1
      } else {
        if silent >= Tap.length { starts.append(moment) }
        silent = 0
      }
    }
    starts.sort()
    // Of events that follow each other within the time of a tap, only the first is an onset: the rest is one pulse or
    // one roll.
    let first = starts.indices.filter { $0 == 0 || starts[$0] - starts[$0 - 1] >= Tap.length }.map { starts[$0] }
    return first.indices.map { Onset(start: first[$0], end: $0 + 1 < first.count ? first[$0 + 1] : strength.count) }
  }
}
