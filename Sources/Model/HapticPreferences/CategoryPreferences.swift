public import HapticPatterns

/// The settings of a category.
public struct CategoryPreferences: Equatable, Sendable {
  /// A factor of the felt intensity; `none` switches the category off.
  public var strength = Intensity.full
  /// The rate limit of each application in the category.
  public var rate: RateLimit

  /// The defaults for a category.
  public init(_ category: Category) { rate = RateLimit.standard(for: category) }
}

/// A rate limit as a token bucket: a number of plays at once, a number per second after that, and a minimum gap.
public struct RateLimit: Equatable, Sendable {
  /// The plays per second, above 0.
  public var perSecond: Double
  /// The plays at once, at least 1.
  public var burst: Int
  /// The minimum time between two plays; zero for none.
  public var gap: Duration

  public init(perSecond: Double, burst: Int, gap: Duration = .zero) {
    self.perSecond = perSecond
    self.burst = burst
    self.gap = gap
  }

  /// The default rate limit: far above usual input and games, far below a flood. Fast typists reach 15 keys a second,
  /// briefly more, and a notched wheel 20; messages, calls and alarms must stay few enough for a user.
  public static func standard(for category: Category) -> RateLimit {
    switch category {
    case .touch, .keyboard, .accessibility: RateLimit(perSecond: 40, burst: 40)
    case .media: RateLimit(perSecond: 100, burst: 200)
    case .notification: RateLimit(perSecond: 2, burst: 5)
    case .ringtone, .alarm: RateLimit(perSecond: 1, burst: 5)
    }
  }
}
