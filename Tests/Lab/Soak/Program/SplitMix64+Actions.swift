import TestSupport

extension SplitMix64 {
  /// Returns true once in `share` calls, on average.
  mutating func chance(_ share: Int) -> Bool { Int.random(in: 0..<share, using: &self) == 0 }

  mutating func milliseconds(_ range: ClosedRange<Int>) -> Duration {
    .milliseconds(Int.random(in: range, using: &self))
  }

  mutating func one<Element>(of elements: [Element]) -> Element { elements.randomElement(using: &self)! }
}
