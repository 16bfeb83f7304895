internal import Glibc
internal import Haptics

/// Converts timestamps of CLOCK_MONOTONIC to the system time.
struct WallClock {
  /// The system time at which CLOCK_MONOTONIC is zero, in nanoseconds since 1970.
  private let offset: Int64

  /// Reads both clocks now. Later changes of the system time have no effect.
  init() {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    offset = Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec) - Instant.now.nanoseconds
  }

  /// - Parameter offset: the system time at which CLOCK_MONOTONIC is zero, in nanoseconds since 1970.
  init(offset: Int64) { self.offset = offset }

  /// The local time of day with milliseconds: `14:03:09.250`.
  func timeOfDay(monotonicNanoseconds: Int64) -> String {
    let moment = LocalMoment(monotonicNanoseconds &+ offset)
    return moment.timeOfDay + "." + digits(moment.nanoseconds / 1_000_000, 3)
  }

  /// The local date and time with microseconds and the offset from UTC, in ISO 8601:
  /// `2026-11-21T14:03:09.250118+01:00`.
  func dateAndTime(monotonicNanoseconds: Int64) -> String {
    let moment = LocalMoment(monotonicNanoseconds &+ offset)
    return moment.date + "T" + moment.timeOfDay + "." + digits(moment.nanoseconds / 1000, 6) + moment.zone
  }
}

/// The date and the time of day in the time zone of this process.
private struct LocalMoment {
  /// The nanoseconds within the second.
  let nanoseconds: Int
  let date: String
  let timeOfDay: String
  /// The offset from UTC: `+01:00`.
  let zone: String

  /// - Parameter nanoseconds: the time since 1970.
  init(_ nanoseconds: Int64) {
    let (quotient, remainder) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    var seconds = time_t(remainder < 0 ? quotient - 1 : quotient)
    self.nanoseconds = Int(remainder < 0 ? remainder + 1_000_000_000 : remainder)
    var local = unsafe tm()
    unsafe localtime_r(&seconds, &local)
    let (year, month, day) = unsafe (Int(local.tm_year) + 1900, Int(local.tm_mon) + 1, Int(local.tm_mday))
    date = digits(year, 4) + "-" + digits(month, 2) + "-" + digits(day, 2)
    let (hour, minute, second) = unsafe (Int(local.tm_hour), Int(local.tm_min), Int(local.tm_sec))
    timeOfDay = digits(hour, 2) + ":" + digits(minute, 2) + ":" + digits(second, 2)
    let minutes = unsafe Int(local.tm_gmtoff) / 60
    zone = (minutes < 0 ? "-" : "+") + digits(abs(minutes) / 60, 2) + ":" + digits(abs(minutes) % 60, 2)
  }
}

private func digits(_ number: Int, _ count: Int) -> String { String(number).rightAligned(to: count, with: "0") }
