internal import ArgumentParser
internal import Glibc
internal import Haptics

struct Latency: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measure the latency of a prepared feedback on this machine's hardware.",
    discussion: """
      The device vibrates. Exits with 1 if the 99th percentile of the total is over the budget. Ctrl-C stops the \
      motor, shows the results so far and exits with 130. With --felt, hold the device still, in the hand.
      """)

  @Option(help: "The number of plays. The default is 100.", transform: parseCount(upTo: 10_000))
  var count = 100

  @Option(
    help: ArgumentHelp("The maximum of the total in 99 of 100 plays, such as 5ms.", valueName: "time"),
    transform: parseDuration)
  var budget: Duration?

  @OptionGroup var target: DeviceOptions

  @Option(help: ArgumentHelp("The feedback to play.", valueName: "name"), completion: .feedback)
  var feedback = "selection"

  @Flag(help: "Also measure the time until the device shakes, with its own accelerometer.")
  var felt = false

  @OptionGroup var sensor: SensorOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    try expect("--sensor", sensor.sensor != nil, onlyWith: "--felt", felt)
  }

  func run() throws {
    let session = try DaemonSession()
    let meter = felt ? try ShakeMeter(session, on: target.device, sensorPath: sensor.sensor) : nil
    let device = try meter?.device ?? session.deviceID(target.device)
    let prepared = try session.prepare(try shortName(feedback), for: device)
    Interruption.notice()
    var report = try measure(session, prepared, meter)
    report.shakes = meter?.shakes
    let screen = Screen.standardOutput
    if output.json {
      try printJSON(JSONObject.latency(report))
    } else if !report.isEmpty {
      screen.show(report.lines(columns: screen.columns))
    }
    if report.isInterrupted { throw ExitCode(Failure.Code.interrupted.rawValue) }
    if let complaint = report.complaint { throw Failure.refused(complaint) }
  }

  private func measure(_ session: DaemonSession, _ prepared: Prepared, _ meter: ShakeMeter?) throws -> LatencyReport {
    var report = LatencyReport(feedback: feedback, budget: budget)
    let progress = ProgressLine()
    defer { progress.clear() }
    for number in 1...count where !Interruption.hasHappened {
      if !output.json { progress.show("\(number) of \(counted(count, "play"))") }
      try meter?.rest()
      try measure(session, prepared, meter, into: &report)
      // The pause lets the motor come to rest.
      if !Interruption.hasHappened { usleep(60_000) }
    }
    report.isInterrupted = Interruption.hasHappened
    return report
  }

  private func measure(
    _ session: DaemonSession, _ prepared: Prepared, _ meter: ShakeMeter?, into report: inout LatencyReport
  ) throws {
    let playback = session.newPlayback()
    let cause = Instant.now
    let reply = try session.play(Haptic(prepared, cause: cause, playback: playback))
    let answered = Instant.now.nanoseconds
    guard reply.verdict == .played else {
      if reply.verdict == .silent { throw LatencyReport.silent(feedback) }
      // A late play is a result; any other refusal ends the measurement.
      if reply.verdict != .expired { try check(reply.verdict, feedback: feedback) }
      report.lateCount += 1
      return
    }
    try meter?.watch()
    let end = try session.end(of: playback)
    let written = reply.writtenNanoseconds ?? end.firstWrittenNanoseconds
    report.add(cause: cause.nanoseconds, reply, answered: answered, written: written)
    if let written { meter?.note(cause: cause, written: Instant(nanoseconds: written)) }
  }
}
