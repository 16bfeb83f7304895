internal import CHapticLinux
internal import Glibc

/// A time of day in the time zone of the process.
public struct LocalTime: Sendable {
  /// The day of the week, 0...6 from Sunday.
  public var weekday: Int
  /// The minutes since midnight, 0..<1440.
  public var minute: Int

  /// Creates the local time of a time in seconds since 1970, in the time zone that is set now. The corresponding C functions
  /// are `tzset` and `localtime_r`.
  public init(at seconds: Int64) {
    tzset()
    // unsafe: the structure has a pointer to the zone's name, which is not used
    let parts = unsafe Self.parts(of: seconds)
    weekday = unsafe Int(parts.tm_wday)
    minute = unsafe Int(parts.tm_hour) * 60 + Int(parts.tm_min)
  }

  /// The present time in seconds since 1970. The corresponding C function is `time`.
  public static var seconds: Int64 { Int64(time(nil)) }

  /// Returns the next time after `seconds` at which the local time is one of these minutes of the day, in seconds since
  /// 1970; nil for no minutes. A minute that daylight saving skips is moved by the gap: 02:30 becomes 03:30.
  public static func next(of minutes: [Int], after seconds: Int64) -> Int64? {
    var moments: [Int64] = []
    for day in 0...1 {
      for minute in minutes {
        var parts = unsafe parts(of: seconds)
        unsafe parts.tm_mday += Int32(day)
        unsafe parts.tm_hour = Int32(minute / 60)
        unsafe parts.tm_min = Int32(minute % 60)
        unsafe parts.tm_sec = 0
        unsafe parts.tm_isdst = -1
        moments.append(Int64(unsafe mktime(&parts)))
      }
    }
    return moments.filter { $0 > seconds }.min()
  }

  private static func parts(of seconds: Int64) -> tm {
    var time = time_t(seconds)
    var parts = unsafe tm()
    unsafe localtime_r(&time, &parts)
    return unsafe parts
  }
}

/// A timer on the real-time clock. Its descriptor is readable when the time is reached, and when the clock is set: read
/// the time then.
///
/// The corresponding C functions are those of timerfd_create(2), with `TFD_TIMER_CANCEL_ON_SET`.
public struct WallTimer: ~Copyable, Sendable {
  private let descriptor: FileDescriptor

  public init() throws(Errno) {
    descriptor = FileDescriptor(
      owning: try retryingInterrupts { timerfd_create(CLOCK_REALTIME, Int32(TFD_NONBLOCK | TFD_CLOEXEC)) })
  }

  /// The descriptor to wait on; see `FileDescriptor.rawValue`.
  public var rawValue: Int32 { descriptor.rawValue }

  /// Sets the timer to a time in seconds since 1970; nil clears it. Discards an earlier expiration.
  public func set(for seconds: Int64?) throws(Errno) {
    _ = try retryingInterrupts { haptic_wall_timer_set(descriptor.rawValue, seconds ?? 0) }
  }
}
