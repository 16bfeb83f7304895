/// Which pulse belongs to what was meant.
public enum Matching {
  /// How far a pulse may be from where it is meant, once a constant latency is taken off, in milliseconds. Up to 45...50
  /// ms touch is felt to be simultaneous with what is seen (Vogels; Di Luca, Mahnan 2019; Kaaresoja 2014).
  public static let tolerance = 50

  private enum Choice: UInt8 { case pair, skipMeant, skipOnset }

  /// For each of the moments `meant` the pulse that is matched to it: one to one and in order, as many as possible, and
  /// of all ways to do that the one with the least distances, so that a pulse that is lost is missing where it was lost.
  /// Both are in order of time.
  public static func pairs(_ meant: [Int], _ onsets: [Int], tolerance: Int = tolerance) -> [Int?] {
    // More than all distances together could be: a pair is worth any of them.
    let unmatched = (tolerance + 1) * (min(meant.count, onsets.count) + 1)
    let width = onsets.count + 1
    var choices = [Choice](repeating: .skipMeant, count: (meant.count + 1) * width)
    for column in 1..<max(width, 1) { choices[column] = .skipOnset }
    // What it costs at least to deal with so many of the meant and so many of the onsets.
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
