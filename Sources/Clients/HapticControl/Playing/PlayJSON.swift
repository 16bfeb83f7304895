internal import Haptics

/// The result of a play in JSON.
struct PlayJSON: Encodable {
  /// The name of the feedback or of the file; the other is nil, and both for `vibrate`.
  let feedback, file: String?
  let verdict: String
  let deviceID: UInt32?
  let causeMonotonicNanoseconds, receivedMonotonicNanoseconds: Int64?
  let admittedMonotonicNanoseconds, writtenMonotonicNanoseconds: Int64?
  /// Nil for a silent feedback.
  let endReason: String?
  let endedMonotonicNanoseconds: Int64?
  let causeTime, receivedTime, admittedTime, writtenTime, endedTime: String?
  let end: FinishReason?
  /// The devices that played it, if there are several.
  var deviceIDs: [UInt32]?
  /// The name in text: that of the feedback or the file, or the words for a vibration.
  private var title: String

  /// - Parameter ends: the ends on all devices.
  init(_ ready: PreparedSubject, _ started: Started, _ ends: [Finished]) {
    // An early end on a device tells more than the last end.
    let last = ends.max { $0.endedNanoseconds < $1.endedNanoseconds }
    let end = ends.first { $0.reason != .ended } ?? last
    self.init(ready.name, ready.kind, cause: started.cause.nanoseconds, started.reply, end)
    if ends.count > 1 { deviceIDs = ends.compactMap { $0.device?.rawValue }.sorted() }
  }

  init(
    _ name: String, _ kind: PreparedSubject.Kind = .feedback, cause: Int64, _ reply: VerdictReply, _ end: Finished?,
    _ clock: WallClock = WallClock()
  ) {
    feedback = kind == .feedback ? name : nil
    file = kind == .file ? name : nil
    title = kind == .file ? PatternPath(name).shownPath : name
    verdict = reply.verdict.name
    deviceID = reply.device?.rawValue
    (causeMonotonicNanoseconds, causeTime) = clock.moment(cause)
    (receivedMonotonicNanoseconds, receivedTime) = clock.moment(reply.receivedNanoseconds)
    (admittedMonotonicNanoseconds, admittedTime) = clock.moment(reply.admittedNanoseconds)
    (writtenMonotonicNanoseconds, writtenTime) = clock.moment(
      reply.writtenNanoseconds ?? end?.firstWrittenNanoseconds)
    (endedMonotonicNanoseconds, endedTime) = clock.moment(end?.endedNanoseconds)
    self.end = end?.reason
    endReason = end?.reason.name
  }

  private enum CodingKeys: String, CodingKey {
    case feedback, file, verdict, deviceID, deviceIDs
    case causeMonotonicNanoseconds, receivedMonotonicNanoseconds, admittedMonotonicNanoseconds
    case writtenMonotonicNanoseconds, endReason, endedMonotonicNanoseconds
    case causeTime, receivedTime, admittedTime, writtenTime, endedTime
  }

  /// A line such as `selection: played on device 1, at the motor 0.31 ms after the request`, with the end reason if
  /// `withEnd` is true.
  func line(withEnd: Bool) -> String {
    guard let end, let ended = endedMonotonicNanoseconds else {
      return feedback == nil
        ? "\(title): silent, because all of its events have no strength" : "\(title): silent on purpose"
    }
    let several = deviceIDs.map { " on devices \($0.map(String.init).joined(separator: ", "))" }
    var line = "\(title): \(verdict)" + (several ?? deviceID.map { " on device \($0)" } ?? "")
    guard let written = writtenMonotonicNanoseconds else { return line + ", but nothing reached the motor" }
    line += ", at the motor \(duration(nanoseconds: written - (causeMonotonicNanoseconds ?? 0))) after the request"
    return withEnd ? line + ", \(end.words(after: duration(nanoseconds: ended - written)))" : line
  }
}
