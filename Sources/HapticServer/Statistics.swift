internal import HapticProtocol
internal import HapticSystem
internal import Histogram

/// How long one stage of a request takes, since the start or the last reset.
struct StageTimes {
  /// Ten seconds, in nanoseconds. With two significant digits that is a few kilobytes, allocated once.
  private static let longest: UInt64 = 10_000_000_000

  private var histogram = Histogram<UInt64>(
    highestTrackableValue: longest, numberOfSignificantValueDigits: .two)
  private var buckets = [32 of UInt64](repeating: 0)

  /// Negative times (a timer never rings early, but clocks are read apart) count as zero, those beyond ten seconds as
  /// ten seconds.
  mutating func record(_ time: Duration) {
    let nanoseconds = min(UInt64(clamping: time.wholeNanoseconds), Self.longest)
    histogram.record(nanoseconds)
    buckets[StageSummary.bucket(nanoseconds: nanoseconds)] += 1
  }

  /// The stage as the protocol carries it.
  var summary: StageSummary {
    guard histogram.totalCount > 0 else { return StageSummary() }
    var summary = StageSummary(
      count: UInt64(histogram.totalCount), minimum: histogram.min, p50: percentile(50), p90: percentile(90),
      p99: percentile(99), p999: percentile(99.9), maximum: histogram.max)
    summary.buckets = buckets
    return summary
  }

  private func percentile(_ share: Double) -> UInt64 { histogram.valueAtPercentile(share) }
}

/// How many requests got each verdict.
struct VerdictCounts {
  private(set) var values = [32 of UInt64](repeating: 0)

  mutating func count(_ verdict: Verdict) { values[Int(verdict.rawValue)] += 1 }
}

/// What the server counts.
struct Statistics {
  var received = StageTimes()
  var admitted = StageTimes()
  var written = StageTimes()
  var step = StageTimes()
  var verdicts = VerdictCounts()

  /// Counts the stages of a play until its admission.
  mutating func noteStages(cause: Instant?, received: Instant, admitted: Instant?) {
    if let cause { self.received.record(received - cause) }
    if let admitted { self.admitted.record(admitted - received) }
  }

  /// The report that the protocol carries.
  func report(uptime: Duration, clients: Int, cost: ActuatorCounters) -> StatisticsReport {
    var report = StatisticsReport(
      uptimeNanoseconds: uptime.wholeNanoseconds, clients: UInt64(clients), uploads: cost.uploads,
      writes: cost.writes, received: received.summary, admitted: admitted.summary, written: written.summary,
      step: step.summary)
    report.requests = verdicts.values
    return report
  }
}
