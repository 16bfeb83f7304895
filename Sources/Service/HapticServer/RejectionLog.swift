internal import HapticPatterns
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

extension PeerCredentials {
  /// A client that has not claimed a name yet, in the form `org.example.Game (pid 812, game, says systemd)`.
  func description(as identity: Identity) -> String {
    let program = programName.map { "\(ShortName(truncating: $0))" }
    let details = ["pid \(processID)", program, identity.source.witness.map { "says \($0)" }].compactMap(\.self)
    let name = identity.name.isEmpty ? "a client" : "\(identity.name)"
    return "\(name) (\(details.joined(separator: ", ")))"
  }
}

extension Observed.IdentitySource {
  /// The service that confirms the application, or nil if none does.
  fileprivate var witness: String? {
    switch self {
    case .unit: "systemd"
    case .snap: "snapd"
    case .flatpak: "Flatpak"
    default: nil
    }
  }
}
