internal import HapticPatterns
internal import HapticPreferences
internal import HapticSystem
internal import MotorRendering

// How much an actuator was driven of late; see `Endurance`. What ranks lower must rest earlier, so that it leaves a
// reserve to what ranks higher:
//
//     capacity ── ringtone, alarm ─┐
//         80 % ── accessibility    │ a reserve that nothing else can spend
//         75 % ── notification
//         70 % ── touch, keyboard
//         60 % ── media
//            0
//
// A category that must rest does so until the duty is half of where it began to.

/// The duty on one actuator, and which categories must rest.
struct DutyLimiter {
  private let duty: Double
  private let capacity: Double
  /// In seconds of full drive without rest, 0 at rest.
  private var amount = 0.0
  private var load = 0.0
  private var since = Instant.distantPast
  /// The categories that must rest.
  private(set) var exhausted: CategorySet = []

  init(_ endurance: Endurance) {
    duty = endurance.duty
    capacity = endurance.capacity
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
    if exhausted.isEmpty, amount < limit(of: .media) - Self.precision { return }
    for category in Category.allCases {
      let limit = limit(of: category)
      if amount >= limit - Self.precision {
        exhausted.insert(CategorySet(category))
      } else if amount <= limit * Endurance.rested {
        exhausted.remove(CategorySet(category))
      }
    }
  }

  /// When a category will be exhausted if the load stays; nil where it never will.
  func exhaustion(of category: Category) -> Instant? {
    let growth = load - duty
    guard growth > 0 else { return nil }
    return since + .nanoseconds(Int64(max(limit(of: category) - amount, 0) / growth * 1e9) + 1)
  }

  private func limit(of category: Category) -> Double { capacity * category.shareOfEndurance }

  private func amount(at now: Instant) -> Double {
    guard since > .distantPast, now > since else { return amount }
    return max(amount + (load - duty) * Double(now.nanoseconds - since.nanoseconds) / 1e9, 0)
  }

  /// Of an amount: a limit is reached at the nanosecond that was computed for it.
  private static let precision = 1e-6
}

extension Category {
  /// The share of an actuator's endurance at which feedback of this category must rest.
  var shareOfEndurance: Double {
    switch self {
    case .ringtone, .alarm: 1
    case .accessibility: 0.8
    case .notification: 0.75
    case .touch, .keyboard: 0.7
    case .media: 0.6
    }
  }
}
