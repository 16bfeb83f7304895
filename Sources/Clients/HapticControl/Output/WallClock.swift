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

  init(offset: Int64) { self.offset = offset }

  /// The local time of day with milliseconds: `14:03:09.250`.
  func timeOfDay(monotonicNanoseconds: Int64) -> String {
    localTime(monotonicNanoseconds, "%H:%M:%S.", decimals: 3)
  }

  /// The local date and time with microseconds and the offset from UTC, in ISO 8601:
  /// `2026-11-21T14:03:09.250118+01:00`.
  func dateAndTime(monotonicNanoseconds: Int64) -> String {
    let text = localTime(monotonicNanoseconds, "%Y-%m-%dT%H:%M:%S.", decimals: 6, "%z")
    // The offset of strftime has no colon.
    return text.dropLast(2) + ":" + text.suffix(2)
  }

  /// The local time in two formats of strftime(3), with decimal digits of the second between them.
  private func localTime(_ monotonicNanoseconds: Int64, _ start: String, decimals: Int, _ end: String = "") -> String {
    let (quotient, remainder) = (monotonicNanoseconds &+ offset).quotientAndRemainder(dividingBy: 1_000_000_000)
    var seconds = time_t(remainder < 0 ? quotient - 1 : quotient)
    let nanoseconds = remainder < 0 ? remainder + 1_000_000_000 : remainder
    let fraction = String(nanoseconds).rightAligned(to: 9, with: "0").prefix(decimals)
    var local = unsafe tm()
    unsafe localtime_r(&seconds, &local)
    var text = [UInt8](repeating: 0, count: 64)
    // unsafe: the C library writes into the array only during the call
    let count = unsafe text.withUnsafeMutableBytes { bytes in
      unsafe strftime(bytes.baseAddress!, bytes.count, start + fraction + end, &local)
    }
    return String(decoding: text.prefix(count), as: UTF8.self)
  }
}
