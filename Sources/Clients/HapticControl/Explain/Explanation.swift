internal import Haptics
internal import MotorRendering

/// The steps from a name to the writes on a device, as sections of text.
struct Explanation {
  struct Section {
    let title: String
    let lines: [String]
  }

  private(set) var sections: [Section]

  /// - Parameters:
  ///   - name: the name as the user gave it.
  ///   - lookup: the result of its lookup.
  init(_ name: String, _ lookup: Lookup, on motor: ChosenMotor, intensity: Double) {
    guard let pattern = lookup.pattern, !pattern.isSilent else {
      sections = [Section(title: "Name", lines: lookup.sentences)]
      return
    }
    let forecast = Forecast(pattern, on: motor.model, intensity: intensity)
    sections = [
      Section(title: "Name", lines: lookup.sentences),
      Section(title: "Pattern", lines: PatternWords.lines(forecast.score, intensity)),
      Section(title: "Motor", lines: MotorWords.lines(motor)),
      Section(title: "Drive", lines: DriveWords.lines(forecast)),
      Section(title: "Felt", lines: forecast.results.legend),
      Section(title: "Device", lines: DeviceWords(forecast.drive, motor, lookup.category).lines),
    ]
  }

  /// Adds a sentence to the first section.
  mutating func add(_ sentence: String) {
    sections[0] = Section(title: sections[0].title, lines: sections[0].lines + [sentence])
  }

  var lines: [String] {
    sections.enumerated().flatMap { index, section in
      (index == 0 ? [] : [""]) + [section.title] + section.lines.map { $0.isEmpty ? "" : "  " + $0 }
    }
  }
}

/// The events of a pattern as a table.
enum PatternWords {
  /// The maximum number of events in the table; 'hapticctl plot' draws all of them.
  static let most = 24

  static func lines(_ score: Score, _ intensity: Double) -> [String] {
    let events = score.pattern.events
    let taps = score.pattern.tapCount
    var parts: [String] = []
    if taps > 0 { parts.append(counted(taps, "tap")) }
    if taps < events.count { parts.append(counted(events.count - taps, "vibration")) }
    var table = Table([("AT", .right), ("EVENT", .left), ("FOR", .right), ("INTENSITY", .right), ("SHARPNESS", .right)])
    for event in events.prefix(most) {
      let values = EventValues(event, in: score, intensity: intensity)
      table.add(
        event.time.momentWords, values.kind, event.isEndless ? "endless" : event.duration.words, values.intensityText,
        values.sharpnessText)
    }
    let rest = events.count - most
    let curves = score.pattern.curves.count { $0.control.isHaptic }
    return ["\(parts.joined(separator: " and "))" + (curves > 0 ? " under \(counted(curves, "curve"))" : "") + ":"]
      + table.lines + (rest > 0 ? ["... and \(rest) more; 'hapticctl plot' draws them"] : [])
  }
}

/// The relevant properties of a motor, in sentences.
enum MotorWords {
  static func lines(_ motor: ChosenMotor) -> [String] {
    let model = motor.model
    var lines = ["\(motor.title): \(model.words)."]
    lines.append("The shortest pulse felt at full drive is \(model.shortestPulse.words).")
    if model.deadband > 0 {
      lines.append("It does not move below \((model.deadband * 100).fixed(0)) % of its range: levels begin there.")
    }
    if model.isOnOff { lines.append("It has no levels: intermediate strengths are pulses of on and off.") }
    if model.playsWaves { lines.append("It plays waves: sharpness is their pitch.") }
    if model.motorCount == 2 { lines.append("Dull events use the strong motor, sharp events the weak one.") }
    return lines
  }
}

/// The steps of a drive as a table, with a reason for each.
enum DriveWords {
  static let most = 40

  static func lines(_ forecast: Forecast) -> [String] {
    let drive = forecast.drive
    if drive.isEmpty { return ["nothing is sent"] }
    let sentences = StepReasons(forecast, most: most).sentences
    var table = Table([("AT", .right), ("FOR", .right), ("LEVEL", .left), ("WHY", .left)])
    for (index, sentence) in sentences.enumerated() {
      let length = drive.length(ofStep: index)
      table.add(
        drive.steps[index].at.momentWords, index + 1 < drive.steps.count ? length.momentWords : "-",
        drive.steps[index].level.words(of: forecast.model), sentence)
    }
    let rest = drive.steps.count - most
    return table.lines + (rest > 0 ? ["... and \(rest) more steps; --json has them"] : [])
  }
}

extension JSONObject {
  /// An explanation. Its deadline is that of a program's play which gives no other one.
  static func explanation(_ name: String, _ lookup: Lookup, on motor: ChosenMotor, intensity: Double) -> JSONObject {
    let forecast = Forecast(lookup.pattern ?? [], on: motor.model, intensity: intensity)
    let drive = forecast.drive
    let device = DeviceWords(drive, motor, lookup.category)
    let sentences = StepReasons(forecast, most: DriveWords.most).sentences
    return [
      "feedback": lookup.names.first, "file": lookup.names.isEmpty ? name : nil,
      "chain": Array(lookup.names.dropFirst()), "pattern": lookup.patternName, "theme": lookup.theme,
      "patternFile": lookup.path, "category": lookup.category.name, "motorName": motor.title,
      "silent": lookup.pattern?.isSilent ?? false, "intensity": intensity,
      "deadlineNanoseconds": lookup.category.deadline.wholeNanoseconds,
      "events": forecast.score.pattern.events.map { event(EventValues($0, in: forecast.score, intensity: intensity)) },
      "steps": drive.steps.indices.map { index in
        step(drive, index, because: index < sentences.count ? sentences[index] : nil)
      },
      "levelCount": device.uploads, "writeCount": device.writes, "leadMilliseconds": drive.lead.milliseconds,
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
