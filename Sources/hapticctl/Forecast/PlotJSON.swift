internal import Haptics
internal import MotorModel

/// A plot for scripts. Strengths are from 0 to 1.
struct PlotJSON: Encodable {
  struct Step: Encodable {
    let atMicroseconds: Int64
    let strong, weak: UInt16
    /// Null where the device plays no waves.
    let periodMilliseconds: UInt8?
  }

  struct Pulse: Encodable {
    let atMilliseconds, intensity: Double
    /// `kept`, `delayed`, `merged` or `lost`.
    let fate: String
    /// Null where it is not felt by itself.
    let feltAtMilliseconds, felt: Double?
  }

  let pattern, origin, motor: String
  let model: MotorJSON
  let intensity: Double
  let fromMilliseconds, toMilliseconds: Double
  /// Of the whole pattern.
  let steps: [Step]
  let pulses: [Pulse]
  /// Every millisecond of the window.
  let intendedIntensity, intendedSharpness, felt: [Double]

  init(_ plot: PatternPlot) {
    let forecast = plot.forecast
    pattern = plot.subject.title
    origin = plot.subject.origin
    motor = plot.motor.title
    model = MotorJSON(plot.motor.model)
    intensity = forecast.intensity
    fromMilliseconds = plot.window.lowerBound.milliseconds
    toMilliseconds = plot.window.upperBound.milliseconds
    steps = forecast.drive.steps.map { Step($0) }
    pulses = forecast.fates.entries.map { Pulse($0) }
    intendedIntensity = forecast.intended(in: plot.window).everyMillisecond(of: plot.window)
    intendedSharpness = forecast.sharpness(in: plot.window).everyMillisecond(of: plot.window)
    felt = forecast.felt(in: plot.window).everyMillisecond(of: plot.window)
  }
}

extension PlotJSON.Step {
  init(_ step: Drive.Step) {
    self.init(
      atMicroseconds: Int64(step.at / .microseconds(1)), strong: step.level.strong, weak: step.level.weak,
      periodMilliseconds: step.level.periodMilliseconds == 0 ? nil : step.level.periodMilliseconds)
  }
}

extension PlotJSON.Pulse {
  init(_ entry: Fates.Entry) {
    self.init(
      atMilliseconds: entry.meant.onset.milliseconds, intensity: entry.meant.peak.inThousandths,
      fate: entry.fate.name, feltAtMilliseconds: entry.felt?.onset.milliseconds,
      felt: entry.felt?.peak.inThousandths)
  }
}

extension Envelope {
  fileprivate func everyMillisecond(of window: Range<Duration>) -> [Double] {
    Swift.stride(from: 0, to: (window.upperBound - window.lowerBound) / .milliseconds(1), by: 1).map { offset in
      let start = window.lowerBound + .milliseconds(Int(offset))
      return peak(from: start, to: start + step).inThousandths
    }
  }
}

extension Double {
  /// Rounded to three digits after the point: finer than anybody feels.
  var inThousandths: Double { (self * 1000).rounded() / 1000 }
}

extension Duration {
  /// With three digits after the point.
  var milliseconds: Double { (self / .milliseconds(1)).inThousandths }
}
