internal import AHAP
internal import HapticControl
internal import MotorRendering
internal import TextDiagnostics

extension JSONObject {
  /// What a motor makes of a pattern. Times are in seconds.
  static func plot(
    _ key: String, _ motor: ChosenMotor, _ forecast: Forecast, _ curves: ForecastCurves, _ outline: AHAPOutline,
    _ found: [MotorFinding]
  ) -> JSONObject {
    let entries = outline.events.map { $0.entry ?? 0 }
    let pulses = forecast.results.entries.map { pulse in
      (pulse, entry: forecast.event(at: pulse.intended.onset).map { entries[$0] })
    }
    return [
      "motor": key, "title": motor.title, "words": motor.model.words, "from": curves.window.lowerBound.inSeconds,
      "to": curves.window.upperBound.inSeconds, "step": curves.step.inSeconds, "threshold": FeltEnvelope.noticed,
      "intended": curves.intended, "sharpness": curves.sharpness, "sent": curves.sent, "felt": curves.felt,
      "weak": curves.weak,
      "steps": forecast.drive.steps.prefix(mostSteps).map { step($0, full: Double(forecast.model.ceiling)) },
      "pulses": pulses.map(pulse), "events": events(pulses, found, entries), "summary": forecast.results.summary,
      "signs": forecast.results.signs.map { ["result": $0.name, "words": $0.words] as JSONObject },
    ]
  }

  /// More steps cannot be distinguished in a picture.
  private static let mostSteps = 4096

  private static func step(_ step: Drive.Step, full: Double) -> JSONObject {
    [
      "time": step.at.inSeconds, "strong": (Double(step.level.strong) / full).inThousandths,
      "weak": (Double(step.level.weak) / full).inThousandths,
      "periodMilliseconds": step.level.periodMilliseconds.nonZero,
    ]
  }

  /// - Parameter place: the entry of its event in the file.
  private static func pulse(_ entry: PulseResults.Entry, entry place: Int?) -> JSONObject {
    [
      "time": entry.intended.onset.inSeconds, "intensity": entry.intended.peak.inThousandths,
      "result": entry.result.rawValue, "feltTime": entry.felt?.onset.inSeconds,
      "feltStrength": entry.felt?.peak.inThousandths, "entry": place,
    ]
  }

  /// What becomes of the events: the result of the first pulse of each, or the kind of a finding, `short` or `alike`.
  ///
  /// - Parameter entries: those of the pattern's events in the file.
  private static func events(
    _ pulses: [(PulseResults.Entry, entry: Int?)], _ found: [MotorFinding], _ entries: [Int]
  ) -> [JSONObject] {
    var results: [Int: JSONObject] = [:]
    for (pulse, entry) in pulses {
      guard let entry, results[entry] == nil else { continue }
      results[entry] = ["entry": entry, "result": pulse.result.rawValue]
    }
    for finding in found {
      guard let entry = finding.event.map({ entries[$0] }), results[entry]?["message"] == nil else { continue }
      // A kept pulse may have a finding too: it ends too soon, or feels like the one before.
      results[entry] = [
        "entry": entry, "result": finding.kind.rawValue, "message": finding.message, "remedy": finding.remedy,
      ]
    }
    return results.sorted { $0.key < $1.key }.map(\.value)
  }
}
