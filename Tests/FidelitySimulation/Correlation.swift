/// Pearson's correlation of two envelopes.
package enum Correlation {
  /// The range of constant latencies that are subtracted before envelopes are compared, in milliseconds. Responses to a
  /// touch of up to 70 ms are rated well, those of 70 to 100 ms are not (Kaaresoja, Brewster, Lantz 2014). A player
  /// that knows its motor starts earlier by the latency.
  package static let latencies = 0...70

  /// Returns the correlation; 0 if one of the envelopes is constant.
  package static func pearson(_ left: [Double], _ right: [Double]) -> Double { pearson(left, right, shift: 0) }

  /// Returns the correlation with `right` moved to the left by `shift`, over the length of `left`; values beyond an end
  /// count as 0.
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

  /// Returns the best correlation with a latency in `latencies`, and that latency.
  package static func aligned(_ meant: [Double], _ felt: [Double]) -> (correlation: Double, latency: Int) {
    var best = (correlation: -Double.infinity, latency: 0)
    for latency in latencies {
      let correlation = pearson(meant, felt, shift: latency)
      if correlation > best.correlation { best = (correlation, latency) }
    }
    return best
  }
}
