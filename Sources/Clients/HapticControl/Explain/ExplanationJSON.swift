internal import Haptics
internal import MotorRendering

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
