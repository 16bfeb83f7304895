internal import Glibc
internal import Haptics

/// Turns moments of CLOCK_MONOTONIC into the time on the wall.
struct WallClock {
  /// What the wall shows when CLOCK_MONOTONIC is zero, in nanoseconds since 1970.
  private let offset: Int64

  /// Both clocks are read now; a clock set later is not noticed.
  init() {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    offset = Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec) - Instant.now.nanoseconds
  }

  /// Local time of day with milliseconds: `14:03:09.250`.
  func timeOfDay(monotonicNanoseconds: Int64) -> String {
    let nanoseconds = monotonicNanoseconds + offset
    var seconds = time_t(nanoseconds / 1_000_000_000)
    var local = unsafe tm()
    unsafe localtime_r(&seconds, &local)
    let parts = unsafe [local.tm_hour, local.tm_min, local.tm_sec].map { twoDigits(Int($0)) }
    let milliseconds = String(1000 + nanoseconds / 1_000_000 % 1000).dropFirst()
    return parts.joined(separator: ":") + "." + milliseconds
  }

  private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
