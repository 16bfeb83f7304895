public import HapticSystem

// `Instant` is exported without the operators of its module, which are therefore not visible to applications. These
// operators replace them. They are disfavored, so that they cause no ambiguity for code that imports both.

extension Instant {
  /// The sum; saturates at the limits of the clock.
  @_disfavoredOverload
  public static func + (instant: Instant, duration: Duration) -> Instant { instant.advanced(by: duration) }

  /// The difference; saturates at the limits of the clock.
  @_disfavoredOverload
  public static func - (instant: Instant, duration: Duration) -> Instant { instant.advanced(by: .zero - duration) }

  /// The time from `earlier` to `later`; negative if `later` precedes `earlier`.
  @_disfavoredOverload
  public static func - (later: Instant, earlier: Instant) -> Duration { earlier.duration(to: later) }
}
