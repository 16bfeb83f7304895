internal import Haptics

/// Plays a file, and plays it again each time it is saved, until it is interrupted.
///
/// An error in the file is reported with line and column; the previous version keeps playing. An event without an end
/// ends after one pass, so that a missing duration is noticed and does not vibrate for an hour. An interruption needs
/// no cleanup, because the daemon stops the playbacks of a client that disconnects.
struct WatchingPlayer {
  let session: DaemonSession
  /// The name of the file as the user gave it.
  let name: String
  let options: PlayOptions
  let json: Bool
  /// Whether the end of each playback is told, too.
  let tellsEnds: Bool
  /// The current playback, and its ends so far: one on each device. Keeps the prepared pattern, because the daemon
  /// releases it together with its object.
  var current: (ready: PreparedSubject, started: Started, ends: [Finished])?

  /// - Throws: a failure if the file can no longer be watched, if the daemon cannot be waited for, or if it has never
  ///   answered.
  mutating func run(_ file: borrowing WatchedFile) throws {
    try play()
    while true {
      for event in try session.wait(for: file.descriptor) { try note(event) }
      if try file.wasSaved() { try play() }
    }
  }

  private mutating func play() throws {
    do throws(Failure) {
      let subject = try Subject.file(name).endingByItself
      let ready = try session.prepareSubject(subject.pattern, .file, named: name, options)
      // All of this session, because the former one may have ended by itself.
      session.stopAll()
      let started = try session.start(ready, options)
      current = (ready, started, [])
      let checked = try motor(of: started).map(subject.checked(on:)) ?? subject
      do { try tell(checked, started) } catch { throw .refused("\(error)") }
    } catch {
      // After the first answer, the daemon or its successor may answer again.
      if current == nil, error.absence != nil { throw error }
      try tell(error)
    }
  }

  /// The motor that plays; nil if nothing plays, or if the device has left.
  private func motor(of started: Started) throws(Failure) -> ChosenMotor? {
    guard let device = started.reply.device else { return nil }
    return try session.devices().first { $0.id == device && $0.motor.motors > 0 }.map { ChosenMotor($0) }
  }

  private mutating func note(_ event: ClientEvent) throws {
    switch event {
    case .finished(let finished) where finished.playback == current?.started.playback:
      current?.ends.append(finished)
      if let current, current.ends.count == current.started.deviceCount {
        try tellEnd(PlayResult(subject: current.ready, started: current.started, ends: current.ends))
      }
    case .disconnected: try tell(.refused("the daemon disconnected; the next save plays on its successor"))
    default: break
    }
  }

  private func tell(_ event: JSONObject, _ showText: () -> Void) throws {
    if json { try printJSON(event, onOneLine: true) } else { showText() }
    OutputBuffer.flush()
  }

  private func tellEnd(_ result: PlayResult) throws {
    let event: JSONObject = [
      "file": name, "event": "ended", "endReason": result.end?.name, "deviceIDs": result.deviceIDs,
    ]
    try tell(event) {
      if tellsEnds, let end = result.end { Screen.standardOutput.show("\(name) \(end.words)") }
    }
  }

  private func tell(_ failure: Failure) throws { try tell(.failed(failure, file: name)) { report(failure) } }

  private func tell(_ subject: Subject, _ started: Started) throws {
    let what = "\(subject.origin), \(counted(subject.pattern.events.count, "event")), \(subject.pattern.duration.words)"
    let odd = subject.findings.isEmpty ? "" : ", \(counted(subject.findings.count, "warning"))"
    let end = subject.isCutOff ? ", and stops there, because it has no end" : ""
    let one = started.reply.device.map { " on device \($0.rawValue)" } ?? ""
    // The reply names only the first of several.
    let device = started.deviceCount > 1 ? " on \(started.deviceCount) devices" : one
    try tell(.playing(subject, started, file: name)) {
      Screen.standardOutput.show("playing \(subject.title)\(device): \(what)\(end)\(odd)")
      subject.reportFindings()
    }
  }
}

extension JSONObject {
  static func playing(_ subject: Subject, _ started: Started, file: String) -> JSONObject {
    [
      "file": file, "event": "playing", "deviceID": started.reply.device?.rawValue,
      "eventCount": subject.pattern.events.count, "lengthMilliseconds": subject.pattern.duration.milliseconds,
      "warningCount": subject.findings.count,
      "findings": subject.findings.map { finding($0, in: PatternPath(file).path) },
    ]
  }

  static func failed(_ failure: Failure, file: String) -> JSONObject {
    ["file": file, "event": "failed", "message": failure.message]
  }
}
