/// How weak and how strong an actuator can be felt.
///
/// All amplitudes are fractions of the full vibration of one motor. Two motors together could do more, but then sharp
/// things, which belong to one, would be weaker than blunt ones of the same intensity.
struct Reach: Sendable {
  /// From the weakest to the strongest tap.
  ///
  /// The weakest is the shortest felt pulse, which on a graded actuator may be as weak as one likes. The strongest is
  /// what full drive reaches in the longest time that is still a tap.
  private let taps: ClosedRange<Double>
  private let weakestHold: Double
  /// How long full drive may last, in milliseconds, before a tap becomes a buzz: until the motor is up, but not more
  /// than the 80 ms that phones with the slowest motors use for a press.
  let longestTap: Double

  init(_ model: MotorModel) {
    let longestTap = min(max(model.strong.rise.inMilliseconds, 20), max(80, model.shortestPulse.inMilliseconds))
    self.longestTap = longestTap
    let motors = [Voice.strong] + (model.weak == nil ? [] : [.weak])
    let longest = motors.map { model.ensemble($0).amplitude(drive: 1, after: longestTap) }.min() ?? 1
    let shortest = model.ensemble(.strong).amplitude(drive: 1, after: model.shortestPulse.inMilliseconds)
    taps = min(model.isOnOff ? shortest : Self.weakest, longest)...longest
    weakestHold = model.isOnOff ? PulseDensity(model).weakest : Self.weakest
  }

  /// The amplitude of a tap that is to be felt with `strength`, 0...1.
  func tap(_ strength: Double) -> Double {
    taps.lowerBound + (taps.upperBound - taps.lowerBound) * Perception.amplitude(ofStrength: strength)
  }

  /// The amplitude of a vibration that is to be felt with `strength`, 0...1; 0 for nothing.
  func hold(_ strength: Double) -> Double {
    strength > 0 ? max(Perception.amplitude(ofStrength: strength), weakestHold) : 0
  }

  /// The weakest vibration worth making: twice the threshold, so that it is felt for a while and not only touched.
  private static let weakest = 2 * Perception.threshold
}
