internal import HapticProtocol
internal import HapticSystem
internal import Histogram
internal import MotorDriving

/// The distribution of the times of one stage, since the start or the last reset.
struct StageTimes {
  /// Ten seconds in nanoseconds.
  private static let longest: UInt64 = 10_000_000_000

  /// Empty until the first time, because filling the thirty kilobytes of a histogram takes a noticeable part of the
  /// daemon's start. An array, because each test of an optional histogram would copy it.
  private var histograms: [Histogram<UInt64>] = []
  private var buckets = [32 of UInt64](repeating: 0)

  /// Adds the time between two instants. Times above ten seconds count as ten seconds. Negative times count as zero;
  /// they occur because the clock is read separately for each time, although a timer never rings early.
  mutating func record(from begin: Instant, to end: Instant) {
    // Every play needs three of them, so without a duration, whose 128 bits cost more than the sum.
    let (time, overflow) = end.nanoseconds.subtractingReportingOverflow(begin.nanoseconds)
    let nanoseconds = overflow ? (end > begin ? Self.longest : 0) : min(UInt64(clamping: time), Self.longest)
    if histograms.isEmpty {
      histograms = [Histogram(highestTrackableValue: Self.longest, numberOfSignificantValueDigits: .two)]
    }
    histograms[0].record(nanoseconds)
    buckets[StageSummary.bucket(nanoseconds: nanoseconds)] += 1
  }

  /// The stage in the form of the protocol.
  var summary: StageSummary {
    guard let histogram = histograms.first else { return StageSummary() }
    func percentile(_ share: Double) -> UInt64 { histogram.valueAtPercentile(share) }
    var summary = StageSummary(
      count: UInt64(histogram.totalCount), minimum: histogram.min, p50: percentile(50), p90: percentile(90),
      p99: percentile(99), p999: percentile(99.9), maximum: histogram.max)
    summary.buckets = buckets.indices.map { buckets[$0] }
    return summary
  }
}

/// The number of requests by verdict.
struct VerdictCounts {
  private var counts = [64 of UInt64](repeating: 0)

  mutating func count(_ verdict: Verdict) { counts[Int(verdict.rawValue)] += 1 }

  var values: [UInt64] { counts.indices.map { counts[$0] } }
}

struct Statistics {
  var received = StageTimes()
  var admitted = StageTimes()
  var written = StageTimes()
  var step = StageTimes()
  var verdicts = VerdictCounts()

  /// Adds the stages of a play until its admission.
  mutating func noteStages(cause: Instant?, received: Instant, admitted: Instant?) {
    if let cause { self.received.record(from: cause, to: received) }
    if let admitted { self.admitted.record(from: received, to: admitted) }
  }

  /// The counters in the form of the protocol.
  func report(uptime: Duration, clients: Int, cost: MotorCounters) -> StatisticsReport {
    var report = StatisticsReport(
      uptimeNanoseconds: uptime.wholeNanoseconds, clients: UInt64(clients), uploads: cost.uploads,
      writes: cost.writes)
    report[stage: .received] = received.summary
    report[stage: .admitted] = admitted.summary
    report[stage: .written] = written.summary
    report[stage: .step] = step.summary
    report.requests = verdicts.values
    return report
  }
}
