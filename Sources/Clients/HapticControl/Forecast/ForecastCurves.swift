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
    let sampling = Sampling(start: window.lowerBound, step: step / fine, count: count, each: fine)
    (intended, sharpness) = sampling.strengths(of: forecast)
    var walk = MotorWalk(forecast.drive, forecast.model)
    felt = sampling.values { walk.strength(at: $0) }
    func sent(_ magnitude: (Level) -> UInt16) -> [Double] {
      var walk = DriveWalk(forecast.drive)
      return sampling.values { walk.share(at: $0, of: forecast.model.fullScale, magnitude) }
    }
    self.sent = sent(\.strong)
    weak = forecast.model.motorCount == 2 ? sent(\.weak) : nil
  }

  private static let finest = Duration.milliseconds(1)
  /// Enough for `Forecast.horizon`; a longer window is sampled less finely.
  private static let mostSamples = 600_000
}

/// Samples a value at increasing times.
private struct Sampling {
  let start, step: Duration
  /// The number of values, and of samples for each of them.
  let count, each: Int

  /// The intended intensity, and the sharpness at its highest value.
  func strengths(of forecast: Forecast) -> (intensity: [Double], sharpness: [Double]) {
    var (intensities, sharpnesses): ([Double], [Double]) = ([], [])
    intensities.reserveCapacity(count)
    sharpnesses.reserveCapacity(count)
    for index in 0..<count {
      var (intensity, sharpness) = (0.0, 0.0)
      for sample in index * each..<(index + 1) * each {
        let strength = forecast.score.strength(at: start + step * sample)
        guard sample == index * each || strength.intensity.rawValue > intensity else { continue }
        (intensity, sharpness) = (strength.intensity.rawValue, strength.sharpness.rawValue)
      }
      intensities.append((intensity * forecast.intensity).inThousandths)
      sharpnesses.append(sharpness.inThousandths)
    }
    return (intensities, sharpnesses)
  }

  func values(_ value: (Duration) -> Double) -> [Double] {
    (0..<count).map { index in
      var highest = 0.0
      for sample in index * each..<(index + 1) * each { highest = max(highest, value(start + step * sample)) }
      return highest.inThousandths
    }
  }
}
