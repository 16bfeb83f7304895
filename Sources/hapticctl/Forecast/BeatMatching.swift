/// Which felt beat is which meant one.
///
/// Beats keep their order, a late one takes its own and not the next one's place, and what cannot be matched is left
/// over. Of all ways to match them, the one with the most pairs that are nearest to each other: an alignment of two
/// sequences by dynamic programming, in which only what is near in time is looked at.
struct BeatMatching {
  /// How much later than in time a beat may be felt and still be that one. Renderers delay by some 120 ms for the sake of
  /// telling beats apart, and slow motors come after that.
  private static let latest = Duration.milliseconds(200)

  private let meant: [Beat]
  private let felt: [Duration]
  /// For each meant one, the felt ones it may be.
  private let candidates: [Range<Int>]
  /// `best[i][j - base]`: the worth of the best matching of the first i meant with the first j felt ones, where `base`
  /// is the first candidate of i - 1.
  private var best: [[Double]] = []

  /// For each of `meant` the position of its own in `felt`, or nil. Both in order of time.
  static func match(_ meant: [Beat], with felt: [Duration]) -> [Int?] {
    guard !felt.isEmpty else { return meant.map { _ in nil } }
    var matching = BeatMatching(meant, felt)
    matching.weigh()
    return matching.trace()
  }

  private init(_ meant: [Beat], _ felt: [Duration]) {
    self.meant = meant
    self.felt = felt
    var (low, high) = (0, 0)
    candidates = meant.map { beat in
      // Nothing is played before its time.
      while low < felt.count, felt[low] < beat.onset - beat.tolerance { low += 1 }
      high = max(high, low)
      while high < felt.count, felt[high] <= beat.onset + beat.tolerance + Self.latest { high += 1 }
      return low..<high
    }
  }

  private mutating func weigh() {
    best = [[0]]
    for index in meant.indices {
      let range = candidates[index]
      var row = [worth(of: index, first: range.lowerBound)]
      for position in range {
        let paired = worth(of: index, first: position) + worth(ofPair: index, position)
        row.append(max(worth(of: index, first: position + 1), row[row.count - 1], paired))
      }
      best.append(row)
    }
  }

  /// Of the first `count` meant ones with the first `position` felt ones, which is beyond what is kept at most.
  private func worth(of count: Int, first position: Int) -> Double {
    let base = count == 0 ? 0 : candidates[count - 1].lowerBound
    let row = best[count]
    return row[min(max(position - base, 0), row.count - 1)]
  }

  private func worth(ofPair index: Int, _ position: Int) -> Double {
    let distance = felt[position] - meant[index].onset
    return (Self.latest + meant[index].tolerance - max(distance, .zero - distance)) / .milliseconds(1) + 1
  }

  private func trace() -> [Int?] {
    var pairs = [Int?](repeating: nil, count: meant.count)
    var position = felt.count
    for index in meant.indices.reversed() {
      let range = candidates[index]
      position = min(position, range.upperBound)
      while position > range.lowerBound {
        let here = worth(of: index + 1, first: position)
        if here == worth(of: index, first: position) { break }
        position -= 1
        if here == worth(of: index + 1, first: position) { continue }
        pairs[index] = position
        break
      }
    }
    return pairs
  }
}
