internal import HapticProtocol
internal import HapticSystem

/// The log lines for rejected clients: at most one in ten seconds, with the number of clients left out. A program that
/// connects in a loop must not fill the log.
struct RejectionLog {
  private var omitted: UInt64 = 0
  private var quietUntil = Instant.distantPast

  private static let pause = Duration.seconds(10)

  /// The line about a client, or nil if the latest line is less than ten seconds old.
  mutating func line(_ client: @autoclosure () -> String, because reason: String, at now: Instant) -> String? {
    if now < quietUntil {
      omitted += 1
      return nil
    }
    defer { (omitted, quietUntil) = (0, now + Self.pause) }
    let others = omitted == 0 ? "" : ", after \(omitted) others"
    return "\(client()) was disconnected: \(reason)\(others)"
  }
}
