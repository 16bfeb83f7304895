internal import MotorRendering

/// The mean energy over time of vibrations with the same levels.
///
/// A sensor of 100...800 Hz cannot follow the vibration itself, whose frequency is above or near half of that. But its
/// samples have the energy of the vibration at their times, on average over all phases: the vibrations of a class start
/// at different times between two samples, so that their mean shows the envelope in steps that are shorter than the
/// interval of the sensor.
struct ShakeEnvelope {
  /// The mean of the readings in one window of `width` milliseconds.
  struct Cell {
    let time, energy, count: Double
  }

  let steps: [ShakeTrial.Step]
  let cells: [Cell]

  /// The width of the windows, in milliseconds.
  static let width = 5.0

  /// - Parameter trials: vibrations with the same levels; the times of their writes are averaged.
  init(_ trials: [ShakeTrial]) {
    steps = trials[0].steps.indices.map { index in
      let times = trials.map { $0.steps[index].time }
      return ShakeTrial.Step(
        time: times.reduce(0, +) / Double(times.count), level: trials[0].steps[index].level)
    }
    let end = steps[steps.count - 1].time + ShakeTrial.after.lowerBound
    var sums = [(time: Double, energy: Double, count: Double)](
      repeating: (0, 0, 0), count: Int(end / Self.width) + 1)
    for reading in trials.flatMap(\.readings) where reading.time >= 0 && reading.time <= end {
      let index = Int(reading.time / Self.width)
      sums[index] = (sums[index].time + reading.time, sums[index].energy + reading.energy, sums[index].count + 1)
    }
    cells = sums.filter { $0.count > 0 }
      .map { Cell(time: $0.time / $0.count, energy: $0.energy / $0.count, count: $0.count) }
  }

  /// Groups vibrations by their levels and the times of these; the longest first.
  static func classes(of trials: [ShakeTrial]) -> [ShakeEnvelope] {
    var groups: [[ShakeTrial]] = []
    for trial in trials {
      if let index = groups.firstIndex(where: { $0[0].isLike(trial) }) {
        groups[index].append(trial)
      } else {
        groups.append([trial])
      }
    }
    return groups.map(ShakeEnvelope.init).sorted { $0.length > $1.length }
  }

  /// The time of the last write, in milliseconds.
  private var length: Double { steps[steps.count - 1].time }
}

extension ShakeTrial {
  fileprivate func isLike(_ other: ShakeTrial) -> Bool {
    steps.count == other.steps.count
      && zip(steps, other.steps).allSatisfy { $0.level == $1.level && abs($0.time - $1.time) < Self.tolerance }
  }

  /// The maximum difference of times in a group, in milliseconds.
  private static let tolerance = 5.0
}
