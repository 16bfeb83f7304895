internal import HapticProtocol
internal import HapticSystem
internal import Histogram

/// How long one stage of a request takes, since the start or the last reset.
struct StageTimes {
  /// Two significant digits up to ten seconds: a few kilobytes, allocated once.
  private static let longest: UInt64 = 10_000_000_000

  private var histogram = Histogram<UInt32>(
    highestTrackableValue: longest, numberOfSignificantValueDigits: .two)
  private var buckets: [UInt32] = Array(repeating: 0, count: 32)

  /// Negative times (a cause in the future) count as zero, those beyond ten seconds as ten seconds.
  mutating func record(_ time: Duration) {
    let nanoseconds = UInt64(max(0, min(time.wholeNanoseconds, Int64(Self.longest))))
    histogram.record(nanoseconds)
    let microseconds = nanoseconds / 1000
    let bucket = microseconds == 0 ? 0 : UInt64.bitWidth - microseconds.leadingZeroBitCount
    buckets[min(bucket, buckets.count - 1)] += 1
  }

  /// The stage as the protocol carries it.
  func summary(of stage: Stage) -> StageSummary {
    guard histogram.totalCount > 0 else { return StageSummary(stage: stage) }
    return StageSummary(
      stage: stage, count: histogram.totalCount, minimum: histogram.min, p50: percentile(50), p90: percentile(90),
      p99: percentile(99), p999: percentile(99.9), maximum: histogram.max, buckets: buckets)
  }

  private func percentile(_ share: Double) -> UInt64 { histogram.valueAtPercentile(share) }
}

/// What the server counts.
struct Statistics {
  private var received = StageTimes()
  private var admitted = StageTimes()
  private var written = StageTimes()
  private var step = StageTimes()
  private(set) var verdicts: [UInt64] = Array(repeating: 0, count: 32)

  mutating func count(_ verdict: Verdict) { verdicts[Int(verdict.rawValue)] += 1 }

  mutating func record(_ time: Duration, in stage: Stage) {
    switch stage {
    case .received: received.record(time)
    case .admitted: admitted.record(time)
    case .written: written.record(time)
    case .step: step.record(time)
    }
  }

  var stages: [StageSummary] {
    [
      received.summary(of: .received), admitted.summary(of: .admitted), written.summary(of: .written),
      step.summary(of: .step),
    ]
  }
}
