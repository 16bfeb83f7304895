internal import Glibc

/// The amplitude each motor is to reach for a stroke.
struct Goal {
  var strong: Double
  var weak: Double

  /// Both together, as a hand feels them: motors of different frequency add their power.
  var combined: Double { (strong * strong + weak * weak).squareRoot() }

  /// Distributes `amplitude` between the motors so that its power is the same at every sharpness: dull things go to
  /// the strong, low-frequency motor alone, sharp ones to the weak, high-frequency one alone.
  init(amplitude: Double, sharpness: Double, motorCount: Int) {
    guard motorCount > 1 else {
      (strong, weak) = (amplitude, 0)
      return
    }
    let position = min(max((sharpness - Self.dull) / (Self.sharp - Self.dull), 0), 1)
    strong = amplitude * cos(position * .pi / 2)
    weak = amplitude * sin(position * .pi / 2)
  }

  /// Up to this sharpness only the strong motor runs, from `sharp` on only the weak one: a motor that would contribute
  /// less than a just noticeable difference is left alone.
  private static let dull = 0.2
  private static let sharp = 0.8
}

extension MotorModel {
  /// What the motors are to reach for `stroke`.
  func goal(of stroke: Stroke) -> Goal {
    let wanted = Perception.amplitude(ofStrength: stroke.strength)
    let reachable = stroke.kind == .tap ? tapAmplitudes : Self.lowestAmplitude...1
    let amplitude =
      isOnOff || stroke.kind == .tap
      ? reachable.lowerBound + (reachable.upperBound - reachable.lowerBound) * wanted
      : max(wanted, reachable.lowerBound)
    return Goal(amplitude: amplitude, sharpness: stroke.sharpness, motorCount: motorCount)
  }

  /// The weakest vibration worth making: twice the threshold, so that it is felt for a moment and not only touched.
  static let lowestAmplitude = 2 * Perception.threshold

  /// From the weakest to the strongest tap this actuator makes.
  ///
  /// The weakest is the shortest felt pulse, which on a graded actuator may be as weak as one likes. The strongest is
  /// what full drive reaches in the longest time that is still a tap.
  private var tapAmplitudes: ClosedRange<Double> {
    let highest = motors.map { $0.amplitude(from: 0, drive: 1, after: longestTap(of: $0)) }.min() ?? 1
    let lowest =
      isOnOff ? strong.amplitude(from: 0, drive: 1, after: shortestPulse.inMilliseconds) : Self.lowestAmplitude
    return min(lowest, highest)...highest
  }

  /// How long full drive may last, in milliseconds, before a tap becomes a buzz: the motor's rise time, but not more
  /// than the 80 ms that phones with the slowest motors use for a press.
  private func longestTap(of motor: Motor) -> Double {
    min(max(motor.rise.inMilliseconds, Motor.fastRise.inMilliseconds), 80)
  }

  private var motors: [Motor] { [strong] + (weak.map { [$0] } ?? []) }
}
