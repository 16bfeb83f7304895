internal import ArgumentParser
internal import Glibc
internal import HapticProtocol
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
    help: ArgumentHelp(
      "The number of plays, one after the other; with --loop, of passes without a pause. The default is 1.",
      valueName: "count"),
    transform: parseCount(upTo: 1000))
  var count: Int?

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

  @Option(
    help: ArgumentHelp(
      "Drop the play if it starts later than this after the request, such as 20ms. The default is no deadline.",
      valueName: "time"), transform: parseDuration)
  var deadline: Duration?

  @Flag(help: "Play in spite of profile, quiet hours and power saver, if the settings permit it.")
  var important = false

  @Flag(help: "Repeat the pattern without a pause until interrupted, and fail if it ended before.")
  var loop = false

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("End the playback after this time, such as 30s. The default is no limit.", valueName: "time"),
    transform: parseDuration)
  var limit: Duration?

  @Flag(help: "Play the file again each time it is saved, until interrupted.")
  var watch = false

  @Flag(help: "Print the result, and fail if the playback ended early.")
  var wait = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    try expectAtMostOne(of: ["--repeat": plays > 1, "--watch": watch])
    try expectAtMostOne(of: ["--loop": loop, "--watch": watch])
    try expectAtMostOne(of: ["--device": target.device != nil, "--locality": locality != nil])
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
    for round in 0..<plays where !Interruption.hasHappened {
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
    if important, session.ownRecord()?.importance == .denied { printWarning(Self.denial(session.ownRecord())) }
    if Interruption.hasHappened { throw ExitCode(Failure.Code.interrupted.rawValue) }
  }

  /// The number of plays. With `--loop`, `--repeat` counts the passes of one playback.
  private var plays: Int { loop ? 1 : count ?? 1 }

  private var repetition: Loop? { loop ? Loop(repeats: count.map { UInt32($0 - 1) }) : nil }

  private func playOptions(_ session: DaemonSession) throws -> PlayOptions {
    PlayOptions(
      intensity: intensity, device: try session.deviceID(target.device), from: from ?? .zero, rate: rate,
      loop: repetition, limit: limit, category: category, locality: locality, isImportant: important,
      deadline: deadline ?? PlayOptions.noDeadline)
  }

  private func prepareSubject(_ playable: Playable, _ session: DaemonSession, _ options: PlayOptions) throws
    -> PreparedSubject
  {
    switch playable {
    case .feedback(let feedback): return try session.prepareSubject(feedback, options)
    case .file(let file):
      file.reportFindings()
      return try session.prepareSubject(file.pattern, file: name, options)
    }
  }

  /// Plays once. Waits for the end, because the daemon stops the playbacks of a client that disconnects.
  private func play(_ ready: PreparedSubject, _ session: DaemonSession, _ options: PlayOptions) throws -> PlayJSON {
    let started = try session.start(ready, options)
    return PlayJSON(ready, started, try session.endsOrInterruption(of: started))
  }

  private static func denial(_ record: Observed?) -> String {
    guard let record, record.identity.isVerified else {
      return "--important has no effect, because hapticctl is not verified here; \(Verification.way)"
    }
    return "--important has no effect without permission; hapticctl set app.\(record.applicationName).important on"
  }

  private func show(_ played: PlayJSON) {
    Screen.standardOutput.show([played.line(withEnd: wait)])
    // Prints each repetition at once, also to a pipe.
    OutputBuffer.flush()
  }

  /// Prints one object, or a list of objects with --repeat.
  private func printDocument(_ played: [PlayJSON]) throws {
    guard output.json else { return }
    if plays > 1 { try printJSON(played) } else if let only = played.first { try printJSON(only) }
  }

  // MARK: Watching

  private func watchFile() throws {
    let path = PatternPath(name).path
    guard let kind = try? FileIdentity(path: path).kind else {
      throw Failure.usage("there is no file \(name.shownName); check its path")
    }
    guard kind == .ordinary else {
      throw Failure.usage("\(path) is not a regular file; --watch waits until a file is saved")
    }
    let session = try DaemonSession()
    try WatchingPlayer(session, name, try playOptions(session), tell: tell).run()
  }

  private func tell(_ news: WatchNews) throws {
    if output.json {
      try printJSON(WatchJSON(name, news), onOneLine: true)
    } else {
      switch news {
      case .playing(let subject, let started):
        Screen.standardOutput.show([Self.line(subject, started)])
        subject.reportFindings()
      case .ended(let end): if wait { Screen.standardOutput.show("\(name) \(end.reason.words)") }
      case .failed(let failure): report(failure)
      }
    }
    OutputBuffer.flush()
  }

  static func line(_ subject: Subject, _ started: Started) -> String {
    let what = "\(subject.origin), \(counted(subject.pattern.events.count, "event")), \(subject.pattern.duration.words)"
    let odd = subject.findings.isEmpty ? "" : ", \(counted(subject.findings.count, "warning"))"
    let end = subject.isCutOff ? ", and stops there, because it has no end" : ""
    return "playing \(subject.title)" + (started.reply.device.map { " on device \($0.rawValue)" } ?? "")
      + ": \(what)\(end)\(odd)"
  }
}

/// The result of a play in JSON.
struct PlayJSON: Encodable {
  /// The name of the feedback or of the file; the other is nil.
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

  /// - Parameter ends: the ends on all devices.
  init(_ ready: PreparedSubject, _ started: Started, _ ends: [Finished]) {
    // An early end on a device tells more than the last end.
    let last = ends.max { $0.endedNanoseconds < $1.endedNanoseconds }
    let end = ends.first { $0.reason != .ended } ?? last
    self.init(ready.name, isFile: ready.isFile, cause: started.cause.nanoseconds, started.reply, end)
    if ends.count > 1 { deviceIDs = ends.compactMap { $0.device?.rawValue }.sorted() }
  }

  init(
    _ name: String, isFile: Bool = false, cause: Int64, _ reply: VerdictReply, _ end: Finished?,
    _ clock: WallClock = WallClock()
  ) {
    feedback = isFile ? nil : name
    file = isFile ? name : nil
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
    let name = feedback ?? file.map { PatternPath($0).shownPath } ?? ""
    guard let end, let ended = endedMonotonicNanoseconds else {
      return file == nil ? "\(name): silent on purpose" : "\(name): silent, because all of its events have no strength"
    }
    let several = deviceIDs.map { " on devices \($0.map(String.init).joined(separator: ", "))" }
    var line = "\(name): \(verdict)" + (several ?? deviceID.map { " on device \($0)" } ?? "")
    guard let written = writtenMonotonicNanoseconds else { return line + ", but nothing reached the motor" }
    line += ", at the motor \(duration(nanoseconds: written - (causeMonotonicNanoseconds ?? 0))) after the request"
    return withEnd ? line + ", \(end.words(after: duration(nanoseconds: ended - written)))" : line
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
