internal import HapticPatterns
internal import MotorRendering

/// The curves of a forecast with a given number of values, for a picture of known width. Each value is the highest of its
/// time, so that a short pulse is in the curves of a long pattern.
package struct ForecastCurves: Sendable {
  package let window: Range<Duration>
  /// The time of each value.
  package let step: Duration
  package let intended, sharpness, felt: [Double]
  /// The commands to the motor, or to the strong one of two.
  package let sent: [Double]
  /// The commands to the weak motor; nil if there is one motor.
  package let weak: [Double]?

  /// - Parameter count: the number of values, from 1.
  package init(_ forecast: Forecast, in window: Range<Duration>, count: Int) {
    self.window = window
    let length = window.upperBound - window.lowerBound
    step = length / count
    // A tap lasts for at least 12 ms, and the results of pulses are computed for each millisecond as well.
    let wanted = step > Self.finest ? max(Int((step / Self.finest).rounded(.up)), 1) : 1
    let fine = min(wanted, max(Self.mostSamples / count, 1))
    let sample = step / fine
    /// Samples at increasing times, and takes the first one of the highest strength for each value.
    func highest<Sample>(_ strength: (Sample) -> Double, _ value: (Duration) -> Sample) -> [Sample] {
      (0..<count).map { index in
        let first = index * fine
        return (first + 1..<first + fine).reduce(value(window.lowerBound + sample * first)) { highest, position in
          let next = value(window.lowerBound + sample * position)
          return strength(next) > strength(highest) ? next : highest
        }
      }
    }
    var score = ScoreWalk(forecast.score)
    let strengths = highest(\.intensity.rawValue) { score.strength(at: $0) }
    intended = strengths.map { ($0.intensity.rawValue * forecast.intensity).inThousandths }
    sharpness = strengths.map(\.sharpness.rawValue.inThousandths)
    var walk = MotorWalk(forecast.drive, forecast.model)
    felt = highest(\.self) { walk.strength(at: $0) }.map(\.inThousandths)
    func sent(_ magnitude: (Level) -> UInt16) -> [Double] {
      var walk = DriveWalk(forecast.drive)
      return highest(\.self) { walk.share(at: $0, of: forecast.model.ceiling, magnitude) }.map(\.inThousandths)
    }
    self.sent = sent(\.strong)
    weak = forecast.model.motorCount == 2 ? sent(\.weak) : nil
  }

  private static let finest = Duration.milliseconds(1)
  /// Enough for `Forecast.horizon`; a longer window is sampled less finely.
  private static let mostSamples = 600_000
}
