internal import Haptics
internal import Histogram

/// The latencies of many plays, by stage.
struct LatencyReport {
  let feedback: String
  let budget: Duration?
  /// The number of plays that missed their deadline.
  var lateCount = 0
  /// The device of the plays; nil before the first one.
  private(set) var device: DeviceID?
  /// Whether Ctrl-C ended the measurement.
  var isInterrupted = false
  private(set) var received = Distribution()
  private(set) var admitted = Distribution()
  private(set) var written = Distribution()
  private(set) var total = Distribution()
  private(set) var reply = Distribution()
  /// Nil if they were not measured.
  var shakes: Shakes?

  /// Adds a play. All times are in nanoseconds of CLOCK_MONOTONIC; the time of the write is nil if nothing was
  /// written.
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
    let stages = [
      ("received", received), ("admitted", admitted), ("written", written), ("total", total), ("reply", reply),
    ]
    guard let shakes else { return stages }
    var felt = Distribution()
    for latency in shakes.latencies { felt.record(nanoseconds: latency.wholeNanoseconds) }
    return stages + [("felt", felt)]
  }

  func lines(columns: Int? = nil) -> [String] {
    var table = Table(
      [
        ("STAGE", .left), ("COUNT", .right), ("MIN", .right), ("P50", .right), ("P90", .right), ("P99", .right),
        ("MAX", .right), ("JITTER", .right),
      ], optional: ["P90", "MIN", "JITTER"])
    for (name, stage) in stages {
      let values = [stage.minimum, stage.percentile(50), stage.percentile(90), stage.percentile(99), stage.maximum]
        .map { stage.count == 0 ? "-" : duration(nanoseconds: $0) }
      let jitter = stage.count < 2 ? "-" : duration(nanoseconds: stage.jitter)
      table.add([name, "\(stage.count)"] + values + [jitter])
    }
    let notes = notes
    return table.lines(columns: columns) + (notes.isEmpty ? [] : [""] + notes)
  }

  @ListBuilder<String> private var notes: [String] {
    if lateCount > 0 { "\(counted(lateCount, "play")) missed the deadline" }
    if let shakes {
      "felt: the sensor has a sample every \(shakes.interval.momentWords); each shake began up to that much earlier"
    }
    if let shakes, shakes.unfelt > 0 {
      "\(counted(shakes.unfelt, "play")) without a shake above the noise; hold the device still, or use a stronger feedback"
    }
  }

  static func silent(_ feedback: String) -> Failure {
    .refused("\(feedback) is silent on purpose, and has no latency; choose another --feedback")
  }

  var isEmpty: Bool { reply.count == 0 && lateCount == 0 }

  /// The reason why the measurement fails: no play was written, or none felt by the sensor, a play missed its deadline, or
  /// the budget is exceeded. The last two apply only with a budget. Nil if the measurement is successful.
  var complaint: String? {
    let late = "\(counted(lateCount, "play")) of \(feedback) missed the deadline"
    if total.count == 0 {
      if reply.count > 0 {
        return "\(counted(reply.count, "admitted play")) of \(feedback) changed no motor, because something stronger "
          + "was playing; 'hapticctl history' shows it"
      }
      return lateCount > 0
        ? late + ", and none reached a motor"
        : "no play of \(feedback) reached a motor; 'hapticctl doctor' shows the reason"
    }
    if let shakes, shakes.latencies.isEmpty { return "no play of \(feedback) shook the device above the noise" }
    guard let budget else { return nil }
    if lateCount > 0 { return late }
    let worst = total.percentile(99)
    guard worst > budget.wholeNanoseconds else { return nil }
    return "over the budget: the 99th percentile is \(duration(nanoseconds: worst)), "
      + "the budget is \(duration(nanoseconds: budget.wholeNanoseconds))"
  }
}

extension JSONObject {
  static func latency(_ report: LatencyReport) -> JSONObject {
    [
      "feedback": report.feedback, "deviceID": report.device?.rawValue, "lateCount": report.lateCount,
      "budgetNanoseconds": report.budget?.wholeNanoseconds, "withinBudget": report.complaint == nil,
      "interrupted": report.isInterrupted, "sampleIntervalMicroseconds": report.shakes?.interval.wholeMicroseconds,
      "unfeltCount": report.shakes?.unfelt,
      "stages": Dictionary(uniqueKeysWithValues: report.stages.map { ($0, stage($1)) }),
    ]
  }

  private static func stage(_ stage: Distribution) -> JSONObject {
    [
      "count": stage.count, "minimumNanoseconds": stage.minimum, "p50Nanoseconds": stage.percentile(50),
      "p90Nanoseconds": stage.percentile(90), "p99Nanoseconds": stage.percentile(99),
      "maximumNanoseconds": stage.maximum, "jitterNanoseconds": stage.jitter,
    ]
  }
}

/// Latencies of one stage, with percentiles to three digits.
struct Distribution {
  private var histogram = Histogram<UInt32>(numberOfSignificantValueDigits: .three)

  /// Records one latency, in nanoseconds. A negative value (the client gave a later cause) counts as zero.
  mutating func record(nanoseconds: Int64) { histogram.record(UInt64(max(0, nanoseconds))) }

  var count: UInt64 { histogram.totalCount }
  var minimum: Int64 { count == 0 ? 0 : Int64(histogram.min) }
  var maximum: Int64 { count == 0 ? 0 : Int64(histogram.max) }

  /// The value that `percent` of all values do not exceed, in nanoseconds; 0 if nothing was recorded.
  func percentile(_ percent: Double) -> Int64 { count == 0 ? 0 : Int64(histogram.valueAtPercentile(percent)) }

  /// The standard deviation of the values, in nanoseconds; 0 for fewer than two values. Users notice a constant delay
  /// less than one that varies (Kaaresoja 2011).
  var jitter: Int64 { count < 2 ? 0 : Int64(histogram.stdDeviation) }
}
