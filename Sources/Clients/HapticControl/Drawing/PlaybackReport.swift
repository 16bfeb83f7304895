internal import HapticProtocol
internal import Haptics
internal import MotorRendering

/// A played feedback, with the levels that the daemon wrote to the device.
struct PlaybackReport {
  let feedback: Feedback
  let device: DeviceRecord
  /// The levels in the order of their writes; the last one is off.
  let levels: [LevelChange]
  /// The time from the cause to the first level at the device; nil if nothing was written.
  let latencyNanoseconds: Int64?

  /// The written levels, relative to the time of the first one.
  var drive: Drive {
    guard let first = levels.first else { return .empty }
    let steps = levels.map { change in
      Drive.Step(at: .nanoseconds(change.writtenNanoseconds - first.writtenNanoseconds), level: Level(change))
    }
    return Drive(steps, end: steps.last?.at ?? .zero)
  }

  /// The title, a picture and an empty line.
  func lines(columns: Int? = nil) -> [String] {
    var picture = picture
    if let columns { picture.columns = min(picture.columns, picture.columns(inWidth: columns)) }
    let cost = latencyNanoseconds.map { "at the motor \(duration(nanoseconds: $0)) after the request" }
    let title = "\(feedback.name)  (\(feedback.category.name), \(cost ?? "never reached the motor"))"
    return [title] + picture.lines + [""]
  }

  private var picture: Picture {
    let drive = self.drive
    let model = MotorModel(device)
    let intended = Picture.Lane(title: "intended", envelope: SampledStrength(intended: feedback.pattern))
    let sent = model.commands.map { title, magnitude in
      Picture.Lane(title: title, envelope: SampledStrength(sent: drive, model.ceiling, magnitude))
    }
    return Picture(
      lanes: [intended] + sent + [Picture.Lane(title: "felt", envelope: SampledStrength(felt: drive, by: model))])
  }

  static func summary(_ reports: [PlaybackReport]) -> String {
    var latencies = Distribution()
    for latency in reports.compactMap(\.latencyNanoseconds) { latencies.record(nanoseconds: latency) }
    let half = duration(nanoseconds: latencies.percentile(50))
    return "\(counted(reports.count, "feedback")), latency to the motor: "
      + "median \(half), maximum \(duration(nanoseconds: latencies.maximum))"
  }
}

extension DeviceRecord {
  /// A line such as `device 1: gpio-vibrator (one motor, ...)`.
  var title: String { "device \(id.map { "\($0.rawValue)" } ?? "-"): \(name) (\(motorText))" }
}

extension JSONObject {
  /// A played feedback, with the felt strength by the motor model, 0...1.
  static func played(_ report: PlaybackReport) -> JSONObject {
    let drive = report.drive
    let felt = SampledStrength(felt: drive, by: MotorModel(report.device)).values
    return [
      "feedback": "\(report.feedback.name)", "category": report.feedback.category.name,
      "deviceID": report.device.id?.rawValue, "latencyNanoseconds": report.latencyNanoseconds,
      "steps": drive.steps.map { step($0) },
      "feltStrengthEveryMillisecond": stride(from: 0, to: felt.count, by: 4).map { felt[$0].inThousandths },
    ]
  }
}
