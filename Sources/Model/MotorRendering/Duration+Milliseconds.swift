extension Duration {
  /// The duration in milliseconds, with fractions.
  ///
  /// Equals a division by one millisecond. Durations that fit into 64 bits of attoseconds, up to 9 seconds, take a
  /// tenth of the time.
  var inMilliseconds: Double {
    let short = Int64(truncatingIfNeeded: attoseconds)
    return Int128(short) == attoseconds ? Double(short) / 1e15 : self / .milliseconds(1)
  }

  /// Half of the duration. The division of a `Duration` by a number takes a hundred times as long.
  var half: Duration { Duration(attoseconds: attoseconds / 2) }

  /// Creates a duration rounded to 0.1 ms, which is finer than any motor or timer.
  ///
  /// The steps of a drive use this unit, so that they are readable and compare exactly. Clamps values beyond 100 years;
  /// not-a-number becomes zero.
  init(roundingMilliseconds milliseconds: Double) {
    let tenths = (milliseconds * 10).rounded()
    self = .microseconds(tenths.isNaN ? 0 : Int64(min(max(tenths, -Self.mostTenths), Self.mostTenths)) * 100)
  }

  /// The duration rounded up to 0.1 ms.
  var roundedUp: Duration {
    let rounded = Duration(roundingMilliseconds: inMilliseconds)
    return rounded < self ? rounded + .microseconds(100) : rounded
  }

  /// 100 years in tenths of a millisecond. The number of microseconds fits into 64 bits.
  private static let mostTenths = 3.2e13
}
