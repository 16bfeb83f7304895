package import HapticPatterns
package import MotorRendering

/// The vibrations of a calibration: for each motor, steps of full strength, weaker steps and taps, several times each.
package struct CalibrationPlan: Sendable {
  package struct Vibration: Sendable {
    package let pattern: Pattern
    /// The rest after the vibration. It differs each time, so that vibrations start at different times between two
    /// samples.
    package let rest: Duration
  }

  package let vibrations: [Vibration]

  package var duration: Duration { vibrations.reduce(.zero) { $0 + $1.pattern.duration + $1.rest } }

  /// - Parameter interval: the time between two samples. A slow sensor needs more vibrations, and so does a motor that
  ///   shakes along one line: a sample can be at the middle of its swing.
  package init(for model: MotorModel, interval: Duration) {
    let rounds = interval > Self.slowestSensor ? 3 : interval > Self.slowSensor || model.weak == nil ? 2 : 1
    let patterns = (0..<model.motorCount).flatMap { motor in
      (0..<rounds).flatMap { _ in Self.patterns(isWeak: motor == 1, of: model) }
    }
    vibrations = patterns.enumerated().map { index, pattern in
      Vibration(pattern: pattern, rest: Self.rest + .microseconds(index * Self.stagger % 20_000))
    }
  }

  /// The times between two samples above which all vibrations are played twice, and three times.
  private static let slowSensor = Duration.milliseconds(6)
  private static let slowestSensor = Duration.milliseconds(12)
  /// The rest in which each motor stops, and after which the sensor measures gravity.
  private static let rest = Duration.milliseconds(650)
  /// The difference between two rests, in microseconds: a fraction of every sensor's interval.
  private static let stagger = 7300

  /// - Parameter isWeak: whether the weak motor of a pair has the main part in them.
  private static func patterns(isWeak: Bool, of model: MotorModel) -> [Pattern] {
    // Dull vibrations are mainly those of the strong motor of a pair, sharp ones those of the weak motor. The dullest
    // would start slowly if they are weak.
    let sharpness = isWeak ? 1 : model.weak == nil ? 0.5 : 0.3
    func step(_ intensity: Double) -> Pattern {
      [
        Event(
          .continuous(duration: .milliseconds(450)), intensity: Intensity(intensity), sharpness: Sharpness(sharpness))
      ]
    }
    let tap: Pattern = [Event(.transient, intensity: .full, sharpness: Sharpness(isWeak ? 1 : 0))]
    let levels = model.isOnOff ? [] : [0.35, 0.6].flatMap { [step($0), step($0)] }
    return (0..<5).map { _ in step(1) } + levels + [tap, tap, tap]
  }
}
