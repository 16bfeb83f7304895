internal import ArgumentParser
internal import Glibc
internal import HapticSystem
internal import Haptics

struct Sandbox: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run a command with a private daemon and a simulated motor, and show its plays.",
    usage: "hapticctl sandbox [--simulate <model>] [--expect <names>] [--json] -- <command> [<arguments> ...]",
    discussion: """
      For tests of applications. The daemon has the default settings, and ends with the command. Exit codes: 1 an \
      expected feedback did not happen, 2 the sandbox cannot be created, 126 or 127 the command cannot be executed or \
      found, otherwise that of the command.
      """)

  @Option(
    help: ArgumentHelp(
      "The simulated motor: \(ChosenMotor.presetNames.joined(separator: ", ")). The default is \(ChosenMotor.fallback).",
      valueName: "model"),
    completion: .list(ChosenMotor.presetNames), transform: parseChoice(ChosenMotor.presetNames) { $0 })
  var simulate = ChosenMotor.fallback

  @Option(
    help: ArgumentHelp(
      "Fail if one of these feedbacks is not played, such as success,impact.light*2; pattern is one without a name.",
      valueName: "names"),
    completion: .feedback, transform: ExpectedFeedback.list)
  var expect: [[ExpectedFeedback]] = []

  @OptionGroup var output: OutputOptions

  @Argument(parsing: .postTerminator, help: "The command and its arguments, after --.")
  var command: [String] = []

  func run() throws {
    guard !command.isEmpty else {
      throw Failure.usage("there is no command; expected one after --; see hapticctl sandbox --help")
    }
    let daemon = try PrivateDaemon(simulating: simulate)
    defer { daemon.end() }
    let session = try daemon.session()
    try session.expectFeedbacks(expect.joined().map(\.name).filter { $0 != ExpectedFeedback.patternName })
    var log = PlayLog()
    session.monitor([.requests])
    // After the reply to another request, the daemon monitors.
    _ = try session.devices()
    let status = try execute(daemon, session, &log)
    try show(log, status)
    try judge(log, status)
  }

  /// Runs the command to its end, and collects its plays.
  private func execute(
    _ daemon: PrivateDaemon, _ session: DaemonSession, _ log: inout PlayLog
  ) throws -> CommandStatus {
    OutputBuffer.flush()
    let tested = try ForegroundCommand(words, outputTo: output.json ? STDERR_FILENO : STDOUT_FILENO)
    while !tested.hasEnded { log.add((try? session.wait(for: tested.descriptor)) ?? []) }
    let status = tested.status()
    do throws(Failure) {
      try daemon.settle()
      _ = try session.devices()
      log.add(try session.wait(for: tested.descriptor))
      log.complete(from: try session.history())
    } catch {
      throw daemon.explanation(of: error, "ended before the command")
    }
    return status
  }

  /// The words of the command as they were given: the parser has repaired those that are not UTF-8.
  private var words: [[UInt8]] {
    let given = CommandWords.own.suffix(command.count)
    let isSame = given.map { String(decoding: $0, as: UTF8.self) } == command
    return isSame ? Array(given) : command.map { Array($0.utf8) }
  }

  /// The plays, in text on standard error, because standard output belongs to the command.
  private func show(_ log: PlayLog, _ status: CommandStatus) throws {
    if output.json {
      let clock = WallClock()
      return try printJSON(HistoryEntry.entries(log.records).map { JSONObject.entry($0, clock) })
    }
    let screen = Screen.standardError
    let lines = log.lines(columns: screen.columns) + [log.summary(status)]
    writeError(lines.map(screen.text).joined())
  }

  /// Ends with a failure for expected feedback that did not happen, or else with the status of the command.
  private func judge(_ log: PlayLog, _ status: CommandStatus) throws {
    let missing = expect.joined().compactMap { $0.complaint(about: log.records) }
    guard missing.isEmpty || status.isSkipped else {
      let end = status.isSuccess ? nil : "the command \(status.words)"
      throw Failure.refused((missing + [log.loss, end].compactMap(\.self)).joined(separator: "; "))
    }
    if !status.isSuccess { throw ExitCode(status.exitCode) }
  }
}
