/// Pearson's correlation of two envelopes.
public enum Correlation {
  /// A constant latency that is taken off before envelopes are compared, in milliseconds: up to 70 ms a response to a
  /// touch is judged well, from 70 to 100 ms it is not (Kaaresoja, Brewster, Lantz 2014). A player that knows its motor
  /// starts earlier by it.
  public static let latencies = 0...70

  /// 0 where one of both does not vary.
  public static func pearson(_ left: [Double], _ right: [Double]) -> Double { pearson(left, right, shift: 0) }

  /// With `right` moved to the left by `shift`; what is beyond an end counts as 0. Over the length of `left`.
  static func pearson(_ left: [Double], _ right: [Double], shift: Int) -> Double {
    let count = Double(left.count)
    var (sums, squares, products) = ((left: 0.0, right: 0.0), (left: 0.0, right: 0.0), 0.0)
    for index in left.indices {
      let a = left[index]
      let b = index + shift < right.count ? right[index + shift] : 0
      sums = (sums.left + a, sums.right + b)
      squares = (squares.left + a * a, squares.right + b * b)
      products += a * b
    }
    let variances = (
      left: squares.left - sums.left * sums.left / count, right: squares.right - sums.right * sums.right / count
    )
    guard variances.left > 1e-12, variances.right > 1e-12 else { return 0 }
    return (products - sums.left * sums.right / count) / (variances.left * variances.right).squareRoot()
  }

  /// The best correlation with a latency in `latencies`, and that latency.
  public static func aligned(_ meant: [Double], _ felt: [Double]) -> (correlation: Double, latency: Int) {
    var best = (correlation: -Double.infinity, latency: 0)
    for latency in latencies {
      let correlation = pearson(meant, felt, shift: latency)
      if correlation > best.correlation { best = (correlation, latency) }
    }
    return best
  }
}
