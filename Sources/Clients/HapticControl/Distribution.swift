internal import Histogram

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
