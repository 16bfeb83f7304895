internal import ArgumentParser
internal import Glibc
internal import Haptics

struct Play: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Play a feedback or a pattern file, and print the verdict.")

  @Argument(help: ArgumentHelp(SubjectName.help), completion: .subject)
  var name: String

  @Option(
    help: ArgumentHelp("The intensity, from 0 to 1 or from 0% to 100%. The default is 1.", valueName: "strength"),
    transform: parseIntensity)
  var intensity = 1.0

  @Option(
    name: .customLong("repeat"),
    help: ArgumentHelp("The number of plays, one after the other. The default is 1.", valueName: "count"),
    transform: parseCount(upTo: 1000))
  var count = 1

  @OptionGroup var target: DeviceOptions

  @Option(
    help: ArgumentHelp(
      "The start position in the pattern, in seconds, or with a unit. The default is 0.", valueName: "time"),
    transform: parseMoment)
  var from: Duration?

  @Option(
    help: ArgumentHelp("The playback rate, from 0.1 to 10. The default is 1.", valueName: "factor"),
    transform: parseRate)
  var rate = 1.0

  @Option(
    help: "The category, instead of the feedback's default category.", completion: .category, transform: parseCategory)
  var category: Category?

  @Option(
    help: "The location, if no device is given: phone, gamepad, hand or everywhere.", completion: .locality,
    transform: parseLocality)
  var locality: Locality?

  @Flag(help: "Play in spite of profile, quiet hours and power saver, if the settings permit it.")
  var important = false

  @Flag(help: "Repeat the pattern until interrupted, and fail if it ended before.")
  var loop = false

  @Flag(help: "Play the file again each time it is saved, until interrupted.")
  var watch = false

  @Flag(help: "Print the result, and fail if the playback ended early.")
  var wait = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if watch, count > 1 { throw ValidationError("--watch and --repeat cannot be combined") }
    if loop, count > 1 { throw ValidationError("--loop and --repeat cannot be combined") }
    if watch, PatternPath(name).isStandardInput {
      throw ValidationError("--watch expects a file, not standard input")
    }
  }

  func run() throws {
    if watch { return try watchFile() }
    let playable = try Playable.named(name)
    let session = try DaemonSession()
    let options = try playOptions(session)
    let ready = try prepareSubject(playable, session, options)
    Interruption.notice()
    var played: [PlayJSON] = []
    for round in 0..<count where !Interruption.hasHappened {
      // The pause exceeds the default duplicate window; closer plays are dropped as duplicates.
      if round > 0 { usleep(40_000) }
      played.append(try play(ready, session, options))
      if !output.json { show(played[round]) }
      // A loop has no end of its own.
      if wait || loop, let end = played[round].end, end != .ended, !Interruption.hasHappened {
        try printDocument(played)
        throw Failure.refused("\(name) \(end.words)")
      }
    }
    try printDocument(played)
    if Interruption.hasHappened { throw ExitCode(Failure.Code.interrupted.rawValue) }
  }

  private func playOptions(_ session: DaemonSession) throws -> PlayOptions {
    PlayOptions(
      intensity: intensity, device: try session.deviceID(target.device), from: from ?? .zero, rate: rate,
      isLooping: loop, category: category, locality: locality, isImportant: important)
  }

  private func prepareSubject(_ playable: Playable, _ session: DaemonSession, _ options: PlayOptions) throws
    -> PreparedSubject
  {
    switch playable {
    case .feedback(let feedback): return PreparedSubject(feedback, options)
    case .file(let file):
      if !file.warnings.isEmpty { complain("\(counted(file.warnings.count, "warning")); see hapticctl lint \(name)") }
      return try session.prepareSubject(file.pattern, file: name, options)
    }
  }

  /// Plays once. Waits for the end, because the daemon stops the playbacks of a client that disconnects.
  private func play(_ ready: PreparedSubject, _ session: DaemonSession, _ options: PlayOptions) throws -> PlayJSON {
    let started = try session.start(ready, options)
    let end = started.plays ? try session.end(of: started.playback) : nil
    return PlayJSON(ready, started, end)
  }

  private func show(_ played: PlayJSON) {
    Screen.standardOutput.show([played.line(withEnd: wait)])
    // Prints each repetition at once, also to a pipe.
    OutputBuffer.flush()
  }

  /// Prints one object, or a list of objects with --repeat.
  private func printDocument(_ played: [PlayJSON]) throws {
    guard output.json else { return }
    if count > 1 { try printJSON(played) } else if let only = played.first { try printJSON(only) }
  }

  // MARK: Watching

  private func watchFile() throws {
    guard SubjectName.fileExists(PatternPath(name).path) else {
      throw Failure.usage("there is no file \(name); check its path")
    }
    let session = try DaemonSession()
    try WatchingPlayer(session, name, try playOptions(session), tell: tell).run()
  }

  private func tell(_ news: WatchNews) throws {
    if output.json {
      try printJSON(WatchJSON(name, news), onOneLine: true)
    } else {
      switch news {
      case .playing(let subject, let started): Screen.standardOutput.show([Self.line(subject, started)])
      case .ended(let end): if wait { Screen.standardOutput.show("\(name) \(end.reason.words)") }
      case .failed(let failure): report(failure)
      }
    }
    OutputBuffer.flush()
  }

  static func line(_ subject: Subject, _ started: Started) -> String {
    let what = "\(subject.origin), \(counted(subject.pattern.events.count, "event")), \(subject.pattern.duration.words)"
    let odd = subject.warnings.isEmpty ? "" : ", \(counted(subject.warnings.count, "warning"))"
    return "playing \(subject.title)" + (started.reply.device.map { " on device \($0.rawValue)" } ?? "")
      + ": \(what)\(odd)"
  }
}

/// The result of a play in JSON.
struct PlayJSON: Encodable {
  /// The name of the feedback or of the file; the other is nil.
  let feedback, file: String?
  let verdict: String
  let deviceID: UInt32?
  let causeMonotonicNanoseconds, receivedMonotonicNanoseconds: Int64?
  /// The scheduled start; nil if the play starts at once.
  let startMonotonicNanoseconds: Int64?
  let admittedMonotonicNanoseconds, writtenMonotonicNanoseconds: Int64?
  /// Nil for a silent feedback.
  let endReason: String?
  let endedMonotonicNanoseconds: Int64?
  let causeTime, receivedTime, startTime, admittedTime, writtenTime, endedTime: String?
  let end: FinishReason?

  init(_ ready: PreparedSubject, _ started: Started, _ end: Finished?) {
    self.init(
      ready.name, isFile: ready.isFile, cause: started.cause.nanoseconds, start: started.start?.nanoseconds,
      started.reply, end)
  }

  init(
    _ name: String, isFile: Bool = false, cause: Int64, start: Int64? = nil, _ reply: VerdictReply, _ end: Finished?,
    _ clock: WallClock = WallClock()
  ) {
    feedback = isFile ? nil : name
    file = isFile ? name : nil
    verdict = reply.verdict.name
    deviceID = reply.device?.rawValue
    (causeMonotonicNanoseconds, causeTime) = clock.moment(cause)
    (startMonotonicNanoseconds, startTime) = clock.moment(start)
    (receivedMonotonicNanoseconds, receivedTime) = clock.moment(reply.receivedNanoseconds)
    (admittedMonotonicNanoseconds, admittedTime) = clock.moment(reply.admittedNanoseconds)
    (writtenMonotonicNanoseconds, writtenTime) = clock.moment(
      reply.writtenNanoseconds ?? end?.firstWrittenNanoseconds)
    (endedMonotonicNanoseconds, endedTime) = clock.moment(end?.endedNanoseconds)
    self.end = end?.reason
    endReason = end?.reason.name
  }

  private enum CodingKeys: String, CodingKey {
    case feedback, file, verdict, deviceID
    case causeMonotonicNanoseconds, receivedMonotonicNanoseconds, startMonotonicNanoseconds
    case admittedMonotonicNanoseconds, writtenMonotonicNanoseconds, endReason, endedMonotonicNanoseconds
    case causeTime, receivedTime, startTime, admittedTime, writtenTime, endedTime
  }

  /// A line such as `selection: played on device 1, at the motor 0.31 ms after the request`, with the end reason if
  /// `withEnd` is true.
  func line(withEnd: Bool) -> String {
    let name = feedback ?? file ?? ""
    guard let endReason, let ended = endedMonotonicNanoseconds else {
      return "\(name): silent on purpose"
    }
    var line = "\(name): \(verdict)" + (deviceID.map { " on device \($0)" } ?? "")
    guard let written = writtenMonotonicNanoseconds else { return line + ", but nothing reached the motor" }
    let latency = written - (startMonotonicNanoseconds ?? causeMonotonicNanoseconds ?? 0)
    let moment = "\(latency < 0 ? "before" : "after") the \(startMonotonicNanoseconds == nil ? "request" : "start")"
    line += ", at the motor \(duration(nanoseconds: abs(latency))) \(moment)"
    return withEnd ? line + ", \(endReason) after \(duration(nanoseconds: ended - written))" : line
  }
}

/// An event of `play --watch` in JSON, one line each.
struct WatchJSON: Encodable {
  let file: String
  /// `playing`, `ended` or `failed`.
  let event: String
  var deviceID: UInt32?
  var eventCount: Int?
  var lengthMilliseconds: Double?
  var warningCount: Int?
  var endReason, message: String?

  init(_ file: String, _ news: WatchNews) {
    self.file = file
    switch news {
    case .playing(let subject, let started):
      event = "playing"
      deviceID = started.reply.device?.rawValue
      eventCount = subject.pattern.events.count
      lengthMilliseconds = subject.pattern.duration.milliseconds
      warningCount = subject.warnings.count
    case .ended(let end):
      event = "ended"
      endReason = end.reason.name
    case .failed(let failure):
      event = "failed"
      message = failure.message
    }
  }
}
