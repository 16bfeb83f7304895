internal import AHAP
internal import HapticControl
internal import HapticPatterns
internal import MotorRendering
internal import TextDiagnostics

/// What a motor makes of a pattern, for the page. Times are in seconds.
struct PlotAnswer: Encodable {
  struct Step: Encodable {
    let time, strong, weak: Double
    let periodMilliseconds: Int?
  }

  struct PulsePart: Encodable {
    let time, intensity: Double
    /// `kept`, `gradual`, `delayed`, `merged` or `lost`.
    let result: String
    let feltTime, feltStrength: Double?
    let entry: Int?
  }

  /// What becomes of an event.
  struct EventResult: Encodable {
    let entry: Int
    /// The result of its first pulse, or the kind of a finding: `short` or `alike`.
    var result: String
    var message, remedy: String?
  }

  struct Sign: Encodable { let result, words: String }

  let motor, title, words: String
  let from, to, step, threshold: Double
  let intended, sharpness, sent, felt: [Double]
  let weak: [Double]?
  let steps: [Step]
  let pulses: [PulsePart]
  let events: [EventResult]
  let summary: String
  let signs: [Sign]

  init(
    _ key: String, _ motor: ChosenMotor, _ forecast: Forecast, _ curves: ForecastCurves, _ places: EventEntries,
    _ found: [MotorFinding]
  ) {
    self.motor = key
    (title, words) = (motor.title, motor.model.words)
    (from, to) = (curves.window.lowerBound.inSeconds, curves.window.upperBound.inSeconds)
    (step, threshold) = (curves.step.inSeconds, FeltEnvelope.noticed)
    (intended, sharpness, sent, felt) = (curves.intended, curves.sharpness, curves.sent, curves.felt)
    weak = curves.weak
    steps = forecast.drive.steps.prefix(Self.mostSteps).map { Step($0, full: Double(forecast.model.fullScale)) }
    pulses = forecast.results.entries.map { PulsePart($0, entry: places.entry(at: $0.intended.onset)) }
    events = Self.events(pulses, found, places)
    summary = forecast.results.summary
    signs = forecast.results.signs.map { Sign(result: $0.name, words: $0.words) }
  }

  /// More steps cannot be distinguished in a picture.
  private static let mostSteps = 4096

  private static func events(
    _ pulses: [PulsePart], _ found: [MotorFinding], _ places: EventEntries
  ) -> [EventResult] {
    var results: [Int: EventResult] = [:]
    for pulse in pulses {
      guard let entry = pulse.entry, results[entry] == nil else { continue }
      results[entry] = EventResult(entry: entry, result: pulse.result)
    }
    for finding in found {
      guard let event = finding.event, let entry = places.entry(event), results[entry]?.message == nil else { continue }
      // A kept pulse may have a finding too: it ends too soon, or feels like the one before.
      results[entry] = EventResult(
        entry: entry, result: finding.kind.rawValue, message: finding.message, remedy: finding.remedy)
    }
    return results.values.sorted { $0.entry < $1.entry }
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

  /// The entry of the event that begins at `moment`, or of the last one before it.
  func entry(at moment: Duration) -> Int? {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] <= moment + Self.tolerance { low = middle + 1 } else { high = middle }
    }
    return entry(low - 1)
  }

  /// The sampling interval of the envelopes.
  private static let tolerance = Duration.milliseconds(1)
}

extension PlotAnswer.Step {
  fileprivate init(_ step: Drive.Step, full: Double) {
    self.init(
      time: step.at.inSeconds, strong: (Double(step.level.strong) / full).inThousandths,
      weak: (Double(step.level.weak) / full).inThousandths,
      periodMilliseconds: step.level.periodMilliseconds == 0 ? nil : Int(step.level.periodMilliseconds))
  }
}

extension PlotAnswer.PulsePart {
  fileprivate init(_ entry: PulseResults.Entry, entry place: Int?) {
    self.init(
      time: entry.intended.onset.inSeconds, intensity: entry.intended.peak.inThousandths, result: entry.result.name,
      feltTime: entry.felt?.onset.inSeconds, feltStrength: entry.felt?.peak.inThousandths, entry: place)
  }
}
