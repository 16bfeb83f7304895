internal import ArgumentParser
internal import Glibc
internal import HapticSystem
internal import Haptics

struct Latency: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measure how long a prepared feedback takes to the motor, on this machine's own hardware.",
    discussion: "The device really moves. Exits with 1 where the 99th percentile of the total is over the budget.")

  @Option(help: "How many plays. The default is 100.", transform: parseCount(upTo: 10_000))
  var count = 100

  @Option(
    help: ArgumentHelp("The most the total may take in 99 of 100 plays, such as 5ms.", valueName: "time"),
    transform: parseDuration)
  var budget: Duration?

  @Option(
    help: ArgumentHelp("The device's number in 'hapticctl devices', instead of the daemon's choice.", valueName: "id"))
  var device: UInt32?

  @Option(help: ArgumentHelp("What to play.", valueName: "name"), completion: .feedback)
  var feedback = "selection"

  @OptionGroup var output: OutputOptions

  func run() throws {
    let session = try Session()
    let prepared = try session.prepare(try shortName(feedback), for: try deviceID(device))
    var report = LatencyReport(feedback: feedback, budget: budget)
    for _ in 0..<count {
      try measure(session, prepared, into: &report)
      // A motor needs to come to rest, and a hand to hold it for a minute.
      usleep(60_000)
    }
    if output.json {
      try printJSON(LatencyJSON(report))
    } else {
      for line in report.lines { print(line) }
    }
    if let complaint = report.complaint { throw Failure.refused(complaint) }
  }

  private func measure(_ session: Session, _ prepared: Prepared, into report: inout LatencyReport) throws {
    let playback = session.newPlayback()
    let cause = Instant.now
    let reply = try session.play(Haptic(prepared, cause: cause, playback: playback))
    let answered = Instant.now.nanoseconds
    guard reply.verdict == .played else {
      // Lateness is a result here; everything else is a reason to give up.
      if reply.verdict != .expired { try check(reply.verdict, feedback: feedback, device: device) }
      report.expired += 1
      return
    }
    let end = try session.end(of: playback)
    report.add(
      cause: cause.nanoseconds, reply, answered: answered,
      written: reply.writtenNanoseconds ?? end.firstWrittenNanoseconds)
  }
}

/// The latencies of many plays, stage by stage.
struct LatencyReport {
  let feedback: String
  let budget: Duration?
  var expired = 0
  private(set) var received = Distribution()
  private(set) var admitted = Distribution()
  private(set) var written = Distribution()
  private(set) var total = Distribution()
  private(set) var reply = Distribution()

  init(feedback: String, budget: Duration?) {
    self.feedback = feedback
    self.budget = budget
  }

  /// All moments in nanoseconds of CLOCK_MONOTONIC; `written` is nil where the device never got the play.
  mutating func add(cause: Int64, _ verdict: VerdictReply, answered: Int64, written moment: Int64?) {
    received.record(nanoseconds: verdict.receivedNanoseconds - cause)
    if let admission = verdict.admittedNanoseconds {
      admitted.record(nanoseconds: admission - verdict.receivedNanoseconds)
    }
    if let moment {
      written.record(nanoseconds: moment - verdict.receivedNanoseconds)
      total.record(nanoseconds: moment - cause)
    }
    reply.record(nanoseconds: answered - cause)
  }

  var stages: [(String, Distribution)] {
    [("received", received), ("admitted", admitted), ("written", written), ("total", total), ("reply", reply)]
  }

  var lines: [String] {
    var table = Table([
      ("STAGE", .left), ("COUNT", .right), ("MIN", .right), ("P50", .right), ("P90", .right), ("P99", .right),
      ("MAX", .right), ("JITTER", .right),
    ])
    for (name, stage) in stages {
      let values = [stage.minimum, stage.percentile(50), stage.percentile(90), stage.percentile(99), stage.maximum]
        .map { stage.count == 0 ? "-" : duration(nanoseconds: $0) }
      table.add(
        name, "\(stage.count)", values[0], values[1], values[2], values[3], values[4],
        stage.count < 2 ? "-" : duration(nanoseconds: stage.jitter))
    }
    return table.lines + (expired > 0 ? ["", "\(counted(expired, "play")) came too late and was dropped"] : [])
  }

  /// What is to be said against these latencies; nil where nothing is.
  var complaint: String? {
    if total.count == 0 { return "no play of \(feedback) reached a motor; 'hapticctl doctor' tells why" }
    guard let budget else { return nil }
    if expired > 0 { return "\(counted(expired, "play")) of \(feedback) came too late altogether" }
    let worst = total.percentile(99)
    guard worst > budget.wholeNanoseconds else { return nil }
    return "over the budget: 99 of 100 plays take up to \(duration(nanoseconds: worst)), "
      + "\(duration(nanoseconds: budget.wholeNanoseconds)) are allowed"
  }
}

struct LatencyJSON: Encodable {
  struct Stage: Encodable {
    let count: UInt64
    let minimumNanoseconds, p50Nanoseconds, p90Nanoseconds, p99Nanoseconds, maximumNanoseconds, jitterNanoseconds: Int64
  }

  let feedback: String
  let expired: Int
  let budgetNanoseconds: Int64?
  let isWithinBudget: Bool
  let stages: [String: Stage]

  init(_ report: LatencyReport) {
    feedback = report.feedback
    expired = report.expired
    budgetNanoseconds = report.budget?.wholeNanoseconds
    isWithinBudget = report.complaint == nil
    stages = Dictionary(
      uniqueKeysWithValues: report.stages.map { name, stage in
        (
          name,
          Stage(
            count: stage.count, minimumNanoseconds: stage.minimum, p50Nanoseconds: stage.percentile(50),
            p90Nanoseconds: stage.percentile(90), p99Nanoseconds: stage.percentile(99),
            maximumNanoseconds: stage.maximum, jitterNanoseconds: stage.jitter)
        )
      })
  }
}
