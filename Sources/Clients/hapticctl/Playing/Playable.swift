internal import Glibc
internal import HapticFiles
internal import HapticSystem
internal import Haptics
internal import PreferenceFiles

/// A feedback by its name, or the pattern in a file.
enum Playable {
  case feedback(ShortName)
  case file(Subject)

  /// - Throws: a failure if a file cannot be read, or for a name that no feedback can have.
  static func named(_ name: String) throws(Failure) -> Playable {
    if SubjectName.isPath(name) { return .file(try Subject.file(name)) }
    let short = try shortName(name)
    // Asks the daemon for a feedback of this name only if such a file exists.
    if SubjectName.fileExists(name), try FeedbackIndex.present().hasNothing(called: short) {
      return .file(try Subject.file(name))
    }
    return .feedback(short)
  }
}

extension FeedbackIndex {
  fileprivate func hasNothing(called name: ShortName) -> Bool { self[name] == nil }
}

/// The options of a play.
struct PlayOptions {
  var intensity = 1.0
  var device: DeviceID?
  /// The start position in the pattern.
  var from = Duration.zero
  var rate = 1.0
  var isLooping = false
  var category: Category?
  var locality: Locality?
  var isImportant = false
  /// The maximum delay after the request; a later play is dropped.
  var deadline = Self.noDeadline

  /// A play of the command has no touch as its cause, and the user prefers a late play to none: this is practically
  /// without a limit.
  static let noDeadline = Duration.seconds(3600)

  /// The actions to send after the start of the playback.
  var actions: [HapticClient.Action] { actions(loopEnd: nil) }

  /// - Parameter loopEnd: the end of the loop; nil means the end of the pattern.
  func actions(loopEnd: Duration?) -> [HapticClient.Action] {
    var actions: [HapticClient.Action] = []
    if isLooping { actions.append(.loop(true, end: loopEnd)) }
    if rate != 1 { actions.append(.rate(rate)) }
    if from > .zero { actions.append(.seek(to: from)) }
    return actions
  }

  /// Delays of the start, in which the daemon receives up to three actions. The second is for a busy machine.
  static let startDelays = [Duration.milliseconds(40), .seconds(1)]
}

/// A playback that has started.
struct Started {
  let playback: PlaybackID
  let cause: Instant
  /// The scheduled start; nil if the playback starts at once.
  let start: Instant?
  let reply: VerdictReply

  /// The number of devices that play it.
  var deviceCount: Int { plays ? max(Int(clamping: reply.count), 1) : 0 }

  /// Whether the playback has an end to wait for; a silent feedback has none.
  var plays: Bool { reply.verdict != .silent }
}

/// A prepared pattern or a feedback, with its options.
struct PreparedSubject {
  /// The name as the user gave it.
  let name: String
  let isFile: Bool
  let subject: Haptic.Subject
  /// The actions to send after the start of its playback.
  let actions: [HapticClient.Action]
  /// Whether the pattern starts with silence, so that the actions may arrive late.
  let waits: Bool

  init(_ feedback: ShortName, _ options: PlayOptions) {
    (name, isFile, subject) = ("\(feedback)", false, .feedback(FeedbackName(feedback)))
    (actions, waits) = (options.actions, false)
  }

  init(file name: String, _ prepared: Prepared, _ padded: PaddedPattern) {
    (self.name, isFile, subject) = (name, true, .prepared(prepared))
    (actions, waits) = (padded.actions, padded.waits)
  }

  /// The scheduled start; nil for a start at once. Actions without silence before the pattern need a delay.
  fileprivate func start(after cause: Instant, delay: Duration) -> Instant? {
    actions.isEmpty || waits ? nil : cause + delay
  }
}

extension DaemonSession {
  /// Defines a pattern with the silence that its options need.
  func prepareSubject(_ pattern: Pattern, file name: String, _ options: PlayOptions) throws(Failure) -> PreparedSubject
  {
    let padded = try PaddedPattern(pattern, called: name, options)
    return PreparedSubject(file: name, try define(padded.pattern, named: name, for: options.device), padded)
  }

  /// Plays a prepared subject and sends its actions. Tries again with a longer delay if the playback ends before
  /// them.
  ///
  /// - Throws: a failure if the daemon refuses, or if the playback ends too early twice.
  func start(_ ready: PreparedSubject, _ options: PlayOptions) throws(Failure) -> Started {
    for delay in PlayOptions.startDelays {
      let started = try begin(ready, options, delay)
      if try sendActions(of: started, ready) { return started }
    }
    throw .refused(
      "\(ready.name) ended before its options were applied; 'hapticctl stats' shows the latency of each stage")
  }

  private func begin(_ ready: PreparedSubject, _ options: PlayOptions, _ delay: Duration) throws(Failure) -> Started {
    let playback = newPlayback()
    let cause = Instant.now
    var haptic: Haptic
    switch ready.subject {
    case .feedback(let feedback):
      haptic = Haptic(feedback, intensity: options.intensity, on: options.device, cause: cause)
    case .prepared(let prepared):
      haptic = Haptic(prepared, intensity: options.intensity, on: options.device, cause: cause)
    }
    haptic.deadline = options.deadline
    haptic.playback = playback
    haptic.start = ready.start(after: cause, delay: delay)
    haptic.category = options.category
    haptic.locality = options.locality
    haptic.isImportant = options.isImportant
    let reply = try play(haptic)
    if reply.verdict == .expired {
      let before = reply.receivedNanoseconds - cause.nanoseconds
      let latest = (haptic.start.map { $0 - cause } ?? .zero).wholeNanoseconds + options.deadline.wholeNanoseconds
      let lateness = Lateness(late: before - latest, deadline: latest, before: before)
      throw Failure.refused("\(ready.name) was dropped: \(lateness.because); give a longer --deadline, or none")
        .because(of: .expired)
    }
    try check(
      reply.verdict, feedback: ready.name, device: options.device?.rawValue, category: options.category,
      locality: options.locality
    ) { reasonOfSettings(reply.verdict) }
    return Started(playback: playback, cause: cause, start: haptic.start, reply: reply)
  }

  /// The reason for a refusal by a setting of this application or a device, which only the record of the daemon names.
  private func reasonOfSettings(_ verdict: Verdict) -> Reason? {
    guard verdict == .applicationOff || verdict == .deviceOff, let record = ownRecord(), record.verdict == verdict
    else { return nil }
    let device = (try? devices())?.first { $0.id != nil && $0.id == record.device }?.name
    return Reason(record, device: device, settings: settings().preferences)
  }

  /// The record of the latest play of this process.
  func ownRecord() -> Observed? {
    (try? history())?.last { $0.opcode == .play && $0.medium == .haptic && $0.processID == UInt32(getpid()) }
  }

  /// Sends the actions of a playback.
  ///
  /// - Returns: false if the playback ended before all of them were sent.
  private func sendActions(of started: Started, _ ready: PreparedSubject) throws(Failure) -> Bool {
    guard started.plays else { return true }
    for action in ready.actions { if try !steer(started.playback, action, of: ready.name) { return false } }
    return true
  }
}
