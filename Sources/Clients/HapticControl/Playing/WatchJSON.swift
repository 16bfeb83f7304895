internal import Haptics

/// An event of `play --watch` in JSON, one line each.
struct WatchJSON: Encodable {
  let file: String
  /// `playing`, `ended` or `failed`.
  let event: String
  var deviceID: UInt32?
  var eventCount: Int?
  var lengthMilliseconds: Double?
  var warningCount: Int?
  /// The findings of `lint` in the file, also for the motor that plays it.
  var findings: [FindingJSON]?
  var endReason, message: String?

  init(_ file: String, _ news: WatchNews) {
    self.file = file
    switch news {
    case .playing(let subject, let started):
      event = "playing"
      deviceID = started.reply.device?.rawValue
      eventCount = subject.pattern.events.count
      lengthMilliseconds = subject.pattern.duration.milliseconds
      warningCount = subject.findings.count
      findings = subject.findings.map { FindingJSON($0, in: PatternPath(file).path) }
    case .ended(let end):
      event = "ended"
      endReason = end.reason.name
    case .failed(let failure):
      event = "failed"
      message = failure.message
    }
  }
}
