package import MotorRendering

/// A sample of an accelerometer, in g, including gravity.
package struct MotionSample: Hashable, Sendable {
  /// The time on the clock of the writes.
  package var time: Duration
  package var acceleration: SIMD3<Double>

  package init(time: Duration, x: Double, y: Double, z: Double) {
    self.time = time
    acceleration = [x, y, z]
  }
}

package struct WrittenLevel: Hashable, Sendable {
  package var time: Duration
  package var level: Level

  package init(time: Duration, level: Level) { (self.time, self.level) = (time, level) }
}

/// The motion of a device while levels were written to it.
package struct MotionRecording: Sendable {
  /// The samples in order of time; there may be gaps.
  package var samples: [MotionSample]
  /// All levels from the first one on, in order of time.
  package var writes: [WrittenLevel]
  /// The largest acceleration of an axis that the sensor measures, in g; nil if it is unknown.
  package var range: Double?

  package init(samples: [MotionSample] = [], writes: [WrittenLevel] = [], range: Double? = nil) {
    (self.samples, self.writes, self.range) = (samples, writes, range)
  }

  /// The usual time between two samples: the median; zero for fewer than two samples.
  package var interval: Duration {
    let gaps = zip(samples.dropFirst(), samples).map { $0.time - $1.time }.sorted()
    return gaps.isEmpty ? .zero : gaps[gaps.count / 2]
  }

  /// Finds the start of the shake that a write causes: the first sample that exceeds the noise before the write four
  /// times. The shake began after the sample before it, up to one interval earlier.
  ///
  /// - Returns: the time of that sample; nil if there are too few samples before the write, or no shake within a
  ///   quarter of a second.
  package func onset(after write: Duration) -> Duration? {
    let rest = samples.filter { $0.time < write && $0.time >= write - Self.rest }
    guard rest.count >= Self.fewest else { return nil }
    let mean = rest.reduce(SIMD3.zero) { $0 + $1.acceleration * (1 / Double(rest.count)) }
    func energy(_ sample: MotionSample) -> Double { (sample.acceleration - mean).squaredLength }
    let noise = rest.reduce(0) { $0 + energy($1) } / Double(rest.count)
    let threshold = max(noise * Self.prominence * Self.prominence, Self.least * Self.least)
    return samples.first { $0.time >= write && $0.time < write + Self.longestDelay && energy($0) > threshold }?.time
  }

  private static let rest = Duration.milliseconds(150)
  private static let longestDelay = Duration.milliseconds(250)
  private static let fewest = 5
  /// The ratio of a shake and the noise, root mean square.
  private static let prominence = 4.0
  /// The least shake, in g, for a sensor without noise.
  private static let least = 0.01
}

extension SIMD3<Double> {
  var squaredLength: Double { (self * self).sum() }
}
