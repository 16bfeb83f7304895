internal import HapticFiles
internal import HapticSystem
internal import Haptics

/// What is to be played: a feedback by its name, or the pattern in a file.
enum Playable {
  case feedback(ShortName)
  case file(Subject)

  /// - Throws: a failure where a file cannot be read.
  static func named(_ name: String) throws(Failure) -> Playable {
    if SubjectName.isPath(name) { return .file(try Subject.file(name)) }
    let short = try shortName(name)
    // Only where there is such a file is it worth asking whether a feedback is called like it.
    if SubjectName.fileExists(name), try Catalogue.present().hasNothing(called: short) {
      return .file(try Subject.file(name))
    }
    return .feedback(short)
  }
}

extension Catalogue {
  fileprivate func hasNothing(called name: ShortName) -> Bool { self[name] == nil }
}

/// How something is played, beyond what it is.
struct Manner {
  var intensity = 1.0
  var device: DeviceID?
  /// Where in the pattern it starts.
  var from = Duration.zero
  var rate = 1.0
  var isLooping = false
  var category: Category?
  var locality: Locality?
  var isImportant = false

  /// What a playback has to be told besides to play.
  var actions: [Request.Transport.Action] { actions(loopEnd: nil) }

  /// - Parameter loopEnd: nil is the pattern's end.
  func actions(loopEnd: Duration?) -> [Request.Transport.Action] {
    var actions: [Request.Transport.Action] = []
    if isLooping { actions.append(.loop(true, end: loopEnd)) }
    if rate != 1 { actions.append(.rate(rate)) }
    if from > .zero { actions.append(.seek(to: from)) }
    return actions
  }

  /// Ample time for a daemon to be told three things, and on a machine that is busy.
  static let briefings = [Duration.milliseconds(40), .seconds(1)]

  /// A pattern in a file, and what goes on until it is interrupted, answer no touch: who asked for them at a shell
  /// waits rather than miss them.
  static let deadline = Duration.seconds(2)
}

/// A playback that has started.
struct Started {
  let playback: PlaybackID
  let cause: Instant
  /// Where it was given one.
  let start: Instant?
  let reply: VerdictReply

  /// Whether there is anything to wait for: what means nothing does not end.
  var plays: Bool { reply.verdict != .silent }
}

/// Something that was made ready to be played in a certain manner.
struct ReadySubject {
  /// As it was named.
  let name: String
  let isFile: Bool
  let subject: Haptic.Subject
  /// What a playback of it has to be told.
  let actions: [Request.Transport.Action]
  /// Whether nothing is felt before it was told.
  let waits: Bool

  init(_ feedback: ShortName, _ manner: Manner) {
    (name, isFile, subject) = ("\(feedback)", false, .feedback(feedback))
    (actions, waits) = (manner.actions, false)
  }

  init(file name: String, _ prepared: Prepared, _ briefing: Briefing) {
    (self.name, isFile, subject) = (name, true, .prepared(prepared))
    (actions, waits) = (briefing.actions, briefing.waits)
  }

  /// When it starts: at once, unless it has to be told something first.
  fileprivate func start(after cause: Instant, briefing: Duration) -> Instant? {
    actions.isEmpty || waits ? nil : cause + briefing
  }
}

extension Session {
  /// Makes a pattern ready to be played in a certain manner.
  func makeReady(_ pattern: Pattern, file name: String, _ manner: Manner) throws(Failure) -> ReadySubject {
    let briefing = try Briefing(pattern, called: name, manner)
    return ReadySubject(file: name, try define(briefing.pattern, named: name, for: manner.device), briefing)
  }

  /// Plays what was made ready.
  ///
  /// - Throws: a failure also where the daemon refuses.
  func start(_ ready: ReadySubject, _ manner: Manner) throws(Failure) -> Started {
    for briefing in Manner.briefings {
      let started = try begin(ready, manner, briefing)
      if try tell(started, ready) { return started }
    }
    throw .refused(
      "\(ready.name) ended before its options were applied; 'hapticctl stats' shows the latency of each stage")
  }

  private func begin(_ ready: ReadySubject, _ manner: Manner, _ briefing: Duration) throws(Failure) -> Started {
    let playback = newPlayback()
    let cause = Instant.now
    var haptic: Haptic
    switch ready.subject {
    case .feedback(let feedback):
      haptic = Haptic(feedback, intensity: manner.intensity, on: manner.device, cause: cause)
      if manner.isLooping { haptic.deadline = Manner.deadline }
    case .prepared(let prepared):
      haptic = Haptic(prepared, intensity: manner.intensity, on: manner.device, cause: cause)
      haptic.deadline = Manner.deadline
    }
    haptic.playback = playback
    haptic.start = ready.start(after: cause, briefing: briefing)
    haptic.category = manner.category
    haptic.locality = manner.locality
    haptic.isImportant = manner.isImportant
    let reply = try play(haptic)
    try check(reply.verdict, feedback: ready.name, device: manner.device?.rawValue, category: manner.category)
    return Started(playback: playback, cause: cause, start: haptic.start, reply: reply)
  }

  /// - Returns: whether it was told in time; false where it ended before that.
  private func tell(_ started: Started, _ ready: ReadySubject) throws(Failure) -> Bool {
    guard started.plays else { return true }
    for action in ready.actions { if try !steer(started.playback, action, of: ready.name) { return false } }
    return true
  }
}
