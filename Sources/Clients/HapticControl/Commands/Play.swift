internal import ArgumentParser
internal import HapticProtocol
internal import Haptics

struct Play: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Play feedbacks or pattern files, and print the verdict.")

  @Argument(
    help: ArgumentHelp(
      SubjectName.help + " Several names play one after the other; a time between them, such as 300ms, is a pause.",
      valueName: "name"), completion: .subject)
  var words: [String]

  @OptionGroup var strength: IntensityOptions

  @Option(
    name: .customLong("repeat"),
    help: ArgumentHelp(
      "The number of plays, one after the other; with --loop, of passes without a pause. The default is 1.",
      valueName: "count"),
    transform: parseCount(upTo: 1000))
  var count: Int?

  @OptionGroup var place: PlaceOptions

  @Option(
    help: ArgumentHelp(
      "The start position in the pattern, in seconds, or with a unit. The default is 0.", valueName: "time"),
    transform: parseMoment)
  var from: Duration?

  @Option(
    help: ArgumentHelp("The playback rate, from 0.1 to 10. The default is 1.", valueName: "factor"),
    transform: parseNumber(Limits.rates, "expected a number from 0.1 to 10.0"))
  var rate = 1.0

  @Option(
    help: "The category, instead of the feedback's default category.", completion: .category,
    transform: parseChoice(Category.allCases) { $0.name })
  var category: Category?

  @Option(
    help: ArgumentHelp(
      "Drop the play if the daemon reads it later than this after the request, such as 20ms. The default is no deadline.",
      valueName: "time"), transform: parseDuration)
  var deadline: Duration?

  @Flag(help: "Play in spite of profile, quiet hours and power saver, if the settings permit it.")
  var important = false

  @Flag(
    help: "Repeat the pattern without a pause, or the row of several names, until interrupted; fail if it ended before."
  )
  var loop = false

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "End the playback after this time, such as 30s; with several names, all of them. The default is no limit.",
      valueName: "time"),
    transform: parseDuration)
  var limit: Duration?

  @Flag(help: "Play the file again each time it is saved, until interrupted.")
  var watch = false

  @Flag(help: "Print the result, and fail if the playback ended early.")
  var wait = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    try expectAtMostOne(of: ["--repeat": count ?? 1 > 1, "--watch": watch])
    try expectAtMostOne(of: ["--loop": loop, "--watch": watch])
    let row = try PlayRow(words)
    try PatternInput.expectOnce(row.names)
    guard watch else { return }
    if row.items.count > 1 { throw ValidationError("--watch expects one file") }
    let place = PatternPath(words[0])
    if place.isStandardInput { throw ValidationError("--watch expects a file, not standard input") }
    if place.isList { throw ValidationError("--watch expects a file, not a list") }
  }

  func run() throws {
    if watch { return try watchFile(words[0]) }
    let row = try PlayRow(words)
    let files = try row.names.map { name throws(Failure) in (name, try Subject.played(as: name)) }
    let session = try DaemonSession()
    let options = try playOptions(session)
    if isRow { try session.expectFeedbacks(files.compactMap { name, file in file == nil ? name : nil }) }
    var ready: [String: PreparedSubject] = [:]
    for (name, file) in files where ready[name] == nil { ready[name] = try prepare(name, file, session, options) }
    Interruption.notice()
    var played: [PlayResult] = []
    do throws(Failure) {
      try play(row, ready, session, options) { one in
        played.append(one)
        if !output.json { show(one) }
      }
    } catch {
      if !played.isEmpty { try printDocument(played, row) }
      // The daemon has answered before, so that the loop has begun.
      throw loop && error.absence != nil ? Failure.refused(error.message) : error
    }
    try printDocument(played, row)
    if important, let record = session.ownRecord(), record.importance == .denied {
      printWarning(
        record.identity.isVerified
          ? "--important has no effect without permission; hapticctl set \(record.importanceKey) on"
          : "--important has no effect, because hapticctl is not verified here; \(Verification.way)")
    }
    if Interruption.hasHappened { throw ExitCode(Failure.Code.interrupted.rawValue) }
  }

  /// The number of passes through the row; with `--loop`, `--repeat` counts the passes of one playback. Nil without an
  /// end.
  private var rounds: Int? { loop && isRow ? count : loop ? 1 : count ?? 1 }

  private var isRow: Bool { words.count > 1 }

  private func playOptions(_ session: DaemonSession) throws -> PlayOptions {
    let repetition = loop && !isRow ? Loop(repeats: count.map { UInt32($0 - 1) }) : nil
    return PlayOptions(
      intensity: strength.intensity, device: try session.deviceID(place.target.device), from: from ?? .zero, rate: rate,
      loop: repetition, limit: limit, category: category, locality: place.locality, isImportant: important,
      deadline: deadline ?? PlayOptions.noDeadline)
  }

  private func prepare(
    _ name: String, _ file: Subject?, _ session: DaemonSession, _ options: PlayOptions
  ) throws(Failure) -> PreparedSubject {
    guard let file else { return try session.prepareSubject(try shortName(name), options) }
    file.reportFindings()
    return try session.prepareSubject(file.pattern, .file, named: name, options)
  }

  /// Plays the row once, several times, or until it is interrupted.
  ///
  /// - Parameter tell: receives each playback when it has ended.
  private func play(
    _ row: PlayRow, _ ready: [String: PreparedSubject], _ session: DaemonSession, _ options: PlayOptions,
    _ tell: (PlayResult) -> Void
  ) throws(Failure) {
    var options = options
    // The playbacks of one name have the limit each.
    let deadline = row.items.count > 1 ? limit.map { Instant.now + $0 } : nil
    var isOver: Bool { Interruption.hasHappened || deadline.map { $0 <= .now } ?? false }
    var round = 0
    /// Whether the last item was a name, so that a usual pause comes before the next one.
    var needsPause = false
    while !isOver, rounds.map({ round < $0 }) ?? true {
      for item in row.items where !isOver {
        switch item {
        case .pause(let pause):
          Interruption.wait(pause, until: deadline)
          needsPause = false
        case .play(let name):
          if needsPause { Interruption.wait(PlayRow.usualPause, until: deadline) }
          needsPause = true
          guard !isOver, let subject = ready[name] else { continue }
          if let deadline { options.limit = max(deadline - .now, .milliseconds(1)) }
          let one = try session.playToEnd(subject, options)
          tell(one)
          if let cut = one.cut, !isOver {
            if wait || loop { throw .refused(cut) }
            printWarning(cut)
          }
        }
      }
      round += 1
    }
  }

  private func show(_ played: PlayResult) {
    Screen.standardOutput.show([played.line(withEnd: wait)])
    // Prints each play at once, also to a pipe.
    OutputBuffer.flush()
  }

  private func printDocument(_ played: [PlayResult], _ row: PlayRow) throws {
    guard output.json else { return }
    let isList = rounds ?? 2 > 1 || row.names.count > 1
    if isList { try printJSON(played) } else if let only = played.first { try printJSON(only) }
  }

  // MARK: Watching

  private func watchFile(_ name: String) throws {
    let file = try WatchedFile(name)
    let session = try DaemonSession()
    Interruption.endAtSuspension()
    var player = WatchingPlayer(
      session: session, name: name, options: try playOptions(session), json: output.json, tellsEnds: wait)
    try player.run(file)
  }
}
