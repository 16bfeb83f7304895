package import MotorRendering

extension FeltEnvelope {
  /// A part of the sensation that is felt as a separate pulse.
  package struct Pulse: Equatable, Sendable {
    /// The time at which the strength starts to rise. `end` is the time of the lowest strength before the next pulse,
    /// or the time at which nothing is felt any more.
    package let start: Duration
    package let end: Duration
    /// The highest strength between start and end, 0...1.
    package let peak: Double
  }

  /// The pulses that every user can count: the strength between two of them falls by three just noticeable differences below
  /// the weaker one, where the tools need two.
  package var pulses: [Pulse] { pulses(apartAt: 0.6) }

  /// The pulses that a user can count.
  ///
  /// A pulse is felt if its peak reaches `noticed`.
  ///
  /// - Parameter depth: the maximum strength between two pulses, as a fraction of the weaker one.
  package func pulses(apartAt depth: Double) -> [Pulse] {
    var pulses: [Pulse] = []
    var (begin, top, valley) = (0, 0, 0)
    // Find a peak, then a valley; a rise out of a deep enough valley ends the pulse at the valley.
    for (index, sample) in samples.enumerated() {
      if sample > samples[valley], samples[valley] <= depth * min(samples[top], sample) {
        append(from: begin, top: top, to: valley, &pulses)
        (begin, top, valley) = (valley, index, index)
      } else if sample > samples[top] {
        (top, valley) = (index, index)
      } else if sample < samples[valley] {
        valley = index
      }
    }
    append(from: begin, top: top, to: samples.count, &pulses)
    return pulses
  }

  private func append(from begin: Int, top: Int, to end: Int, _ pulses: inout [Pulse]) {
    guard top < end, samples[top] >= Self.noticed else { return }
    pulses.append(Pulse(start: interval * begin, end: interval * end, peak: samples[top]))
  }
}
