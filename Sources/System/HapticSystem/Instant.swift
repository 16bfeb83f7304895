internal import CHapticLinux

/// A time on `CLOCK_MONOTONIC`, in nanoseconds since an arbitrary start. All processes of the system use the same
/// clock, so that a client can give the time of a haptic's cause.
public struct Instant: Hashable, Comparable, Sendable {
  /// Nanoseconds since the clock's start.
  public var nanoseconds: Int64

  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// The present time. The corresponding C function is `clock_gettime(CLOCK_MONOTONIC)`.
  public static var now: Instant { Instant(nanoseconds: haptic_monotonic_nanoseconds()) }

  /// Earlier than every time of the clock.
  public static var distantPast: Instant { Instant(nanoseconds: .min) }
  /// Later than every time of the clock.
  public static var distantFuture: Instant { Instant(nanoseconds: .max) }

  public static func < (left: Instant, right: Instant) -> Bool { left.nanoseconds < right.nanoseconds }

  /// Returns the time later by a duration. Saturates at the ends of the clock.
  public func advanced(by duration: Duration) -> Instant {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(duration.wholeNanoseconds)
    if overflow { return duration < .zero ? .distantPast : .distantFuture }
    return Instant(nanoseconds: sum)
  }

  /// Returns the duration from this time to `later`; negative if `later` is earlier.
  public func duration(to later: Instant) -> Duration {
    let (difference, overflow) = later.nanoseconds.subtractingReportingOverflow(nanoseconds)
    return Duration(wholeNanoseconds: overflow ? (later > self ? .max : .min) : difference)
  }

  /// Saturates at the ends of the clock.
  public static func + (instant: Instant, duration: Duration) -> Instant { instant.advanced(by: duration) }

  public static func - (instant: Instant, duration: Duration) -> Instant { instant.advanced(by: .zero - duration) }

  /// Returns the duration from `earlier` to `later`; negative if `later` is earlier.
  public static func - (later: Instant, earlier: Instant) -> Duration { earlier.duration(to: later) }
}

// A duration counts attoseconds in 128 bits. These conversions use that number directly: every play needs a dozen of
// them, and those of the standard library, with separate seconds and attoseconds, take ten times as long.

extension Duration {
  /// The duration in nanoseconds, rounded towards zero; saturated outside 64 bits (292 years).
  public var wholeNanoseconds: Int64 {
    // Up to 9 seconds, 64 bits hold the attoseconds: one instruction instead of a division of 128 bits.
    if let attoseconds = Int64(exactly: attoseconds) { return attoseconds / 1_000_000_000 }
    return Int64(clamping: attoseconds / Self.attosecondsPerNanosecond)
  }

  /// The duration in microseconds, rounded towards zero and saturated like `wholeNanoseconds`.
  public var wholeMicroseconds: Int64 { wholeNanoseconds / 1000 }

  /// Creates a duration of the given nanoseconds.
  public init(wholeNanoseconds: Int64) {
    self.init(attoseconds: Int128(wholeNanoseconds) * Self.attosecondsPerNanosecond)
  }

  private static var attosecondsPerNanosecond: Int128 { 1_000_000_000 }
}
