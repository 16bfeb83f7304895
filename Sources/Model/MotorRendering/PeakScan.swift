/// A short row of strengths, one per `Skin.grain`, evaluated only around the felt peak, because each evaluation costs a
/// power function.
struct PeakScan {
  /// The maximum number of strengths; longer than any tap, and than the relevant part of any push.
  static let capacity = 32

  private let count: Int
  /// The strengths, with `Skin.reach` zeros at either end, at least, so that the felt strength at the ends needs
  /// no special case.
  private var strengths = InlineArray<48, Double>(repeating: 0)
  /// The range of evaluated strengths.
  private var known = (lower: 0, upper: 0)

  /// Creates a row of `count` strengths, at most `capacity`, with zeros before and after them.
  init(count: Int) {
    precondition(count <= Self.capacity)
    self.count = count
  }

  /// Returns the highest felt strength of a row that rises to one peak, at or next to `top`, and falls after it.
  ///
  /// The felt strength of a row with one peak has one peak, so that hill climbing finds it.
  mutating func peak(near top: Int, _ strength: (Int) -> Double) -> Double {
    guard count > 0 else { return 0 }
    let weights = Skin.weights
    let start = min(top, count - 1)
    known = (start, start)
    let foot = felt(start, weights, strength)
    var peak = foot
    for middle in start + 1..<max(count, start + 1) {
      let next = felt(middle, weights, strength)
      if next <= peak { break }
      peak = next
    }
    guard peak == foot else { return peak }
    for middle in stride(from: start - 1, through: 0, by: -1) {
      let next = felt(middle, weights, strength)
      if next <= peak { break }
      peak = next
    }
    return peak
  }

  /// Returns the highest felt strength of any row.
  mutating func peak(_ strength: (Int) -> Double) -> Double {
    let weights = Skin.weights
    return (0..<count).reduce(0) { max($0, felt($1, weights, strength)) }
  }

  private mutating func felt(_ middle: Int, _ weights: [Double], _ strength: (Int) -> Double) -> Double {
    learn(from: max(middle - Skin.reach, 0), to: min(middle + Skin.reach + 1, count), strength)
    let weights = weights.span
    let around = strengths.span.extracting(middle..<middle + Skin.span)
    var felt = 0.0
    for place in around.indices { felt += around[place] * weights[place] }
    return felt
  }

  private mutating func learn(from first: Int, to end: Int, _ strength: (Int) -> Double) {
    while known.lower > first {
      known.lower -= 1
      strengths[known.lower + Skin.reach] = strength(known.lower)
    }
    while known.upper < end {
      strengths[known.upper + Skin.reach] = strength(known.upper)
      known.upper += 1
    }
  }
}
