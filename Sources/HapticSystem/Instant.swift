internal import CHapticLinux

/// A moment on `CLOCK_MONOTONIC`, in nanoseconds since an arbitrary start. The same clock in every process of the
/// machine, so that a client can say when the cause of a haptic happened.
public struct Instant: Hashable, Comparable, Sendable {
  /// Nanoseconds since the clock's start.
  public var nanoseconds: Int64

  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// This moment. The corresponding C function is `clock_gettime(CLOCK_MONOTONIC)`.
  public static var now: Instant { Instant(nanoseconds: haptic_monotonic_nanoseconds()) }

  /// Before every moment of the clock.
  public static let distantPast = Instant(nanoseconds: .min)
  /// After every moment of the clock.
  public static let distantFuture = Instant(nanoseconds: .max)

  public static func < (left: Instant, right: Instant) -> Bool { left.nanoseconds < right.nanoseconds }

  /// Later by this duration. Saturates at the ends of the clock.
  public func advanced(by duration: Duration) -> Instant {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(duration.wholeNanoseconds)
    if overflow { return duration < .zero ? .distantPast : .distantFuture }
    return Instant(nanoseconds: sum)
  }

  /// How long it is from here to `later`; negative if they are the other way round.
  public func duration(to later: Instant) -> Duration {
    let (difference, overflow) = later.nanoseconds.subtractingReportingOverflow(nanoseconds)
    return Duration(wholeNanoseconds: overflow ? (later > self ? .max : .min) : difference)
  }

  /// Saturates at the ends of the clock.
  public static func + (instant: Instant, duration: Duration) -> Instant { instant.advanced(by: duration) }

  public static func - (instant: Instant, duration: Duration) -> Instant { instant.advanced(by: .zero - duration) }

  /// How long from `earlier` to `later`; negative if they are the other way round.
  public static func - (later: Instant, earlier: Instant) -> Duration { earlier.duration(to: later) }
}

// A duration counts attoseconds in 128 bits. These go straight to that number: every play does so a dozen times, and
// the standard library's own ways, by seconds and attoseconds apart, take ten times as long.

extension Duration {
  /// The duration in nanoseconds, rounded towards zero; saturated where 64 bits do not hold it (292 years).
  public var wholeNanoseconds: Int64 { Int64(clamping: attoseconds / Self.attosecondsPerNanosecond) }

  /// The duration in microseconds, rounded towards zero and saturated like `wholeNanoseconds`.
  public var wholeMicroseconds: Int64 { wholeNanoseconds / 1000 }

  /// So many nanoseconds.
  public init(wholeNanoseconds: Int64) {
    self.init(attoseconds: Int128(wholeNanoseconds) * Self.attosecondsPerNanosecond)
  }

  private static var attosecondsPerNanosecond: Int128 { 1_000_000_000 }
}
