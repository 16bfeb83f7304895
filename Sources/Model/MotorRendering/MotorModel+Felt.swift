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
    return FeltEnvelope(samples: samples, interval: interval, shortestPulse: shortestPulse)
  }
}

/// The felt strength over time.
public struct FeltEnvelope: Equatable, Sendable {
  /// A part of the sensation that is felt as a separate pulse.
  public struct Pulse: Equatable, Sendable {
    /// The time at which the strength starts to rise. `end` is the time of the lowest strength before the next pulse,
    /// or the time at which nothing is felt any more.
    public let start: Duration
    public let end: Duration
    /// The highest strength between start and end, 0...1.
    public let peak: Double
  }

  /// Strengths on the scale of `Intensity`, 0...1, one every `interval` from time zero.
  public let samples: [Double]
  public let interval: Duration
  let shortestPulse: Duration

  /// The highest strength; 0 if nothing is felt.
  public var peak: Double { samples.max() ?? 0 }

  /// The total time in which the strength is above 0.
  public var length: Duration { interval * samples.count { $0 > 0 } }

  /// The pulses that a user can count.
  ///
  /// Two pulses are felt as two if the strength between them falls to `depth` of the weaker one or lower. A pulse is felt
  /// if it lasts as long as the actuator's shortest felt pulse, and its peak reaches `noticed`.
  public var pulses: [Pulse] {
    var pulses: [Pulse] = []
    var (begin, top, valley) = (0, 0, 0)
    // Find a peak, then a valley; a rise out of a deep enough valley ends the pulse at the valley.
    for (index, sample) in samples.enumerated() {
      if sample > samples[valley], samples[valley] <= Self.depth * min(samples[top], sample) {
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

  /// The maximum strength between two pulses, as a fraction of the weaker one.
  public static let depth = Perception.depth
  /// The weakest peak that counts as a pulse: two just noticeable differences above the threshold.
  public static let noticed = Perception.spring.strength(
    ofAmplitude: Constants.justNoticeableRatio * Constants.justNoticeableRatio * Perception.spring.threshold)

  private func append(from begin: Int, top: Int, to end: Int, _ pulses: inout [Pulse]) {
    guard top < end, samples[top] >= Self.noticed else { return }
    let felt = samples[begin..<end].count { $0 > 0 }
    guard interval * felt >= shortestPulse else { return }
    pulses.append(Pulse(start: interval * begin, end: interval * end, peak: samples[top]))
  }
}
