internal import ArgumentParser
internal import Glibc
internal import Haptics

struct Play: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Play a feedback or a pattern file, and say what became of it.")

  @Argument(help: ArgumentHelp(SubjectName.help), completion: .subject)
  var name: String

  @Option(
    help: ArgumentHelp("How strong, from 0 to 1 or from 0% to 100%. The default is 1.", valueName: "strength"),
    transform: parseIntensity)
  var intensity = 1.0

  @Option(
    name: .customLong("repeat"),
    help: ArgumentHelp("How many times, one after the other. The default is 1.", valueName: "count"),
    transform: parseCount(upTo: 1000))
  var count = 1

  @Option(
    help: ArgumentHelp("The device's number in 'hapticctl devices', instead of the daemon's choice.", valueName: "id"))
  var device: UInt32?

  @Option(
    help: ArgumentHelp(
      "Where in the pattern to start, in seconds, or with a unit. The default is 0.", valueName: "time"),
    transform: parseMoment)
  var from: Duration?

  @Option(
    help: ArgumentHelp("How fast its time goes, from 0.1 to 10. The default is 1.", valueName: "factor"),
    transform: parseRate)
  var rate = 1.0

  @Option(help: "Why it plays, instead of the feedback's own category.", transform: parseCategory)
  var category: Category?

  @Option(
    help: "Where to play, if no device is named: phone, gamepad, hand or everywhere.", transform: parseLocality)
  var locality: Locality?

  @Flag(help: "Ask to be felt in spite of profile, quiet hours and power saver, if the preferences allow it.")
  var important = false

  @Flag(help: "Begin again at its end, until interrupted.")
  var loop = false

  @Flag(help: "Play the file again each time it is saved, until interrupted.")
  var watch = false

  @Flag(help: "Say how it ended, and fail if it was cut short.")
  var wait = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if watch, count > 1 { throw ValidationError("--watch plays it each time it is saved, which is no --repeat") }
    if loop, count > 1 { throw ValidationError("--loop has no end for --repeat to begin after") }
  }

  func run() throws {
    let manner = Manner(
      intensity: intensity, device: try deviceID(device), from: from ?? .zero, rate: rate, isLooping: loop,
      category: category, locality: locality, isImportant: important)
    if watch { return try watch(manner) }
    let playable = try Playable.named(name)
    let session = try Session()
    let subject = try makeReady(playable, session, manner)
    for round in 0..<count {
      // Nearer together they would be taken for doubles of each other.
      if round > 0 { usleep(40_000) }
      let started = try session.start(subject, called: name, manner)
      // The daemon stops what a client plays when the client leaves, so there is no leaving before the end.
      let end = started.plays ? try session.end(of: started.playback) : nil
      try report(PlayJSON(name, started, end))
      if wait, let end, end.reason != .ended { throw Failure.refused("\(name) \(end.reason.words)") }
    }
  }

  private func makeReady(_ playable: Playable, _ session: Session, _ manner: Manner) throws -> Haptic.Subject {
    switch playable {
    case .feedback(let feedback): return .feedback(feedback)
    case .file(let file):
      if !file.warnings.isEmpty { complain("\(counted(file.warnings.count, "warning")); see hapticctl lint \(name)") }
      return .prepared(try session.define(file.pattern, named: name, for: manner.device))
    }
  }

  private func report(_ played: PlayJSON) throws {
    if output.json { return try printJSON(played) }
    print(played.line(withEnd: wait))
    // Repeats come one by one, also to a pipe.
    fflush(nil)
  }

  // MARK: Watching

  private func watch(_ manner: Manner) throws {
    guard SubjectName.fileExists(PatternPath(name).path) else {
      throw Failure.usage("there is no file \(name) to be watched; see whether it is there")
    }
    try WatchingPlayer(try Session(), name, manner, tell: tell).run()
  }

  private func tell(_ news: WatchNews) throws {
    if output.json {
      try printJSON(WatchJSON(name, news), onOneLine: true)
    } else {
      switch news {
      case .playing(let subject, let started): print(Self.line(subject, started))
      case .ended(let end): if wait { print("\(name) \(end.reason.words)") }
      case .failed(let failure): complain(failure.message)
      }
    }
    fflush(nil)
  }

  static func line(_ subject: Subject, _ started: Started) -> String {
    let what = "\(subject.origin), \(counted(subject.pattern.events.count, "event")), \(subject.pattern.duration.words)"
    let odd = subject.warnings.isEmpty ? "" : ", \(counted(subject.warnings.count, "warning"))"
    return "playing \(subject.title)" + (started.reply.device.map { " on device \($0.rawValue)" } ?? "")
      + ": \(what)\(odd)"
  }
}

/// What became of a play.
struct PlayJSON: Encodable {
  let feedback, verdict: String
  let device: UInt32?
  let causeNanoseconds, receivedNanoseconds: Int64
  /// When it should be felt; null where that is at once.
  let startNanoseconds: Int64?
  let admittedNanoseconds, writtenNanoseconds: Int64?
  /// Null for what means nothing.
  let finished: String?
  let endedNanoseconds: Int64?

  init(_ feedback: String, _ started: Started, _ end: Finished?) {
    self.init(feedback, cause: started.cause.nanoseconds, start: started.start?.nanoseconds, started.reply, end)
  }

  init(_ feedback: String, cause: Int64, start: Int64? = nil, _ reply: VerdictReply, _ end: Finished?) {
    self.feedback = feedback
    verdict = reply.verdict.name
    device = reply.device?.rawValue
    causeNanoseconds = cause
    startNanoseconds = start
    receivedNanoseconds = reply.receivedNanoseconds
    admittedNanoseconds = reply.admittedNanoseconds
    writtenNanoseconds = reply.writtenNanoseconds ?? end?.firstWrittenNanoseconds
    finished = end?.reason.name
    endedNanoseconds = end?.endedNanoseconds
  }

  /// `selection: played on device 1, at the motor 0.31 ms after its cause`, and how it ended.
  func line(withEnd: Bool) -> String {
    guard let finished, let endedNanoseconds else { return "\(feedback): silent, as it is meant: absence is feedback" }
    var line = "\(feedback): \(verdict)" + (device.map { " on device \($0)" } ?? "")
    guard let writtenNanoseconds else { return line + ", but nothing reached the motor" }
    let latency = writtenNanoseconds - (startNanoseconds ?? causeNanoseconds)
    let moment = "\(latency < 0 ? "before" : "after") its \(startNanoseconds == nil ? "cause" : "start")"
    line += ", at the motor \(duration(nanoseconds: abs(latency))) \(moment)"
    return withEnd ? line + ", \(finished) after \(duration(nanoseconds: endedNanoseconds - writtenNanoseconds))" : line
  }
}

/// What happens while a file is watched, a line each.
struct WatchJSON: Encodable {
  let file: String
  /// `playing`, `ended` or `failed`.
  let event: String
  var device: UInt32?
  var events: Int?
  var lengthMilliseconds: Double?
  var warnings: Int?
  var reason, message: String?

  init(_ file: String, _ news: WatchNews) {
    self.file = file
    switch news {
    case .playing(let subject, let started):
      event = "playing"
      device = started.reply.device?.rawValue
      events = subject.pattern.events.count
      lengthMilliseconds = subject.pattern.duration.milliseconds
      warnings = subject.warnings.count
    case .ended(let end):
      event = "ended"
      reason = end.reason.name
    case .failed(let failure):
      event = "failed"
      message = failure.message
    }
  }
}
