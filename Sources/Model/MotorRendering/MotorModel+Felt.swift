extension MotorModel {
  /// Simulates `drive` and returns the felt strength, sampled from its start until nothing is felt any more.
  ///
  /// A pulse whose energy over 200 ms is below that of a just noticeable vibration stays below `FeltEnvelope.noticed`,
  /// however high its peak is.
  ///
  /// - Parameter interval: the time between samples; at least 0.1 ms.
  public func felt(_ drive: Drive, every interval: Duration = .milliseconds(1)) -> FeltEnvelope {
    let interval = max(interval, .microseconds(100))
    var motors = MotorSimulation(self)
    var samples: [Double] = []
    var accelerations: [Double] = []
    var time = Duration.zero
    var coming = drive.steps[...]
    while true {
      while let step = coming.first, step.at <= time {
        motors.set(step.level, at: step.at)
        coming.removeFirst()
      }
      let strength = motors.strength(at: time)
      if coming.isEmpty, strength == 0 { break }
      samples.append(strength)
      accelerations.append(motors.acceleration(at: time))
      time += interval
    }
    samples = Detection.detected(samples, accelerations, milliseconds: interval.inMilliseconds)
    return FeltEnvelope(samples: samples, interval: interval)
  }

  /// The maximum strength between two pulses that are felt as two, as a fraction of the weaker one.
  public var valleyDepth: Double { perception.depth }
}

/// The felt strength over time.
public struct FeltEnvelope: Equatable, Sendable {
  /// Strengths on the scale of `Intensity`, 0...1, one every `interval` from time zero.
  public let samples: [Double]
  public let interval: Duration

  /// The highest strength; 0 if nothing is felt.
  public var peak: Double { samples.max() ?? 0 }

  /// The total time in which the strength is above 0.
  public var length: Duration { interval * samples.count { $0 > 0 } }

  /// As `MotorModel.valleyDepth`, for intended strengths, which are those of a mass on a spring.
  public static let valleyDepth = Perception.spring.depth
  /// The weakest peak that counts as a pulse: two just noticeable differences above the threshold.
  public static let noticed = Perception.spring.strength(
    ofAmplitude: Constants.justNoticeableRatio * Constants.justNoticeableRatio * Perception.spring.threshold)
}
