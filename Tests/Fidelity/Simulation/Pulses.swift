/// One thing that a hand would count: a rise and a fall of what is felt.
public struct Pulse: Sendable, Equatable {
  /// When it has risen half of the way from the valley before it to its peak, in milliseconds: less than the peak does
  /// this depend on how strong it becomes.
  public let onset: Int
  /// When it is strongest.
  public let top: Int
  public let peak: Double

  /// A valley between two pulses is at most this part of the weaker one.
  ///
  /// Two just noticeable differences of amplitude, 2 · 2.5 dB (Israr, Tan, Reed 2006), under an exponent of 0.7: one
  /// would be noticed by three of four people in three of four trials, in a laboratory.
  public static let depth = 0.67
  /// What is weaker is not felt in a hand that does something else: one just noticeable difference above the threshold.
  public static let weakest = 0.05

  /// The pulses of an envelope with a sample per millisecond.
  public static func count(in felt: [Double]) -> [Pulse] {
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
