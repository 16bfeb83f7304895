/// The pause before something is tried again: half a second, doubled with each failure up to eight seconds.
package struct RetryPause {
  private var failures = 0

  package init() {}

  package mutating func next() -> Duration {
    defer { failures = min(failures + 1, Self.mostDoublings) }
    return Self.shortest * (1 << failures)
  }

  package mutating func reset() { failures = 0 }

  private static let shortest = Duration.milliseconds(500)
  private static let mostDoublings = 4
}
