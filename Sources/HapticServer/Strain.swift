internal import HapticSystem
internal import MotorModel

/// How much an actuator was driven of late, and whether it must rest; see `Endurance`.
struct Strain {
  private let duty: Double
  private let capacity: Double
  private let rested: Double
  /// In seconds of full drive without rest, 0 at rest.
  private var amount = 0.0
  private var load = 0.0
  private var since = Instant.distantPast
  private(set) var isExhausted = false

  init(_ endurance: Endurance) {
    duty = endurance.duty
    capacity = endurance.capacity
    rested = endurance.rested
  }

  /// From `now` on the load is this one, 0...1.
  mutating func set(_ load: Double, at now: Instant) {
    amount = amount(at: now)
    self.load = load
    since = max(now, since)
  }

  /// Brings it up to date.
  mutating func advance(to now: Instant) {
    let amount = amount(at: now)
    // What is asked for to the nanosecond is reached to within one.
    if amount >= capacity - 1e-6 { isExhausted = true }
    if amount <= rested { isExhausted = false }
  }

  /// When it will be exhausted if the load stays; nil where it never will.
  var exhaustion: Instant? {
    let growth = load - duty
    guard growth > 0 else { return nil }
    return since + .nanoseconds(Int64(max(capacity - amount, 0) / growth * 1e9) + 1)
  }

  private func amount(at now: Instant) -> Double {
    guard since > .distantPast, now > since else { return amount }
    return max(amount + (load - duty) * Double(now.nanoseconds - since.nanoseconds) / 1e9, 0)
  }
}
