internal import Glibc

/// The amount of measurements and the programs, from the environment.
enum Settings {
  /// Samples per contender; a p99 needs hundreds.
  static let count = number("BENCH_COUNT", default: 500)
  /// Requests per server in the round trip.
  static let requests = number("BENCH_REQUESTS", default: 20_000)
  /// The time for which an idle service is watched, in seconds.
  static let idleSeconds = number("BENCH_IDLE", default: 60)
  /// The number of starts that are timed.
  static let starts = number("BENCH_STARTS", default: 25)
  /// The parts to run, separated by commas; all parts if it is not set.
  static let parts = variable("BENCH_PARTS").map { $0.split(separator: ",").map(String.init) }

  static let daemon = variable("HAPTICD") ?? ".build-daemon/release/hapticd"
  static let floor = variable("BENCH_FLOOR") ?? ".build/release/benchmark-floor"
  /// The same program, linked with the libraries of the daemon.
  static let linkedFloor = variable("BENCH_LINKED_FLOOR") ?? ".build/release/linked-floor"
  /// The library that counts allocations.
  static let counter = variable("BENCH_COUNTER")
  /// The folder for sockets and small files.
  static let folder = variable("BENCH_FOLDER") ?? "/tmp"

  /// The folder of preferences that lift the limits on how often something plays: what is measured is how fast it is.
  static let preferences = variable("BENCH_PREFERENCES")

  /// A root folder with feedbackd of Debian 13; see Tests/Lab/Debian13.
  static let debian13 = variable("HAPTICD_DEBIAN13")

  /// Whether the guest runs in real time; otherwise each instruction takes the same time.
  static let isTimedByWall = variable("BENCH_CLOCK") == "wall"

  static func wants(_ part: String) -> Bool { parts?.contains(part) ?? true }

  static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  private static func number(_ name: String, default value: Int) -> Int { variable(name).flatMap { Int($0) } ?? value }
}
