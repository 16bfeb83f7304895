internal import Glibc
internal import Haptics

/// Turns moments of CLOCK_MONOTONIC into the time on the wall.
struct WallClock {
  /// The time on the wall when CLOCK_MONOTONIC is zero, in nanoseconds since 1970.
  private let offset: Int64

  /// Both clocks are read now; a clock set later is not noticed.
  init() {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    offset = Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec) - Instant.now.nanoseconds
  }

  /// - Parameter offset: the time on the wall when CLOCK_MONOTONIC is zero, in nanoseconds since 1970.
  init(offset: Int64) { self.offset = offset }

  /// Local time of day with milliseconds: `14:03:09.250`.
  func timeOfDay(monotonicNanoseconds: Int64) -> String {
    let moment = LocalMoment(monotonicNanoseconds &+ offset)
    return moment.timeOfDay + "." + digits(moment.nanoseconds / 1_000_000, 3)
  }

  /// Local date and time with microseconds and the offset from UTC, as in ISO 8601: `2026-11-21T14:03:09.250118+01:00`.
  func dateAndTime(monotonicNanoseconds: Int64) -> String {
    let moment = LocalMoment(monotonicNanoseconds &+ offset)
    return moment.date + "T" + moment.timeOfDay + "." + digits(moment.nanoseconds / 1000, 6) + moment.zone
  }

  /// A moment as JSON has it: on CLOCK_MONOTONIC, and on the wall.
  func moment(_ monotonicNanoseconds: Int64?) -> (monotonicNanoseconds: Int64?, time: String?) {
    (monotonicNanoseconds, monotonicNanoseconds.map(dateAndTime))
  }
}

/// A moment in the time zone of this process.
private struct LocalMoment {
  /// Of the second.
  let nanoseconds: Int
  let date: String
  let timeOfDay: String
  /// `+01:00`.
  let zone: String

  /// - Parameter nanoseconds: since 1970.
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

private func digits(_ number: Int, _ count: Int) -> String {
  let text = String(number)
  return String(repeating: "0", count: max(0, count - text.count)) + text
}
