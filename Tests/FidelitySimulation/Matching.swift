/// Assigns pulses to intended times.
package enum Matching {
  /// The maximum distance of a pulse from its intended time after a constant latency is subtracted, in milliseconds.
  /// Touch up to 45...50 ms from a visual event feels simultaneous (Vogels; Di Luca, Mahnan 2019; Kaaresoja 2014).
  package static let tolerance = 50

  private enum Choice: UInt8 { case pair, skipMeant, skipOnset }

  /// Returns the pulse for each of the times `meant`: one to one and in order, as many as possible, and with the least
  /// total distance, so that a lost pulse is missing at its own time. Both lists must be in order of time.
  package static func pairs(_ meant: [Int], _ onsets: [Int], tolerance: Int = tolerance) -> [Int?] {
    // More than the sum of all distances, so that a pair is always better.
    let unmatched = (tolerance + 1) * (min(meant.count, onsets.count) + 1)
    let width = onsets.count + 1
    var choices = [Choice](repeating: .skipMeant, count: (meant.count + 1) * width)
    for column in 1..<max(width, 1) { choices[column] = .skipOnset }
    // The least cost of assigning the first meant times to the first onsets.
    var above = [Int](repeating: 0, count: width)
    for (row, moment) in meant.enumerated() {
      var costs = [above[0] + unmatched] + [Int](repeating: 0, count: onsets.count)
      for (column, onset) in onsets.enumerated() {
        var best = (cost: costs[column], choice: Choice.skipOnset)
        if above[column + 1] + unmatched < best.cost { best = (above[column + 1] + unmatched, .skipMeant) }
        let distance = abs(onset - moment)
        if distance <= tolerance, above[column] + distance <= best.cost { best = (above[column] + distance, .pair) }
        costs[column + 1] = best.cost
        choices[(row + 1) * width + column + 1] = best.choice
      }
      above = costs
    }
    return walkBack(choices, meant.count, onsets.count)
  }

  private static func walkBack(_ choices: [Choice], _ meant: Int, _ onsets: Int) -> [Int?] {
    var pairs = [Int?](repeating: nil, count: meant)
    var (row, column) = (meant, onsets)
    while row > 0 {
      switch choices[row * (onsets + 1) + column] {
      case .pair:
        (row, column) = (row - 1, column - 1)
        pairs[row] = column
      case .skipMeant: row -= 1
      case .skipOnset: column -= 1
      }
    }
    return pairs
  }
}
