internal import HapticSystem
internal import Histogram

/// The durations of one contender, to three digits.
struct Samples {
  private var histogram = Histogram<UInt64>(
    highestTrackableValue: 120_000_000_000, numberOfSignificantValueDigits: .three)

  init(_ durations: [Duration] = []) {
    for duration in durations { record(duration) }
  }

  /// Negative durations count as zero.
  mutating func record(_ duration: Duration) {
    histogram.record(UInt64(clamping: duration.wholeNanoseconds))
  }

  mutating func add(_ other: Samples) { histogram.add(other.histogram) }

  var count: Int { Int(histogram.totalCount) }
  var p50: Duration { percentile(50) }
  var p99: Duration { percentile(99) }

  func percentile(_ share: Double) -> Duration {
    .nanoseconds(count == 0 ? 0 : Int64(clamping: histogram.valueAtPercentile(share)))
  }
}

extension Duration {
  /// The ratio to another duration; nil if that is zero.
  func ratio(to other: Duration) -> Double? {
    other > .zero ? Double(wholeNanoseconds) / Double(other.wholeNanoseconds) : nil
  }

  /// With three digits and the unit that suits it.
  var short: String {
    let nanoseconds = Double(wholeNanoseconds)
    return if nanoseconds < 1e6 {
      "\(threeDigits(nanoseconds / 1e3)) µs"
    } else if nanoseconds < 1e9 {
      "\(threeDigits(nanoseconds / 1e6)) ms"
    } else {
      "\(threeDigits(nanoseconds / 1e9)) s"
    }
  }
}

/// A number rounded to three digits, without an exponent; to thousandths where it is less than one.
func threeDigits(_ value: Double) -> String {
  let decimals = abs(value) >= 100 ? 0 : abs(value) >= 10 ? 1 : abs(value) >= 1 ? 2 : 3
  let scale = [1.0, 10, 100, 1000][decimals]
  let rounded = (value * scale).rounded() / scale
  return decimals == 0 || rounded == 0 ? String(Int(rounded)) : String(rounded)
}
