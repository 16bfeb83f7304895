internal import Haptics

struct PlayResult {
  /// The name of the feedback or the file as the user gave it; for a vibration, its words.
  private let name: String
  private let kind: PreparedSubject.Kind
  /// The time of the cause, in nanoseconds of CLOCK_MONOTONIC.
  private let cause: Int64
  private let reply: VerdictReply
  /// Nil for a silent feedback.
  private let finished: Finished?
  /// The devices that played it, if there are several.
  var deviceIDs: [UInt32]?

  /// - Parameter ends: the ends on all devices.
  init(_ ready: PreparedSubject, _ started: Started, _ ends: [Finished]) {
    // An early end on a device tells more than the last end.
    let last = ends.max { $0.endedNanoseconds < $1.endedNanoseconds }
    let end = ends.first { $0.reason != .ended } ?? last
    self.init(ready.name, ready.kind, cause: started.cause.nanoseconds, started.reply, end)
    if ends.count > 1 { deviceIDs = ends.compactMap { $0.device?.rawValue }.sorted() }
  }

  init(
    _ name: String, _ kind: PreparedSubject.Kind = .feedback, cause: Int64, _ reply: VerdictReply, _ end: Finished?
  ) {
    (self.name, self.kind, self.cause, self.reply, finished) = (name, kind, cause, reply, end)
  }

  var end: FinishReason? { finished?.reason }

  private var written: Int64? { reply.writtenNanoseconds ?? finished?.firstWrittenNanoseconds }

  /// A line such as `selection: played on device 1, at the motor 0.31 ms after the request`, with the end reason if
  /// `withEnd` is true.
  func line(withEnd: Bool) -> String {
    let title = kind == .file ? PatternPath(name).shownPath : name
    guard let finished else {
      return kind == .feedback
        ? "\(title): silent on purpose" : "\(title): silent, because all of its events have no strength"
    }
    let several = deviceIDs.map { " on devices \($0.map(String.init).joined(separator: ", "))" }
    let device = several ?? reply.device.map { " on device \($0.rawValue)" } ?? ""
    let line = "\(title): \(reply.verdict.name)\(device)"
    guard let written else { return line + ", but nothing reached the motor" }
    let latency = ", at the motor \(duration(nanoseconds: written - cause)) after the request"
    let length = duration(nanoseconds: finished.endedNanoseconds - written)
    return line + latency + (withEnd ? ", \(finished.reason.words(after: length))" : "")
  }
}

extension PlayResult: Encodable {
  func encode(to encoder: any Encoder) throws {
    let object: JSONObject = [
      "feedback": kind == .feedback ? name : nil, "file": kind == .file ? name : nil, "verdict": reply.verdict.name,
      "deviceID": reply.device?.rawValue, "deviceIDs": deviceIDs, "endReason": end?.name,
    ]
    let moments: KeyValuePairs = [
      "cause": cause, "received": reply.receivedNanoseconds, "admitted": reply.admittedNanoseconds,
      "written": written, "ended": finished?.endedNanoseconds,
    ]
    try object.with(moments: moments, WallClock()).encode(to: encoder)
  }
}
