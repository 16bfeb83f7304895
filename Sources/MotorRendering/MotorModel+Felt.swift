extension MotorModel {
  /// What `drive` feels like: the model run forwards, sampled from its start until nothing is felt any more.
  ///
  /// `interval` is at least 0.1 ms.
  public func felt(_ drive: Drive, every interval: Duration = .milliseconds(1)) -> FeltEnvelope {
    let interval = max(interval, .microseconds(100))
    var motors = MotorSimulation(self)
    var samples: [Double] = []
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
      time += interval
    }
    return FeltEnvelope(samples: samples, interval: interval, shortestPulse: shortestPulse)
  }
}

/// A sensation over time.
public struct FeltEnvelope: Equatable, Sendable {
  /// One thing that is felt as a pulse of its own.
  public struct Pulse: Equatable, Sendable {
    /// From where the strength starts to rise to where it is lowest before the next pulse, or gone.
    public let start: Duration
    public let end: Duration
    /// The highest strength in between, 0...1.
    public let peak: Double
  }

  /// Strengths as `Intensity` means them, 0...1, one every `interval` from time zero.
  public let samples: [Double]
  public let interval: Duration
  let shortestPulse: Duration

  /// The highest strength; 0 if nothing is felt.
  public var peak: Double { samples.max() ?? 0 }

  /// How long anything is felt.
  public var length: Duration { interval * samples.count { $0 > 0 } }

  /// The pulses a hand would count.
  ///
  /// Two pulses are felt apart if the strength between them sinks to six tenths of the weaker one or lower: that is
  /// 6.8 dB in amplitude, three times the just noticeable difference. A pulse is felt at all if it lasts as long as
  /// the actuator's shortest felt pulse, and grows to more than the strength at which vibration is noticed.
  public var pulses: [Pulse] {
    var pulses: [Pulse] = []
    var (begin, top, valley) = (0, 0, 0)
    // Walks up to a top and down to a valley; a rise out of a deep enough valley ends the pulse there.
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

  /// How deep it has to be between two pulses, as a part of the weaker one.
  public static let depth = 0.6
  /// The weakest peak that counts.
  public static let noticed = Perception.phone.strength(ofAmplitude: 1.5 * Perception.threshold)

  private func append(from begin: Int, top: Int, to end: Int, _ pulses: inout [Pulse]) {
    guard top < end, samples[top] >= Self.noticed else { return }
    let felt = samples[begin..<end].count { $0 > 0 }
    guard interval * felt >= shortestPulse else { return }
    pulses.append(Pulse(start: interval * begin, end: interval * end, peak: samples[top]))
  }
}
