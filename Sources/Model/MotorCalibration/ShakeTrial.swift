internal import HapticPatterns
internal import MotorRendering

/// A vibration of a recording: the levels from rest to rest, and the motion around them.
///
/// Times are milliseconds since the first write.
struct ShakeTrial {
  struct Step {
    var time: Double
    let level: Level
  }

  /// The energy of the motion at a time: the square of the acceleration without gravity, in g².
  struct Reading {
    let time, energy: Double
    let isClipped: Bool
  }

  let steps: [Step]
  let readings: [Reading]
  /// The mean energy before and after the vibration.
  let noise: Double
  /// The difference between the mean accelerations before and after the vibration, in g: the device was turned.
  let drift: Double

  /// The time of the last write, which is a stop.
  var end: Double { steps[steps.count - 1].time }

  /// The windows in which the device is at rest, in milliseconds before the first write and after the last one.
  private static let before = -150.0 ... -5.0
  static let after = 300.0...450.0

  /// Computes the energies. Nil if the sensor delivered too few samples at rest.
  ///
  /// Gravity, and a slow movement of the hand, are the line between the mean accelerations before and after the
  /// vibration. An average over a moving window would also remove vibrations whose frequency the sensor's rate turns
  /// into a slow one.
  init?(_ steps: [Step], samples: ArraySlice<MotionSample>, start: Duration, range: Double?) {
    self.steps = steps
    let end = steps[steps.count - 1].time
    let motion = samples.map { (time: ($0.time - start) / .milliseconds(1), sample: $0) }
    let (rest, later) = (
      motion.filter { Self.before.contains($0.time) }, motion.filter { Self.after.contains($0.time - end) }
    )
    guard rest.count >= Self.fewest, let first = Point(rest), let last = Point(later) ?? Point(rest) else { return nil }
    let turn = last.acceleration - first.acceleration
    drift = turn.squaredLength.squareRoot()
    func energy(_ motion: (time: Double, sample: MotionSample)) -> Double {
      let share = last.time > first.time ? (motion.time - first.time) / (last.time - first.time) : 0
      return (motion.sample.acceleration - first.acceleration - turn * share).squaredLength
    }
    let limit = range.map { $0 * Self.nearlyFull } ?? .infinity
    readings = motion.map { motion in
      let acceleration = motion.sample.acceleration
      let largest = max(acceleration.max(), -acceleration.min())
      return Reading(time: motion.time, energy: energy(motion), isClipped: largest >= limit)
    }
    let quiet = (rest + later).map(energy)
    noise = quiet.reduce(0, +) / Double(quiet.count)
  }

  /// The minimum number of samples at rest.
  private static let fewest = 4
  /// The fraction of the sensor's range from which a value counts as clipped.
  private static let nearlyFull = 0.98

  /// The mean acceleration of some samples, with their mean time.
  private struct Point {
    var time = 0.0, acceleration = SIMD3<Double>.zero

    init?(_ motion: [(time: Double, sample: MotionSample)]) {
      guard motion.count >= ShakeTrial.fewest else { return nil }
      for (moment, sample) in motion {
        time += moment / Double(motion.count)
        acceleration += sample.acceleration / Double(motion.count)
      }
    }
  }
}

extension MotionRecording {
  /// The vibrations of the recording. Levels within a quarter of a second of each other belong to one vibration.
  var trials: [ShakeTrial] {
    var groups: [[WrittenLevel]] = []
    for write in writes {
      if let last = groups.last?.last, !last.level.isOff || write.time - last.time < Self.pause {
        groups[groups.count - 1].append(write)
      } else if !write.level.isOff {
        groups.append([write])
      }
    }
    return groups.indices.compactMap { trial(groups[$0], next: groups.indices.contains($0 + 1) ? groups[$0 + 1] : []) }
  }

  private static let pause = Duration.milliseconds(250)

  private func trial(_ writes: [WrittenLevel], next: [WrittenLevel]) -> ShakeTrial? {
    guard let first = writes.first, let last = writes.last, last.level.isOff else { return nil }
    let until = min(
      next.first?.time ?? .seconds(Int64.max / 2), last.time + .milliseconds(Int64(ShakeTrial.after.upperBound)))
    let from = firstPosition(in: samples.indices) { samples[$0].time >= first.time - .milliseconds(150) }
    let to = firstPosition(in: samples.indices) { samples[$0].time >= until }
    let steps = writes.map {
      ShakeTrial.Step(time: ($0.time - first.time) / .milliseconds(1), level: $0.level)
    }
    return ShakeTrial(steps, samples: samples[from..<max(from, to)], start: first.time, range: range)
  }
}
