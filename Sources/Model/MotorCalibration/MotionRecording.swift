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

/// A level that was written to the device.
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
}
