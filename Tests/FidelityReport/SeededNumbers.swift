/// Numbers that a seed determines: SplitMix64 (Steele, Lea, Flood 2014).
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number of the range.
  mutating func number(_ range: ClosedRange<Double>) -> Double {
    let part = Double(next() >> 11) / Double(1 << 53)
    return range.lowerBound + (range.upperBound - range.lowerBound) * part
  }

  /// Returns a number of the range whose logarithm is evenly distributed; the range is above 0.
  mutating func ratio(_ range: ClosedRange<Double>) -> Double {
    var number = range.lowerBound
    let part = self.number(0...1)
    // Without a logarithm, whose last digits differ between machines: sixteen steps of a power of two.
    for step in 1...16 where Int(part * 65536) >> (16 - step) & 1 == 1 {
      number *= Self.root(range.upperBound / range.lowerBound, step)
    }
    return number
  }

  private static func root(_ ratio: Double, _ times: Int) -> Double {
    (0..<times).reduce(ratio) { root, _ in root.squareRoot() }
  }

  /// Returns a whole number of the range.
  mutating func count(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }

  /// Returns true in `part` of all cases.
  mutating func isTrue(_ part: Double) -> Bool { number(0...1) < part }
}
