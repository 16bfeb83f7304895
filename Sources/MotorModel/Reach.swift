/// How weak and how strong an actuator can be felt.
///
/// All amplitudes are fractions of the full vibration of one motor. Two motors together could do more, but then sharp
/// things, which belong to one, would be weaker than blunt ones of the same intensity.
struct Reach {
  let model: MotorModel

  /// The amplitude for a stroke of `kind` that is to be felt with `strength`, 0...1.
  func amplitude(of kind: Stroke.Kind, strength: Double) -> Double {
    let wanted = Perception.amplitude(ofStrength: strength)
    switch kind {
    case .tap: return tap.lowerBound + (tap.upperBound - tap.lowerBound) * wanted
    case .hold: return max(wanted, weakestHold)
    }
  }

  /// From the weakest to the strongest tap.
  ///
  /// The weakest is the shortest felt pulse, which on a graded actuator may be as weak as one likes. The strongest is
  /// what full drive reaches in the longest time that is still a tap.
  private var tap: ClosedRange<Double> {
    let motors = [Voice.strong] + (model.weak == nil ? [] : [.weak])
    let longest = motors.map { model.ensemble($0).amplitude(drive: 1, after: longestTap) }.min() ?? 1
    let shortest = model.ensemble(.strong).amplitude(drive: 1, after: model.shortestPulse.inMilliseconds)
    return min(model.isOnOff ? shortest : Self.weakest, longest)...longest
  }

  /// How long full drive may last, in milliseconds, before a tap becomes a buzz: until the motor is up, but not more
  /// than the 80 ms that phones with the slowest motors use for a press.
  var longestTap: Double {
    min(max(model.strong.rise.inMilliseconds, 20), max(80, model.shortestPulse.inMilliseconds))
  }

  /// The weakest vibration worth making: twice the threshold, so that it is felt for a while and not only touched.
  private static let weakest = 2 * Perception.threshold

  private var weakestHold: Double {
    model.isOnOff ? PulseDensity(model: model).weakest : Self.weakest
  }
}
