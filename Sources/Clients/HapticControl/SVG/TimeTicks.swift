/// Round times along a time axis, and their labels.
struct TimeTicks {
  struct Tick: Equatable {
    let moment: Duration
    /// Nil for ticks between the numbers.
    let label: String?
  }

  let ticks: [Tick]
  /// `ms` or `s`.
  let unit: String

  /// - Parameter numbers: the maximum number of labels; values below 1 count as 1.
  init(_ window: Range<Duration>, numbers: Int) {
    let length = (window.upperBound - window.lowerBound) / .microseconds(1)
    let (major, minor) = Self.steps(atLeast: length / Double(max(numbers, 1)))
    let isLong = window.upperBound >= Self.long
    unit = isLong ? "s" : "ms"
    let (lower, upper) = (window.lowerBound / .microseconds(1), window.upperBound / .microseconds(1))
    let first = Int64((lower / Double(minor)).rounded(.up)) * minor
    ticks = stride(from: first, through: Int64(upper), by: Int(minor)).map { place in
      Tick(
        moment: .microseconds(place),
        label: place.isMultiple(of: major) ? Self.label(place, perUnit: isLong ? 1_000_000 : 1000, step: major) : nil)
    }
  }

  /// From this end of the axis on, labels are in seconds instead of milliseconds.
  private static let long = Duration.seconds(2)

  /// The smallest round step of at least this many microseconds, from 1 ms up, and a smaller step that divides it.
  private static func steps(atLeast least: Double) -> (major: Int64, minor: Int64) {
    var decade: Int64 = 1000
    while true {
      for (step, parts) in [(Int64(1), Int64(5)), (2, 4), (5, 5)] where Double(decade * step) >= least {
        return (decade * step, decade * step / parts)
      }
      decade *= 10
    }
  }

  private static func label(_ microseconds: Int64, perUnit: Int64, step: Int64) -> String {
    var (decimals, grid) = (0, perUnit)
    while !step.isMultiple(of: grid), grid > 1 { (decimals, grid) = (decimals + 1, grid / 10) }
    return (Double(microseconds) / Double(perUnit)).fixed(decimals)
  }
}
