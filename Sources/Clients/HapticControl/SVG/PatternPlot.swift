internal import MotorRendering
internal import TextDiagnostics

/// The forecast for a pattern on a motor, and the time range to show.
package struct PatternPlot {
  let subject: Subject
  package let motor: ChosenMotor
  package let forecast: Forecast
  private(set) var window: Range<Duration>

  /// - Parameters:
  ///   - from: the start of the time range; nil means 0.
  ///   - to: the end of the time range; nil means the end of the forecast.
  /// - Throws: a failure if the time range is shorter than 1 ms, or ends after `Forecast.horizon`.
  init(
    _ subject: Subject, on motor: ChosenMotor, intensity: Double, from: Duration? = nil, to: Duration? = nil
  ) throws(Failure) {
    self.subject = subject
    self.motor = motor
    forecast = Forecast(subject.pattern, on: motor.model, intensity: intensity)
    let start = from ?? .zero
    let end = to ?? max(forecast.end, start + Self.least)
    guard end >= start + Self.least else {
      throw .usage("no time is between --from \(start.words) and --to \(end.words); the pattern starts at 0")
    }
    if let to, to > Forecast.horizon {
      throw .usage(
        "--to \(to.words) is after the limit of a picture, \(Forecast.horizon.words); choose an earlier end")
    }
    window = start..<end
  }

  /// The same plot until a later time, for a common time axis.
  func until(_ end: Duration) -> PatternPlot {
    var plot = self
    plot.window = window.lowerBound..<max(end, window.upperBound)
    return plot
  }

  /// The shortest time range, also for an empty pattern.
  private static let least = Duration.milliseconds(1)

  var title: String {
    let strength = forecast.intensity == 1 ? "" : " at \((forecast.intensity * 100).fixed(0))%"
    return subject.title + strength
  }

  var intended: SampledStrength { forecast.intended(in: window) }
}

// Lanes of images.

extension PatternPlot {
  private static let (tall, low) = (84.0, 52.0)

  /// - Parameter prefix: the number of the pattern in an image with several.
  func meantLanes(prefix: String) -> [ChartLane] {
    [
      ChartLane(
        title: prefix + "intensity", note: "intended", height: Self.tall,
        curves: [.init(envelope: intended, shape: .area, kind: "intensity")]),
      ChartLane(
        title: prefix + "sharpness", note: "intended", height: Self.low,
        curves: [.init(envelope: forecast.sharpness(in: window), shape: .line(intended), kind: "sharpness")]),
    ]
  }

  var sentLanes: [ChartLane] {
    let lanes = motor.model.commands.map { title, magnitude in
      ChartLane(
        title: title, note: motor.model.motorCount == 2 ? "sent" : "to the motor", height: Self.low,
        curves: [.init(envelope: forecast.sent(in: window, magnitude), shape: .steps, kind: "sent")],
        scale: [(0, "0"), (1, "full")])
    }
    guard motor.model.playsWaves, motor.model.motorCount == 1 else { return lanes }
    return lanes + [pitchLane(presence: lanes[0].curves[0].envelope)]
  }

  /// The lane of the waves. The scale shows periods in milliseconds; a shorter period is higher.
  private func pitchLane(presence: SampledStrength) -> ChartLane {
    let periods = [15.0, 6, 3].map { period in
      (value: 1000 / period / Forecast.highestPitch, label: "\(Int(period)) ms")
    }
    return ChartLane(
      title: "period", note: "sent", height: Self.low,
      curves: [.init(envelope: forecast.pitch(in: window), shape: .line(presence), kind: "pitch")],
      scale: [(value: 0, label: "")] + periods)
  }

  /// - Parameter note: the motor in an image with several.
  func feltLane(prefix: String, note: String) -> ChartLane {
    ChartLane(
      title: prefix + "felt", note: note, height: Self.tall,
      curves: [
        .init(envelope: forecast.felt(in: window), shape: .area, kind: "felt"),
        .init(envelope: intended, shape: .outline, kind: "intended"),
      ],
      threshold: FeltEnvelope.noticed,
      marks: forecast.results.entries.compactMap { entry in
        entry.sign.map { sign in
          ChartMark(sign: sign, moment: entry.intended.onset, instead: sign == .delayed ? entry.felt?.onset : nil)
        }
      })
  }
}

extension JSONObject {
  /// A plot. Strengths are from 0 to 1; the steps and pulses are those of the whole pattern, the values at every millisecond
  /// those of the time range.
  static func plot(_ plot: PatternPlot, svgFile: String? = nil) -> JSONObject {
    let (forecast, window) = (plot.forecast, plot.window)
    return [
      plot.subject.isFile ? "file" : "feedback": plot.subject.name, "origin": plot.subject.origin,
      "motorName": plot.motor.title, "motor": motor(plot.motor.model), "intensity": forecast.intensity,
      "fromMilliseconds": window.lowerBound.milliseconds, "toMilliseconds": window.upperBound.milliseconds,
      "steps": forecast.drive.steps.map { step($0) }, "pulses": forecast.results.entries.map { pulse($0) },
      "intensityEveryMillisecond": forecast.intended(in: window).everyMillisecond(of: window),
      "sharpnessEveryMillisecond": forecast.sharpness(in: window).everyMillisecond(of: window),
      "feltStrengthEveryMillisecond": forecast.felt(in: window).everyMillisecond(of: window), "svgFile": svgFile,
    ]
  }

  static func step(_ step: Drive.Step) -> JSONObject {
    [
      "atMilliseconds": max(step.at, .zero).milliseconds, "strongMagnitude": step.level.strong,
      "weakMagnitude": step.level.weak, "periodMilliseconds": step.level.periodMilliseconds.nonZero,
    ]
  }

  private static func pulse(_ entry: PulseResults.Entry) -> JSONObject {
    [
      "atMilliseconds": entry.intended.onset.milliseconds, "intensity": entry.intended.peak.inThousandths,
      "result": entry.result.rawValue, "feltAtMilliseconds": entry.felt?.onset.milliseconds,
      "feltStrength": entry.felt?.peak.inThousandths,
    ]
  }

  /// An event of `plot --watch`.
  ///
  /// - Parameter checked: the file with the findings for each motor.
  static func plotted(_ file: String, _ plots: [JSONObject], _ checked: [Subject]) -> JSONObject {
    var all: [Finding] = []
    for finding in checked.flatMap(\.findings) where !all.contains(finding) { all.append(finding) }
    return [
      "file": file, "event": "drawn", "plots": plots, "findings": all.map { finding($0, in: PatternPath(file).path) },
    ]
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
