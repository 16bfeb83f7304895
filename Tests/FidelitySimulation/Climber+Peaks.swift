// The part of the error that comes from the peaks of transients and vibrations.

extension Climber {
  /// The weight of the squared error of a peak, in milliseconds of the same error over time: about a tap.
  private static let peakWeight = 30.0

  /// Returns the decrease of the peak error for the parts that the change affects.
  func peakGain(_ change: Change) -> Double {
    let touched = change.first - latency..<change.first + change.felt.count - latency
    // The parts are in order of their starts, and hardly overlap.
    var index = firstPart(endingAfter: touched.lowerBound)
    var gain = 0.0
    while index < parts.count, parts[index].lowerBound < touched.upperBound {
      let range = (parts[index].lowerBound + latency..<parts[index].upperBound + latency).clamped(to: felt.indices)
      var (old, new) = (0.0, 0.0)
      for moment in range {
        let offset = moment - change.first
        old = max(old, felt[moment])
        new = max(new, change.felt.indices.contains(offset) ? change.felt[offset] : felt[moment])
      }
      gain += peakError(old, of: index) - peakError(new, of: index)
      index += 1
    }
    return gain
  }

  private func firstPart(endingAfter moment: Int) -> Int {
    var (low, high) = (0, parts.count)
    while low < high {
      let middle = (low + high) / 2
      if parts[middle].upperBound > moment { high = middle } else { low = middle + 1 }
    }
    return low
  }

  func peakError(_ peak: Double, of part: Int) -> Double {
    let difference = peak - meantPeaks[part]
    return Self.peakWeight * difference * difference
  }
}
