internal import Haptics

struct PlayResult {
  let subject: PreparedSubject
  let started: Started
  /// The ends on all devices; empty for a silent feedback.
  let ends: [Finished]

  var end: FinishReason? { finished?.reason }

  /// The sentence about a playback that ended early; nil for others.
  var cut: String? { end.flatMap { $0 == .ended ? nil : "\(subject.name) \($0.words)" } }

  /// An early end on a device tells more than the last end.
  private var finished: Finished? {
    ends.first { $0.reason != .ended } ?? ends.max { $0.endedNanoseconds < $1.endedNanoseconds }
  }

  /// The devices that played it, if there are several.
  var deviceIDs: [UInt32]? { ends.count > 1 ? ends.compactMap { $0.device?.rawValue }.sorted() : nil }

  private var reply: VerdictReply { started.reply }

  private var written: Int64? { reply.writtenNanoseconds ?? finished?.firstWrittenNanoseconds }

  /// A line such as `selection: played on device 1, at the motor 0.31 ms after the request`, with the end reason if
  /// `withEnd` is true.
  func line(withEnd: Bool) -> String {
    let title = subject.kind == .file ? PatternPath(subject.name).shownPath : subject.name
    guard let finished else {
      return subject.kind == .feedback
        ? "\(title): silent on purpose" : "\(title): silent, because all of its events have no strength"
    }
    let several = deviceIDs.map { " on devices \($0.map(String.init).joined(separator: ", "))" }
    let device = several ?? reply.device.map { " on device \($0.rawValue)" } ?? ""
    let line = "\(title): \(reply.verdict.name)\(device)"
    guard let written else { return line + ", but nothing reached the motor" }
    let latency = ", at the motor \(duration(nanoseconds: written - started.cause.nanoseconds)) after the request"
    let length = duration(nanoseconds: finished.endedNanoseconds - written)
    return line + latency + (withEnd ? ", \(finished.reason.words(after: length))" : "")
  }
}

extension PlayResult: Encodable {
  func encode(to encoder: any Encoder) throws {
    let object: JSONObject = [
      "feedback": subject.kind == .feedback ? subject.name : nil,
      "file": subject.kind == .file ? subject.name : nil, "verdict": reply.verdict.name,
      "deviceID": reply.device?.rawValue, "deviceIDs": deviceIDs, "endReason": end?.name,
    ]
    let moments: KeyValuePairs = [
      "cause": started.cause.nanoseconds, "received": reply.receivedNanoseconds, "admitted": reply.admittedNanoseconds,
      "written": written, "ended": finished?.endedNanoseconds,
    ]
    try object.with(moments: moments, WallClock()).encode(to: encoder)
  }
}
