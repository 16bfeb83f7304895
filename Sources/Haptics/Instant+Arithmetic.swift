public import HapticSystem

// `Instant` is exported alone, without the operators of its module, which an application therefore does not see. These
// stand in for them, and stand back for whoever sees both.

extension Instant {
  /// Saturates at the ends of the clock.
  @_disfavoredOverload
  public static func + (instant: Instant, duration: Duration) -> Instant { instant.advanced(by: duration) }

  /// Saturates at the ends of the clock.
  @_disfavoredOverload
  public static func - (instant: Instant, duration: Duration) -> Instant { instant.advanced(by: .zero - duration) }

  /// How long from `earlier` to `later`; negative if they are the other way round.
  @_disfavoredOverload
  public static func - (later: Instant, earlier: Instant) -> Duration { earlier.duration(to: later) }
}
