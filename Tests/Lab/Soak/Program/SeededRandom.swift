/// A small seeded generator (Steele, Lea, Flood 2014), so that a run can be repeated.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return value ^ (value >> 31)
  }

  /// Returns true once in `share` calls, on average.
  mutating func chance(_ share: Int) -> Bool { Int.random(in: 0..<share, using: &self) == 0 }

  mutating func milliseconds(_ range: ClosedRange<Int>) -> Duration {
    .milliseconds(Int.random(in: range, using: &self))
  }

  mutating func one<Element>(of elements: [Element]) -> Element { elements.randomElement(using: &self)! }
}
