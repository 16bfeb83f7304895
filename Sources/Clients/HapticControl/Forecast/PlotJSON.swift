internal import Haptics
internal import MotorRendering
internal import TextDiagnostics

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
      "result": entry.result.name, "feltAtMilliseconds": entry.felt?.onset.milliseconds,
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
