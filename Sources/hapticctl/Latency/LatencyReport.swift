internal import Haptics

/// The latencies of many plays, stage by stage.
struct LatencyReport {
  let feedback: String
  let budget: Duration?
  /// Plays that were dropped because they would have started too late.
  var lateCount = 0
  /// Where the plays were felt; nil before the first one.
  private(set) var device: DeviceID?
  /// Whether it was ended by Ctrl-C.
  var isInterrupted = false
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
    device = verdict.device ?? device
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

  var lines: [String] { lines() }

  /// - Parameter columns: how wide they may be.
  func lines(columns: Int? = nil) -> [String] {
    var table = Table(
      [
        ("STAGE", .left), ("COUNT", .right), ("MIN", .right), ("P50", .right), ("P90", .right), ("P99", .right),
        ("MAX", .right), ("JITTER", .right),
      ], optional: ["P90", "MIN", "JITTER"])
    for (name, stage) in stages {
      let values = [stage.minimum, stage.percentile(50), stage.percentile(90), stage.percentile(99), stage.maximum]
        .map { stage.count == 0 ? "-" : duration(nanoseconds: $0) }
      table.add(
        name, "\(stage.count)", values[0], values[1], values[2], values[3], values[4],
        stage.count < 2 ? "-" : duration(nanoseconds: stage.jitter))
    }
    return table.lines(columns: columns)
      + (lateCount > 0 ? ["", "\(counted(lateCount, "play")) missed the deadline"] : [])
  }

  /// Whether anything was measured.
  var isEmpty: Bool { reply.count == 0 && lateCount == 0 }

  /// What is to be said against these latencies; nil where nothing is.
  var complaint: String? {
    if total.count == 0 { return "no play of \(feedback) reached a motor; 'hapticctl doctor' shows the reason" }
    guard let budget else { return nil }
    if lateCount > 0 { return "\(counted(lateCount, "play")) of \(feedback) missed the deadline" }
    let worst = total.percentile(99)
    guard worst > budget.wholeNanoseconds else { return nil }
    return "over the budget: the 99th percentile is \(duration(nanoseconds: worst)), "
      + "the budget is \(duration(nanoseconds: budget.wholeNanoseconds))"
  }
}

/// The same for scripts.
struct LatencyJSON: Encodable {
  struct Stage: Encodable {
    let count: UInt64
    let minimumNanoseconds, p50Nanoseconds, p90Nanoseconds, p99Nanoseconds, maximumNanoseconds, jitterNanoseconds: Int64
  }

  let feedback: String
  let deviceID: UInt32?
  let lateCount: Int
  let budgetNanoseconds: Int64?
  let withinBudget, interrupted: Bool
  let stages: [String: Stage]

  init(_ report: LatencyReport) {
    feedback = report.feedback
    deviceID = report.device?.rawValue
    lateCount = report.lateCount
    budgetNanoseconds = report.budget?.wholeNanoseconds
    withinBudget = report.complaint == nil
    interrupted = report.isInterrupted
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
