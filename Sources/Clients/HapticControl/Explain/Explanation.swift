internal import HapticPreferences
internal import Haptics
internal import MotorRendering
internal import PreferenceFiles

extension Lookup {
  /// The steps from the name to the writes on a device, as sections of text.
  ///
  /// - Parameter share: a sentence about the settings that weaken the category.
  func explanation(on motor: ChosenMotor, intensity: Double, _ share: String?) -> [String] {
    var sections = [("Name", sentences + (share.map { [$0] } ?? []))]
    if let pattern, !pattern.isSilent {
      let forecast = Forecast(pattern, on: motor.model, intensity: intensity)
      sections += [
        ("Pattern", eventLines(forecast.score, intensity)), ("Motor", motor.sentences),
        ("Drive", stepLines(forecast)), ("Felt", forecast.results.legend),
        ("Device", DeviceWords(drive: forecast.drive, record: motor.record, category: category).lines),
      ]
    }
    return Array(
      sections.map { title, lines in [title] + lines.map { $0.isEmpty ? "" : "  " + $0 } }.joined(separator: [""]))
  }
}

/// The maximum number of events in the table; 'hapticctl plot' draws all of them.
private let mostEvents = 24
/// The maximum number of steps with a reason.
private let mostSteps = 40

private func eventLines(_ score: Score, _ intensity: Double) -> [String] {
  let events = score.pattern.events
  let taps = score.pattern.tapCount
  let parts = [(taps, "tap"), (events.count - taps, "vibration")].filter { $0.0 > 0 }.map(counted)
  var table = Table([("AT", .right), ("EVENT", .left), ("FOR", .right), ("INTENSITY", .right), ("SHARPNESS", .right)])
  for event in events.prefix(mostEvents) {
    let values = EventValues(event, in: score, intensity: intensity)
    table.add(
      event.time.momentWords, values.kind, event.isEndless ? "endless" : event.duration.words, values.intensityText,
      values.sharpnessText)
  }
  let rest = events.count - mostEvents
  let curves = score.pattern.curves.count { $0.control.isHaptic }
  return ["\(parts.joined(separator: " and "))" + (curves > 0 ? " under \(counted(curves, "curve"))" : "") + ":"]
    + table.lines + (rest > 0 ? ["... and \(rest) more; 'hapticctl plot' draws them"] : [])
}

/// The values of an event at its start, and those of its author, which curves, parameters and the intensity of the play
/// change.
struct EventValues {
  let event: Event
  let intensity, sharpness: Double

  init(_ event: Event, in score: Score, intensity played: Double) {
    self.event = event
    intensity = score.effectiveIntensity(of: event, at: event.time).rawValue * played
    sharpness = score.effectiveSharpness(of: event, at: event.time).rawValue
  }

  var kind: String { event.kind == .transient ? "tap" : "vibration" }

  var intensityText: String { Self.text(intensity, author: event.intensity.rawValue) }
  var sharpnessText: String { Self.text(sharpness, author: event.sharpness.rawValue) }

  /// A value, with the author's value if it is another one.
  private static func text(_ value: Double, author: Double) -> String {
    let (shown, written) = (value.fixed(2), author.fixed(2))
    return shown == written ? shown : "\(shown) (written \(written))"
  }
}

extension ChosenMotor {
  @ListBuilder<String> fileprivate var sentences: [String] {
    "\(title): \(model.words)."
    "The shortest pulse felt at full drive is \(model.shortestPulse.words)."
    if model.deadband > 0 {
      "It does not move below \((model.deadband * 100).fixed(0)) % of its range: levels begin there."
    }
    if model.isOnOff { "It has no levels: intermediate strengths are pulses of on and off." }
    if model.playsWaves { "It plays waves: sharpness is their pitch." }
    if model.motorCount == 2 { "Dull events use the strong motor, sharp events the weak one." }
  }
}

/// The steps of a drive as a table, with a reason for each.
private func stepLines(_ forecast: Forecast) -> [String] {
  let drive = forecast.drive
  if drive.isEmpty { return ["nothing is sent"] }
  let sentences = StepReasons(forecast, most: mostSteps).sentences
  var table = Table([("AT", .right), ("FOR", .right), ("LEVEL", .left), ("WHY", .left)])
  for (index, sentence) in sentences.enumerated() {
    let length = drive.length(ofStep: index)
    table.add(
      drive.steps[index].at.momentWords, index + 1 < drive.steps.count ? length.momentWords : "-",
      drive.steps[index].level.words(of: forecast.model), sentence)
  }
  let rest = drive.steps.count - mostSteps
  return table.lines + (rest > 0 ? ["... and \(rest) more steps; --json has them"] : [])
}

extension Preferences {
  /// The part of an intensity that the settings leave to a category, with the settings that cause it; nil if they
  /// change nothing.
  func share(of category: Haptics.Category) -> String? {
    let share = strength(of: category)
    guard share < .full else { return nil }
    func words(_ strength: Intensity) -> String { PreferenceKind.strength.typedText(of: .strength(strength)) ?? "" }
    let causes = [("strength", strength), ("\(category.name).strength", self[category].strength)]
      .filter { $0.1 < .full }.map { "\($0.0) \(words($0.1))" }
    return "The settings give \(category.name) \(words(share)) of the intensity: \(causes.joined(separator: ", "))."
  }
}

extension JSONObject {
  /// An explanation. Its deadline is that of a program's play which gives no other one.
  static func explanation(_ name: String, _ lookup: Lookup, on motor: ChosenMotor, intensity: Double) -> JSONObject {
    let forecast = Forecast(lookup.pattern ?? [], on: motor.model, intensity: intensity)
    let drive = forecast.drive
    let sentences = StepReasons(forecast, most: mostSteps).sentences
    return [
      lookup.entry == nil ? "file" : "feedback": name, "chain": (lookup.entry?.chain ?? []).map(\.description),
      "pattern": lookup.entry?.patternName.words, "theme": lookup.entry.map { "\($0.theme)" },
      "patternFile": lookup.entry?.path, "category": lookup.category.name, "motorName": motor.title,
      "silent": lookup.pattern?.isSilent ?? false, "intensity": intensity,
      "deadlineNanoseconds": lookup.category.deadline.wholeNanoseconds,
      "events": forecast.score.pattern.events.map { event(EventValues($0, in: forecast.score, intensity: intensity)) },
      "steps": drive.steps.indices.map { index in
        step(drive, index, because: index < sentences.count ? sentences[index] : nil)
      },
      "levelCount": drive.palette.count, "writeCount": drive.steps.count, "leadMilliseconds": drive.lead.milliseconds,
    ]
  }

  /// An event, with its values at the start and those of the author.
  private static func event(_ values: EventValues) -> JSONObject {
    let event = values.event
    return [
      "eventKind": values.kind, "atMilliseconds": event.time.milliseconds,
      "lengthMilliseconds": event.isEndless ? nil : event.duration.milliseconds, "intensity": values.intensity,
      "sharpness": values.sharpness, "authorIntensity": event.intensity.rawValue,
      "authorSharpness": event.sharpness.rawValue,
    ]
  }

  private static func step(_ drive: Drive, _ index: Int, because: String?) -> JSONObject {
    step(drive.steps[index]).with([
      "lengthMilliseconds": drive.length(ofStep: index).milliseconds,
      "leaseMilliseconds": drive.steps[index].level == .off ? nil : drive.lease(ofStep: index).milliseconds,
      "because": because,
    ])
  }
}
