internal import CHapticLinux
internal import Glibc

/// The time on the wall, in the time zone of the process.
public struct LocalTime: Equatable, Sendable {
  /// 0...6 from Sunday.
  public var weekday: Int
  /// Since midnight, 0..<1440.
  public var minute: Int

  public init(weekday: Int, minute: Int) {
    self.weekday = weekday
    self.minute = minute
  }

  /// A moment in seconds since 1970. The corresponding C function is `localtime_r`.
  public init(at seconds: Int64) {
    // unsafe: the structure has a pointer to the zone's name, which is not looked at
    let parts = unsafe Self.parts(of: seconds)
    weekday = unsafe Int(parts.tm_wday)
    minute = unsafe Int(parts.tm_hour) * 60 + Int(parts.tm_min)
  }

  /// Seconds since 1970, now. The corresponding C function is `time`.
  public static var seconds: Int64 { Int64(time(nil)) }

  /// The first moment after `seconds` at which the wall shows one of these minutes of the day, in seconds since 1970.
  /// What daylight saving leaves out is taken for the minute after it. Nil for no minutes.
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

/// A timer on the clock on the wall. Its descriptor is readable when the time has come, also because somebody set the
/// clock: look at the time then.
///
/// The corresponding C functions are those of timerfd_create(2), with `TFD_TIMER_CANCEL_ON_SET`.
public struct WallTimer: ~Copyable, Sendable {
  private let descriptor: FileDescriptor

  public init() throws(Errno) {
    descriptor = FileDescriptor(owning: try retryingInterrupts { haptic_wall_timer() })
  }

  /// The number to watch; see `FileDescriptor.rawValue`.
  public var rawValue: Int32 { descriptor.rawValue }

  /// Sets it for a moment in seconds since 1970; nil clears it. What it showed before is forgotten.
  public func set(for seconds: Int64?) throws(Errno) {
    let raw = descriptor.rawValue
    _ = try retryingInterrupts { haptic_wall_timer_set(raw, seconds ?? 0) }
  }
}
