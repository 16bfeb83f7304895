/// Matches felt pulses to intended pulses.
///
/// Pulses keep their order, and each felt pulse matches at most one intended pulse; pulses may stay unmatched. Selects
/// the matching with the most and the closest pairs: an alignment of two sequences by dynamic programming, limited to
/// pairs that are close in time.
struct PulseMatching {
  /// The maximum delay of a match beyond the tolerance. Renderers delay pulses by up to about 120 ms to keep them
  /// separate, and slow motors add to that.
  private static let latest = Duration.milliseconds(200)

  private let intended: [Pulse]
  private let felt: [Duration]
  /// The range of felt pulses that each intended pulse can match.
  private let candidates: [Range<Int>]
  /// `best[i][j - base]`: the score of the best matching of the first i intended pulses with the first j felt pulses.
  /// `base` is the first candidate of the intended pulse i - 1.
  private var best: [[Double]] = [[0]]

  /// Matches pulses by their times; both arrays must be sorted.
  ///
  /// - Returns: for each of `intended`, the index of its match in `felt`, or nil without a match.
  static func match(_ intended: [Pulse], with felt: [Duration]) -> [Int?] {
    PulseMatching(intended, felt).trace()
  }

  private init(_ intended: [Pulse], _ felt: [Duration]) {
    self.intended = intended
    self.felt = felt
    var (low, high) = (0, 0)
    candidates = intended.map { pulse in
      // A felt pulse does not precede its intended pulse by more than the tolerance.
      while low < felt.count, felt[low] < pulse.onset - pulse.tolerance { low += 1 }
      high = max(high, low)
      while high < felt.count, felt[high] <= pulse.onset + pulse.tolerance + Self.latest { high += 1 }
      return low..<high
    }
    for index in intended.indices {
      let range = candidates[index]
      var row = [worth(of: index, first: range.lowerBound)]
      for position in range {
        let paired = worth(of: index, first: position) + worth(ofPair: index, position)
        row.append(max(worth(of: index, first: position + 1), row[row.count - 1], paired))
      }
      best.append(row)
    }
  }

  /// The score of the first `count` intended pulses with the first `position` felt pulses. Positions outside the stored
  /// range have the score at its nearest end.
  private func worth(of count: Int, first position: Int) -> Double {
    let base = count == 0 ? 0 : candidates[count - 1].lowerBound
    let row = best[count]
    return row[min(max(position - base, 0), row.count - 1)]
  }

  private func worth(ofPair index: Int, _ position: Int) -> Double {
    let distance = felt[position] - intended[index].onset
    return (Self.latest + intended[index].tolerance - max(distance, .zero - distance)) / .milliseconds(1) + 1
  }

  private func trace() -> [Int?] {
    var pairs = [Int?](repeating: nil, count: intended.count)
    var position = felt.count
    for index in intended.indices.reversed() {
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
