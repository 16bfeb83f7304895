extension Duration {
  /// The duration in milliseconds, with fractions.
  ///
  /// The same as dividing by a millisecond, but where 64 bits are enough, as they are for nine seconds, a tenth of the work.
  var inMilliseconds: Double {
    let short = Int64(truncatingIfNeeded: attoseconds)
    return Int128(short) == attoseconds ? Double(short) / 1e15 : self / .milliseconds(1)
  }

  /// Half of it. Dividing by a number takes a hundred times as long.
  var half: Duration { Duration(attoseconds: attoseconds / 2) }

  /// A duration rounded to a tenth of a millisecond, which is finer than any motor or timer here. Steps of a drive lie
  /// on this grid, so that they read well and compare exactly. Values beyond 100 years are clamped; not a number is zero.
  init(roundingMilliseconds milliseconds: Double) {
    let tenths = (milliseconds * 10).rounded()
    self = .microseconds(tenths.isNaN ? 0 : Int64(min(max(tenths, -Self.mostTenths), Self.mostTenths)) * 100)
  }

  /// A hundred years in tenths of a millisecond. The number of microseconds fits into 64 bits.
  private static let mostTenths = 3.2e13
}
