internal import Haptics
internal import MotorRendering
internal import TextDiagnostics

/// A plot in JSON. Strengths are from 0 to 1.
struct PlotJSON: Encodable {
  struct Step: Encodable {
    let atMilliseconds: Double
    let strongMagnitude, weakMagnitude: UInt16
    /// Null if the device plays no waves.
    let periodMilliseconds: UInt8?
  }

  struct Pulse: Encodable {
    let atMilliseconds, intensity: Double
    /// `kept`, `gradual`, `delayed`, `merged` or `lost`.
    let result: String
    /// Null if the pulse is not felt separately.
    let feltAtMilliseconds, feltStrength: Double?
  }

  let feedback, file: String?
  let origin, motorName: String
  let motor: MotorJSON
  let intensity: Double
  let fromMilliseconds, toMilliseconds: Double
  /// The steps and pulses of the whole pattern.
  let steps: [Step]
  let pulses: [Pulse]
  /// Values at every millisecond of the time range.
  let intensityEveryMillisecond, sharpnessEveryMillisecond, feltStrengthEveryMillisecond: [Double]
  /// The path of the written image.
  var svgFile: String?

  init(_ plot: PatternPlot) {
    let forecast = plot.forecast
    feedback = plot.subject.isFile ? nil : plot.subject.name
    file = plot.subject.isFile ? plot.subject.name : nil
    origin = plot.subject.origin
    motorName = plot.motor.title
    motor = MotorJSON(plot.motor.model)
    intensity = forecast.intensity
    fromMilliseconds = plot.window.lowerBound.milliseconds
    toMilliseconds = plot.window.upperBound.milliseconds
    steps = forecast.drive.steps.map { Step($0) }
    pulses = forecast.results.entries.map { Pulse($0) }
    intensityEveryMillisecond = forecast.intended(in: plot.window).everyMillisecond(of: plot.window)
    sharpnessEveryMillisecond = forecast.sharpness(in: plot.window).everyMillisecond(of: plot.window)
    feltStrengthEveryMillisecond = forecast.felt(in: plot.window).everyMillisecond(of: plot.window)
  }
}

/// An event of `plot --watch` in JSON, one line each.
struct PlotNewsJSON: Encodable {
  let file: String
  /// `drawn` or `failed`.
  let event: String
  var plots: [PlotJSON]?
  /// The findings of `lint` in the file, also for each motor.
  var findings: [FindingJSON]?
  var message: String?

  /// - Parameter checked: the file with the findings for each motor.
  init(_ file: String, _ plots: [PlotJSON], _ checked: [Subject]) {
    (self.file, event, self.plots) = (file, "drawn", plots)
    var all: [Finding] = []
    for finding in checked.flatMap(\.findings) where !all.contains(finding) { all.append(finding) }
    findings = all.map { FindingJSON($0, in: PatternPath(file).path) }
  }

  init(_ file: String, failed failure: Failure) {
    (self.file, event, message) = (file, "failed", failure.message)
  }
}

extension PlotJSON.Step {
  init(_ step: Drive.Step) {
    self.init(
      atMilliseconds: max(step.at, .zero).milliseconds, strongMagnitude: step.level.strong,
      weakMagnitude: step.level.weak,
      periodMilliseconds: step.level.periodMilliseconds == 0 ? nil : step.level.periodMilliseconds)
  }
}

extension PlotJSON.Pulse {
  init(_ entry: PulseResults.Entry) {
    self.init(
      atMilliseconds: entry.intended.onset.milliseconds, intensity: entry.intended.peak.inThousandths,
      result: entry.result.name, feltAtMilliseconds: entry.felt?.onset.milliseconds,
      feltStrength: entry.felt?.peak.inThousandths)
  }
}

extension SampledStrength {
  fileprivate func everyMillisecond(of window: Range<Duration>) -> [Double] {
    Swift.stride(from: 0, to: (window.upperBound - window.lowerBound) / .milliseconds(1), by: 1).map { offset in
      let start = window.lowerBound + .milliseconds(Int(offset))
      return peak(from: start, to: start + step).inThousandths
    }
  }
}

extension Double {
  /// The value rounded to three decimal digits, which is finer than users can feel.
  package var inThousandths: Double { (self * 1000).rounded() / 1000 }
}

extension Duration {
  /// The duration in milliseconds, with three decimal digits.
  var milliseconds: Double { (self / .milliseconds(1)).inThousandths }
}
