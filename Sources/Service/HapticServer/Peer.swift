internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem

/// The program at the other end of a session.
struct Peer {
  let credentials: PeerCredentials
  /// The application, from the best available source.
  private(set) var identity: Identity
  /// The application for which the client says that it plays; empty if that is the client itself. Its settings
  /// apply in addition, so that a claim can only make feedback weaker.
  let claimedApplication: ShortName

  init(_ identity: Identity, _ credentials: PeerCredentials, playingFor application: ShortName = .empty) {
    self.credentials = credentials
    self.identity = identity.seen(with: credentials).claiming(application)
    claimedApplication = application
  }

  mutating func claim(_ name: ShortName) { identity = identity.claiming(name) }

  /// The client in the form `phosh (pid 812)`. The name may be claimed; the kernel supplies the process.
  var description: String {
    identity.name.isEmpty ? "client of pid \(credentials.processID)" : "\(identity.name) (pid \(credentials.processID))"
  }

  /// A client that has not claimed a name yet, in the form `org.example.Game (pid 812, game, says systemd)`.
  var fullDescription: String {
    let program = credentials.programName.map { "\(ShortName(truncating: $0))" }
    let witness: String? =
      switch identity.source {
      case .unit: "says systemd"
      case .snap: "says snapd"
      case .flatpak: "says Flatpak"
      default: nil
      }
    let details = ["pid \(credentials.processID)", program, witness]
    let name = identity.name.isEmpty ? "a client" : "\(identity.name)"
    return "\(name) (\(details.compactMap(\.self).joined(separator: ", ")))"
  }
}
