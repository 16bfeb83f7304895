internal import Histogram

/// Latencies of one stage, with percentiles to three digits.
struct Distribution {
  private var histogram = Histogram<UInt32>(numberOfSignificantValueDigits: .three)

  /// A latency below zero (a cause that was claimed too late) counts as zero.
  mutating func record(nanoseconds: Int64) { histogram.record(UInt64(max(0, nanoseconds))) }

  var count: UInt64 { histogram.totalCount }
  var minimum: Int64 { count == 0 ? 0 : Int64(histogram.min) }
  var maximum: Int64 { count == 0 ? 0 : Int64(histogram.max) }

  /// The value that `percent` of all are at most; 0 where nothing was recorded.
  func percentile(_ percent: Double) -> Int64 { count == 0 ? 0 : Int64(histogram.valueAtPercentile(percent)) }

  /// How much the values scatter: their standard deviation, in nanoseconds. A constant delay is felt less than one
  /// that varies (Kaaresoja 2011).
  var jitter: Int64 { count < 2 ? 0 : Int64(histogram.stdDeviation) }
}
