internal import HapticPatterns
internal import HapticPreferences
internal import HapticSystem
internal import MotorRendering

// The used duty of an actuator grows while it is driven and falls while it is at rest; see `Endurance`. Categories of
// lower priority are refused earlier, which leaves a reserve for those of higher priority:
//
//     capacity ── ringtone, alarm ─┐
//         80 % ── accessibility    │ a reserve that nothing else can spend
//         75 % ── notification
//         70 % ── touch, keyboard
//         60 % ── media
//            0
//
// A category is refused until the used duty has fallen to half of the category's limit.

/// The used duty of one actuator, and the categories that are refused while it cools down.
struct DutyLimiter {
  private let duty: Double
  private let capacity: Double
  /// The lowest limit of a category.
  private let lowest: Double
  /// The used duty, in seconds of full drive; 0 after a long rest.
  private var used = 0.0
  private var load = 0.0
  private var since = Instant.distantPast
  private var exhausted: CategorySet = []

  init(_ endurance: Endurance) {
    duty = endurance.duty
    capacity = endurance.capacity
    lowest = endurance.capacity * Category.media.shareOfEndurance
  }

  /// Sets the load, 0...1, from `now` on.
  mutating func set(_ load: Double, at now: Instant) {
    used = used(at: now)
    self.load = load
    since = max(now, since)
  }

  /// The categories that are refused while the actuator cools down.
  mutating func exhausted(at now: Instant) -> CategorySet {
    // Without a load above the permitted duty, the used duty only falls.
    let most = load > duty ? used(at: now) : used
    if exhausted.isEmpty, most < lowest - Self.precision { return [] }
    let used = used(at: now)
    for category in Category.allCases {
      let limit = limit(of: category)
      if used >= limit - Self.precision {
        exhausted.insert(CategorySet(category))
      } else if used <= limit * Endurance.rested {
        exhausted.remove(CategorySet(category))
      }
    }
    return exhausted
  }

  /// The time at which a category will be exhausted if the load stays the same, or nil if it never will within a year.
  func exhaustion(of category: Category) -> Instant? {
    let seconds = max(limit(of: category) - used, 0) / (load - duty)
    guard load > duty, seconds < Self.never else { return nil }
    return since + .nanoseconds(Int64(seconds * 1e9) + 1)
  }

  private static let never = 365 * 86_400.0

  private func limit(of category: Category) -> Double { capacity * category.shareOfEndurance }

  private func used(at now: Instant) -> Double {
    guard since > .distantPast, now > since else { return used }
    return max(used + (load - duty) * Double(now.nanoseconds - since.nanoseconds) / 1e9, 0)
  }

  /// The tolerance of the used duty, in seconds: a limit counts as reached at the nanosecond of `exhaustion`.
  private static let precision = 1e-6
}

extension Category {
  /// The share of an actuator's capacity from which this category is refused.
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
