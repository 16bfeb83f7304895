internal import Haptics
internal import MotorRendering

/// A feedback that was played, with what the daemon wrote to the device for it.
struct Performance {
  let feedback: Feedback
  let device: DeviceRecord
  /// The levels in the order they were written, the last one off.
  let levels: [LevelChange]
  /// From the cause to the first level at the device; nil where the device never got one.
  let latencyNanoseconds: Int64?

  /// What was sent, from the moment of the first level.
  var drive: Drive {
    guard let first = levels.first else { return .empty }
    let steps = levels.map { change in
      Drive.Step(
        at: .nanoseconds(change.writtenNanoseconds - first.writtenNanoseconds),
        level: Level(change))
    }
    return Drive(steps, end: steps.last?.at ?? .zero)
  }

  /// The title, and a picture under it with an empty line behind.
  ///
  /// - Parameter columns: how wide they may be.
  func lines(columns: Int? = nil) -> [String] {
    var picture = picture
    if let columns { picture.columns = min(picture.columns, max(columns - picture.margin, 10)) }
    let cost = latencyNanoseconds.map { "at the motor \(duration(nanoseconds: $0)) after the request" }
    return ["\(feedback.name)  (\(feedback.category.name), \(cost ?? "never reached the motor"))"] + picture.lines + [
      ""
    ]
  }

  private var picture: Picture {
    let drive = self.drive
    let model = MotorModel(device)
    var lanes = [Picture.Lane(title: "intended", envelope: Envelope(intended: feedback.pattern, intensity: 1))]
    if model.motorCount == 2 {
      lanes.append(Picture.Lane(title: "strong", envelope: Envelope(sent: drive, model.fullScale, \.strong)))
      lanes.append(Picture.Lane(title: "weak", envelope: Envelope(sent: drive, model.fullScale, \.weak)))
    } else {
      lanes.append(Picture.Lane(title: "sent", envelope: Envelope(sent: drive, model.fullScale, \.strong)))
    }
    lanes.append(Picture.Lane(title: "felt", envelope: Envelope(felt: drive, by: model)))
    return Picture(lanes: lanes)
  }

  /// The latencies of all of them in one line.
  static func summary(_ performances: [Performance]) -> String {
    var latencies = Distribution()
    for latency in performances.compactMap(\.latencyNanoseconds) { latencies.record(nanoseconds: latency) }
    let half = duration(nanoseconds: latencies.percentile(50))
    return "\(counted(performances.count, "feedback")), latency to the motor: "
      + "median \(half), maximum \(duration(nanoseconds: latencies.maximum))"
  }
}

extension DeviceRecord {
  /// `device 1: gpio-vibrator (one motor, ...)`.
  var title: String { "device \(id.map { "\($0.rawValue)" } ?? "-"): \(name) (\(motorText))" }
}

/// A performance for scripts.
struct PerformanceJSON: Encodable {
  struct Step: Encodable {
    let atMilliseconds: Double
    let strongMagnitude, weakMagnitude: UInt16
    /// Null where the device plays no waves.
    let periodMilliseconds: UInt8?
  }

  let feedback, category: String
  let deviceID: UInt32?
  let latencyNanoseconds: Int64?
  let steps: [Step]
  /// The strength that is felt, 0...1.
  let feltStrengthEveryMillisecond: [Double]

  init(_ performance: Performance) {
    let drive = performance.drive
    feedback = "\(performance.feedback.name)"
    category = performance.feedback.category.name
    deviceID = performance.device.id?.rawValue
    latencyNanoseconds = performance.latencyNanoseconds
    steps = drive.steps.map {
      Step(
        atMilliseconds: max($0.at, .zero).milliseconds, strongMagnitude: $0.level.strong,
        weakMagnitude: $0.level.weak,
        periodMilliseconds: $0.level.periodMilliseconds == 0 ? nil : $0.level.periodMilliseconds)
    }
    let felt = Envelope(felt: drive, by: MotorModel(performance.device)).values
    feltStrengthEveryMillisecond = stride(from: 0, to: felt.count, by: 4).map { felt[$0].inThousandths }
  }
}
