internal import Haptics
internal import MotorModel

/// An explanation for scripts.
struct ExplanationJSON: Encodable {
  struct Step: Encodable {
    let atMicroseconds, forMicroseconds: Int64
    let strong, weak: UInt16
    let periodMilliseconds: UInt8?
    let leaseMilliseconds: UInt16?
    /// Null beyond the first steps.
    let why: String?
  }

  let name: String
  let names: [String]
  let pattern, theme: String?
  let category, motor: String
  let silent: Bool
  let steps: [Step]
  let levels, writes: Int
  let leadMicroseconds: Int64

  init(_ name: String, _ lookup: Lookup, on motor: ChosenMotor, intensity: Double) {
    let forecast = Forecast(lookup.pattern ?? [], on: motor.model, intensity: intensity)
    let device = DeviceWords(forecast.drive, motor, lookup.category)
    let sentences = StepReasons(forecast, most: DriveWords.most).sentences
    self.name = name
    names = lookup.names
    pattern = lookup.patternName
    theme = lookup.theme
    category = lookup.category.name
    self.motor = motor.title
    silent = lookup.pattern?.isSilent ?? false
    levels = device.uploads
    writes = device.writes
    leadMicroseconds = Int64(forecast.drive.lead / .microseconds(1))
    steps = forecast.drive.steps.indices.map { index in
      Step(forecast.drive, index, why: index < sentences.count ? sentences[index] : nil)
    }
  }
}

extension ExplanationJSON.Step {
  fileprivate init(_ drive: Drive, _ index: Int, why: String?) {
    let step = drive.steps[index]
    self.init(
      atMicroseconds: Int64(step.at / .microseconds(1)),
      forMicroseconds: Int64(drive.length(ofStep: index) / .microseconds(1)), strong: step.level.strong,
      weak: step.level.weak,
      periodMilliseconds: step.level.periodMilliseconds == 0 ? nil : step.level.periodMilliseconds,
      leaseMilliseconds: step.level == .off ? nil : drive.lease(ofStep: index).milliseconds, why: why)
  }
}
