internal import HapticSystem

/// The operations on a node, and the median durations of its calls.
package struct Costs: Hashable, Sendable {
  var counters = MotorCounters()
  /// The duration of an upload; zero before the first.
  package var upload = Duration.zero
  /// The duration of the write of a level, likewise.
  package var play = Duration.zero
  /// The number of levels that were out of date before the node's thread could write them.
  var skipped: UInt64 = 0
}

/// The duration of calls: the median of the last eight that were measured. It is read more often than it changes, so it
/// is computed with each measurement.
struct CostMeter: Sendable {
  private var nanoseconds: [8 of Int64] = .init(repeating: 0)
  private var calls = 0
  private var count = 0
  /// Zero before the first call.
  private(set) var median = Duration.zero

  /// Counts a call, and returns whether to measure it: the first eight, and then one in sixteen.
  mutating func wantsNext() -> Bool {
    calls += 1
    return calls <= 8 || calls % 16 == 0
  }

  mutating func add(from start: Instant, to end: Instant) {
    nanoseconds[count % 8] = end.nanoseconds - start.nanoseconds
    count += 1
    median = .nanoseconds(middle(of: min(count, 8)))
  }

  /// The median of the first `known` times, by insertion sort without an array.
  private func middle(of known: Int) -> Int64 {
    var sorted = nanoseconds
    for index in 1..<max(known, 1) {
      var place = index
      while place > 0, sorted[place - 1] > sorted[place] {
        sorted.swapAt(place - 1, place)
        place -= 1
      }
    }
    return sorted[known / 2]
  }
}
