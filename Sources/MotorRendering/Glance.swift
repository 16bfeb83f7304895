/// A short row of strengths, one every grain of the skin, of which only those are worked out that its peak depends on:
/// each costs a power.
struct Glance {
  /// More than the longest tap has, and than of any push counts.
  static let capacity = 32

  private let count: Int
  /// From `Skin.reach` before the first one on, so that what is felt at either end needs no special case.
  private var strengths = InlineArray<46, Double>(repeating: 0)
  /// Those that are known.
  private var known = (lower: 0, upper: 0)

  /// `count` strengths, at most `capacity`, with nothing before and after them.
  init(count: Int) {
    precondition(count <= Self.capacity)
    self.count = count
  }

  /// The strongest that is felt of strengths that rise to the one at `top`, or before or after it, and fall from there on.
  ///
  /// What is felt of a single hump is a single hump, so that it can be climbed.
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

  /// The strongest that is felt of any strengths.
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
