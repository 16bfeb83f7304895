internal import ArgumentParser
internal import Glibc
package import HapticProtocol
package import Haptics
internal import PreferenceFiles

package struct PlayOptions: Sendable {
  package var intensity = 1.0
  package var device: DeviceID?
  /// The start position in the pattern.
  var from = Duration.zero
  package var rate = 1.0
  package var loop: Loop?
  /// The time after which the playback ends; nil means no limit.
  package var limit: Duration?
  var category: Category?
  var locality: Locality?
  var isImportant = false
  /// The maximum delay after the request; a later play is dropped.
  var deadline = Self.noDeadline

  /// A play of the command has no touch as its cause, and the user prefers a late play to none: this is practically
  /// without a limit.
  static let noDeadline = Duration.seconds(3600)

  /// The options of a play that says nothing else.
  package static let usual = PlayOptions()

  /// - Throws: a failure if the start position is not before the end of a pattern of this length.
  func check(lengthOf name: String, _ length: Duration) throws(Failure) {
    if from > .zero, from >= length {
      throw .usage("--from \(from.words) is after the end of \(name), which lasts \(length.words)")
    }
  }
}

package struct Started {
  package let playback: PlaybackID
  let cause: Instant
  package let reply: VerdictReply

  var deviceCount: Int { plays ? max(Int(clamping: reply.count), 1) : 0 }

  /// Whether the playback has an end to wait for; a silent feedback has none.
  package var plays: Bool { reply.verdict != .silent }
}

/// A prepared pattern or a feedback.
package struct PreparedSubject {
  package enum Kind { case feedback, file, vibration }

  /// The name as the user gave it; for a vibration, its words.
  let name: String
  let kind: Kind
  let subject: Haptic.Subject
}

extension PreparedSubject {
  init(feedback name: ShortName) {
    self.init(name: "\(name)", kind: .feedback, subject: .feedback(FeedbackName(name)))
  }
}

extension DaemonSession {
  package func prepareSubject(
    _ pattern: Pattern, _ kind: PreparedSubject.Kind, named name: String, _ options: PlayOptions
  ) throws(Failure) -> PreparedSubject {
    try options.check(lengthOf: name, pattern.duration)
    let prepared = try define(pattern, named: name, for: options.device)
    return PreparedSubject(name: name, kind: kind, subject: .prepared(prepared))
  }

  func prepareSubject(_ feedback: ShortName, _ options: PlayOptions) throws(Failure) -> PreparedSubject {
    if options.from > .zero, let record = try feedbacks().first(where: { $0.name == feedback }), !record.isSilent {
      try options.check(lengthOf: "\(feedback)", record.duration)
    }
    return PreparedSubject(feedback: feedback)
  }

  package func start(_ ready: PreparedSubject, _ options: PlayOptions) throws(Failure) -> Started {
    let playback = newPlayback()
    let cause = Instant.now
    var haptic = Haptic(
      ready.subject, intensity: options.intensity, category: options.category, on: options.device, cause: cause,
      deadline: options.deadline, playback: playback)
    haptic.offset = options.from
    haptic.rate = options.rate
    haptic.loop = options.loop
    haptic.limit = options.limit
    haptic.locality = options.locality
    haptic.isImportant = options.isImportant
    let reply = try play(haptic)
    if reply.verdict == .expired {
      let before = reply.receivedNanoseconds - cause.nanoseconds
      let latest = options.deadline.wholeNanoseconds
      let lateness = Lateness(late: before - latest, deadline: latest, before: before, inside: nil)
      throw Failure.refused("\(ready.name) was dropped: \(lateness.because); give a longer --deadline, or none")
        .because(of: .expired)
    }
    try check(
      reply.verdict, feedback: ready.name, device: options.device?.rawValue, category: options.category,
      locality: options.locality
    ) { reasonOfSettings(reply.verdict) }
    return Started(playback: playback, cause: cause, reply: reply)
  }

  /// Plays once and waits for the end, because the daemon stops the playbacks of a client that disconnects.
  func playToEnd(_ ready: PreparedSubject, _ options: PlayOptions) throws(Failure) -> PlayResult {
    let started = try start(ready, options)
    return PlayResult(subject: ready, started: started, ends: try endsOrInterruption(of: started))
  }

  /// Plays once to the end, or until Ctrl-C, and prints the verdict.
  func play(_ ready: PreparedSubject, _ options: PlayOptions, asJSON: Bool) throws {
    Interruption.notice()
    let played = try playToEnd(ready, options)
    if asJSON { try printJSON(played) } else { Screen.standardOutput.show(played.line(withEnd: false)) }
    if Interruption.hasHappened { throw ExitCode(Failure.Code.interrupted.rawValue) }
    if let cut = played.cut { printWarning(cut) }
  }

  /// The reason for a refusal by a setting of this application or a device, which only the record of the daemon names.
  private func reasonOfSettings(_ verdict: Verdict) -> Reason? {
    guard [.applicationOff, .deviceOff, .switchedOff].contains(verdict), let record = ownRecord(),
      record.verdict == verdict
    else { return nil }
    let device = (try? devices())?.first { $0.id != nil && $0.id == record.device }?.name
    return Reason(record, device: device, settings: settings().preferences)
  }

  /// The record of the latest play of this process.
  func ownRecord() -> Observed? {
    (try? history())?.last { $0.isHapticPlay && $0.processID == UInt32(getpid()) }
  }
}
