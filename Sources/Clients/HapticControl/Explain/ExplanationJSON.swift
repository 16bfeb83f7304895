internal import Haptics
internal import MotorRendering

/// An explanation in JSON.
struct ExplanationJSON: Encodable {
  struct Step: Encodable {
    let atMilliseconds, lengthMilliseconds: Double
    let strongMagnitude, weakMagnitude: UInt16
    let periodMilliseconds: UInt8?
    let leaseMilliseconds: UInt16?
    /// The reason for the step; null after the first 40 steps.
    let because: String?
  }

  struct Event: Encodable {
    /// `tap` or `vibration`.
    let eventKind: String
    let atMilliseconds: Double
    /// Null without an end.
    let lengthMilliseconds: Double?
    /// The values at the start, and those of the author.
    let intensity, sharpness, authorIntensity, authorSharpness: Double
  }

  let feedback, file: String?
  /// The names on the way to the pattern, in order, without the requested one.
  let chain: [String]
  let pattern, theme: String?
  /// The path of the pattern file in a theme; null for a built-in theme.
  let patternFile: String?
  let category, motorName: String
  let silent: Bool
  let intensity: Double
  /// The time after its cause at which a program's play is dropped, unless the program gives another deadline.
  let deadlineNanoseconds: Int64
  let events: [Event]
  let steps: [Step]
  let levelCount, writeCount: Int
  let leadMilliseconds: Double

  init(_ name: String, _ lookup: Lookup, on motor: ChosenMotor, intensity: Double) {
    let forecast = Forecast(lookup.pattern ?? [], on: motor.model, intensity: intensity)
    let device = DeviceWords(forecast.drive, motor, lookup.category)
    let sentences = StepReasons(forecast, most: DriveWords.most).sentences
    feedback = lookup.names.first
    file = lookup.names.isEmpty ? name : nil
    chain = Array(lookup.names.dropFirst())
    self.intensity = intensity
    pattern = lookup.patternName
    theme = lookup.theme
    patternFile = lookup.path
    category = lookup.category.name
    motorName = motor.title
    silent = lookup.pattern?.isSilent ?? false
    levelCount = device.uploads
    writeCount = device.writes
    leadMilliseconds = forecast.drive.lead.milliseconds
    deadlineNanoseconds = Int64(lookup.category.deadline / .nanoseconds(1))
    events = forecast.score.pattern.events.map {
      Event(EventValues($0, in: forecast.score, intensity: intensity))
    }
    steps = forecast.drive.steps.indices.map { index in
      Step(forecast.drive, index, because: index < sentences.count ? sentences[index] : nil)
    }
  }
}

extension ExplanationJSON.Event {
  fileprivate init(_ values: EventValues) {
    let event = values.event
    self.init(
      eventKind: values.kind, atMilliseconds: event.time.milliseconds,
      lengthMilliseconds: event.isEndless ? nil : event.duration.milliseconds, intensity: values.intensity,
      sharpness: values.sharpness, authorIntensity: event.intensity.rawValue,
      authorSharpness: event.sharpness.rawValue)
  }
}

extension ExplanationJSON.Step {
  fileprivate init(_ drive: Drive, _ index: Int, because: String?) {
    let step = drive.steps[index]
    self.init(
      atMilliseconds: step.at.milliseconds, lengthMilliseconds: drive.length(ofStep: index).milliseconds,
      strongMagnitude: step.level.strong, weakMagnitude: step.level.weak,
      periodMilliseconds: step.level.periodMilliseconds == 0 ? nil : step.level.periodMilliseconds,
      leaseMilliseconds: step.level == .off ? nil : drive.lease(ofStep: index).milliseconds, because: because)
  }
}
