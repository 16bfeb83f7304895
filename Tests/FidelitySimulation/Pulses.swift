/// A pulse that a user can count: a rise and a fall of the felt strength.
package struct Pulse: Sendable, Equatable {
  /// The time at which the strength is half-way from the previous valley to the peak, in milliseconds; it depends less
  /// on the strength of the pulse than the time of the peak.
  package let onset: Int
  /// The time of the peak.
  package let top: Int
  package let peak: Double

  /// The maximum valley between two pulses, as a fraction of the weaker one.
  ///
  /// Two just noticeable differences of amplitude, 2 · 2.5 dB (Israr, Tan, Reed 2006), with an exponent of 0.7. Three
  /// of four people notice one such difference in three of four trials in a laboratory.
  package static let depth = 0.67
  /// The weakest peak that is felt by a user who does something else: one just noticeable difference above the
  /// threshold.
  package static let weakest = 0.05

  /// Returns the pulses of an envelope with a sample per millisecond.
  package static func count(in felt: [Double]) -> [Pulse] {
    var pulses: [Pulse] = []
    var (low, top) = (0, 0)
    var valley = 0
    func close() {
      guard felt.indices.contains(top), felt[top] >= weakest else { return }
      let half = (felt[low] + felt[top]) / 2
      let onset = (low...top).first { felt[$0] >= half } ?? top
      pulses.append(Pulse(onset: onset, top: top, peak: felt[top]))
    }
    for (moment, strength) in felt.enumerated() {
      if strength > felt[valley], felt[valley] <= depth * min(felt[top], strength) {
        close()
        (low, top, valley) = (valley, moment, moment)
      } else if strength > felt[top] {
        (top, valley) = (moment, moment)
      } else if strength < felt[valley] {
        valley = moment
      }
    }
    close()
    return pulses
  }
}
