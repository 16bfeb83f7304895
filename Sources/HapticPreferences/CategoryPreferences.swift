public import HapticPatterns

/// What is wanted of all feedback that plays for one reason.
public struct CategoryPreferences: Equatable, Sendable {
  /// Scales what is felt; `none` switches the category off.
  public var strength = Intensity.full
  /// How often one application may play in the category.
  public var rate: RateLimit

  /// The defaults for a category.
  public init(_ category: Category) { rate = RateLimit.standard(for: category) }
}

/// A token bucket: so many at once, so many a second from then on, and never two closer than the gap.
public struct RateLimit: Equatable, Sendable {
  /// Above 0.
  public var perSecond: Double
  /// At least 1.
  public var burst: Int
  /// The shortest time between two; zero for none.
  public var gap: Duration

  public init(perSecond: Double, burst: Int, gap: Duration = .zero) {
    self.perSecond = perSecond
    self.burst = burst
    self.gap = gap
  }

  /// Far above what hands and games do, far below what floods do. The fastest typists reach 15 keys a second, for a
  /// moment more, and a wheel of notches 20; a message, a call or an alarm is something that a person must cope with.
  public static func standard(for category: Category) -> RateLimit {
    switch category {
    case .touch, .keyboard: RateLimit(perSecond: 40, burst: 40)
    case .accessibility: RateLimit(perSecond: 40, burst: 40)
    case .media: RateLimit(perSecond: 100, burst: 200)
    case .notification: RateLimit(perSecond: 2, burst: 5)
    case .ringtone, .alarm: RateLimit(perSecond: 1, burst: 5)
    }
  }
}
