internal import HapticProtocol
internal import HapticSystem
internal import Histogram

/// The distribution of the times of one stage, since the start or the last reset.
struct StageTimes {
  /// Ten seconds in nanoseconds.
  private static let longest: UInt64 = 10_000_000_000

  /// Created with the first time, because filling its thirty kilobytes takes a noticeable part of the daemon's start.
  private var histogram: Histogram<UInt64>?
  private var buckets = [32 of UInt64](repeating: 0)

  /// Adds a time. Times above ten seconds count as ten seconds. Negative times count as zero; they occur because the
  /// clock is read separately for each time, although a timer never rings early.
  mutating func record(_ time: Duration) {
    let nanoseconds = min(UInt64(clamping: time.wholeNanoseconds), Self.longest)
    if histogram == nil { histogram = Self.newHistogram() }
    histogram?.record(nanoseconds)
    buckets[StageSummary.bucket(nanoseconds: nanoseconds)] += 1
  }

  /// The stage in the form of the protocol.
  var summary: StageSummary {
    guard let histogram else { return StageSummary() }
    func percentile(_ share: Double) -> UInt64 { histogram.valueAtPercentile(share) }
    var summary = StageSummary(
      count: UInt64(histogram.totalCount), minimum: histogram.min, p50: percentile(50), p90: percentile(90),
      p99: percentile(99), p999: percentile(99.9), maximum: histogram.max)
    summary.buckets = buckets
    return summary
  }

  private static func newHistogram() -> Histogram<UInt64> {
    Histogram(highestTrackableValue: longest, numberOfSignificantValueDigits: .two)
  }
}

/// The number of requests by verdict.
struct VerdictCounts {
  private(set) var values = [32 of UInt64](repeating: 0)

  mutating func count(_ verdict: Verdict) { values[Int(verdict.rawValue)] += 1 }
}

/// The counters of the server.
struct Statistics {
  var received = StageTimes()
  var admitted = StageTimes()
  var written = StageTimes()
  var step = StageTimes()
  var verdicts = VerdictCounts()

  /// Adds the stages of a play until its admission.
  mutating func noteStages(cause: Instant?, received: Instant, admitted: Instant?) {
    if let cause { self.received.record(received - cause) }
    if let admitted { self.admitted.record(admitted - received) }
  }

  /// The counters in the form of the protocol.
  func report(uptime: Duration, clients: Int, cost: ActuatorCounters) -> StatisticsReport {
    var report = StatisticsReport(
      uptimeNanoseconds: uptime.wholeNanoseconds, clients: UInt64(clients), uploads: cost.uploads,
      writes: cost.writes, received: received.summary, admitted: admitted.summary, written: written.summary,
      step: step.summary)
    report.requests = verdicts.values
    return report
  }
}
