internal import Glibc
package import MotorCalibration

/// A sensor that samples the acceleration of a device.
package struct Accelerometer: Sendable {
  /// Samples per second.
  package var rate: Double
  /// The noise of each axis, root mean square, in g.
  package var noise = 0.008
  /// The largest value of an axis, in g.
  package var range = 4.0
  /// The time from the write of a level to the motor, in milliseconds.
  package var delay = 6.0
  /// The largest additional delay of a write, in milliseconds, which differs from write to write.
  package var jitter = 0.0
  /// The fraction of samples that are lost.
  package var loss = 0.0
  /// The time after which it delivers nothing more, in milliseconds.
  package var end = Double.infinity
  private var state: UInt64

  package init(rate: Double, seed: UInt64 = 1) {
    self.rate = rate
    state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
  }

  /// Returns a value of the normal distribution.
  package mutating func random() -> Double {
    (-2 * log(max(uniform(), 1e-12))).squareRoot() * cos(2 * Double.pi * uniform())
  }

  private mutating func uniform() -> Double {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Double(state >> 11) / 9_007_199_254_740_992
  }

  /// Returns a sample of an acceleration.
  package mutating func sample(_ value: (x: Double, y: Double, z: Double), at time: Duration) -> MotionSample {
    func axis(_ value: Double, _ noise: Double) -> Double { min(max(value + noise, -range), range) }
    return MotionSample(
      time: time, x: axis(value.x, noise * random()), y: axis(value.y, noise * random()),
      z: axis(value.z, noise * random()))
  }

  /// Records a device to which levels are written.
  package mutating func record(_ device: ShakenDevice, _ writes: [WrittenLevel]) -> MotionRecording {
    var device = device
    var samples: [MotionSample] = []
    let last = (writes.last?.time ?? .zero) / .milliseconds(1) + 600
    var (now, next) = (0.0, 0)
    var late = jitter * uniform()
    // The first sample is at any time between two.
    var due = 1000 / rate * uniform()
    while now < min(last, end) {
      let write = next < writes.count ? writes[next].time / .milliseconds(1) + delay + late : .infinity
      let step = max(min(write, due, last) - now, 0)
      device.advance(milliseconds: step)
      now += step
      if now >= write {
        device.set(writes[next].level)
        next += 1
        late = jitter * uniform()
      }
      if now >= due {
        let sample = sample(device.acceleration, at: .nanoseconds(Int64(now * 1e6)))
        if uniform() >= loss { samples.append(sample) }
        // A crystal is exact; the sampling of a chip varies a little.
        due += 1000 / rate * (1 + 0.01 * (uniform() - 0.5))
      }
    }
    return MotionRecording(samples: samples, writes: writes, range: range)
  }
}
