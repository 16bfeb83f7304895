internal import AHAP
internal import HapticControl
internal import HapticPatterns
internal import MotorRendering
internal import TextDiagnostics

extension JSONObject {
  /// What a motor makes of a pattern. Times are in seconds.
  static func plot(
    _ key: String, _ motor: ChosenMotor, _ forecast: Forecast, _ curves: ForecastCurves, _ places: EventEntries,
    _ found: [MotorFinding]
  ) -> JSONObject {
    [
      "motor": key, "title": motor.title, "words": motor.model.words, "from": curves.window.lowerBound.inSeconds,
      "to": curves.window.upperBound.inSeconds, "step": curves.step.inSeconds, "threshold": FeltEnvelope.noticed,
      "intended": curves.intended, "sharpness": curves.sharpness, "sent": curves.sent, "felt": curves.felt,
      "weak": curves.weak,
      "steps": forecast.drive.steps.prefix(mostSteps).map { step($0, full: Double(forecast.model.fullScale)) },
      "pulses": forecast.results.entries.map { pulse($0, entry: places.entry(of: $0)) },
      "events": events(forecast.results.entries, found, places), "summary": forecast.results.summary,
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

  private static func pulse(_ entry: PulseResults.Entry, entry place: Int?) -> JSONObject {
    [
      "time": entry.intended.onset.inSeconds, "intensity": entry.intended.peak.inThousandths,
      "result": entry.result.rawValue, "feltTime": entry.felt?.onset.inSeconds,
      "feltStrength": entry.felt?.peak.inThousandths, "entry": place,
    ]
  }

  /// What becomes of the events: the result of the first pulse of each, or the kind of a finding, `short` or `alike`.
  private static func events(
    _ pulses: [PulseResults.Entry], _ found: [MotorFinding], _ places: EventEntries
  ) -> [JSONObject] {
    var results: [Int: JSONObject] = [:]
    for pulse in pulses {
      guard let entry = places.entry(of: pulse), results[entry] == nil else { continue }
      results[entry] = ["entry": entry, "result": pulse.result.rawValue]
    }
    for finding in found {
      guard let event = finding.event, let entry = places.entry(event), results[entry]?["message"] == nil else {
        continue
      }
      // A kept pulse may have a finding too: it ends too soon, or feels like the one before.
      results[entry] = [
        "entry": entry, "result": finding.kind.rawValue, "message": finding.message, "remedy": finding.remedy,
      ]
    }
    return results.sorted { $0.key < $1.key }.map(\.value)
  }
}

/// The entries of a pattern's events in its file.
struct EventEntries {
  private let times: [Duration]
  private let entries: [Int]

  init(_ pattern: Pattern, _ outline: AHAPOutline) {
    times = pattern.events.map(\.time)
    entries = outline.events.map { $0.entry ?? 0 }
  }

  /// The entry of an event by its index in the pattern.
  func entry(_ event: Int) -> Int? { entries.indices.contains(event) ? entries[event] : nil }

  /// The entry of the event that begins with a pulse, or of the last one before it.
  func entry(of pulse: PulseResults.Entry) -> Int? {
    let moment = pulse.intended.onset
    return entry(firstPosition(in: times.indices) { times[$0] > moment + Self.tolerance } - 1)
  }

  /// The sampling interval of the envelopes.
  private static let tolerance = Duration.milliseconds(1)
}
