extension Duration {
  /// The duration in milliseconds, with fractions.
  var inMilliseconds: Double { self / .milliseconds(1) }

  /// A duration rounded to a tenth of a millisecond, which is finer than any motor or timer here. Steps of a drive lie
  /// on this grid, so that they read well and compare exactly.
  init(roundingMilliseconds milliseconds: Double) {
    self = .microseconds(Int64((milliseconds * 10).rounded()) * 100)
  }
}
