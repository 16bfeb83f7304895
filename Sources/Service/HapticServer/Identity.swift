package import HapticPatterns
package import HapticProtocol
internal import HapticSystem

/// The application of a client, and the source of that information.
package struct Identity: Hashable, Sendable {
  /// The application's id, or the name that the client claims; empty if there is neither.
  package private(set) var name: ShortName
  package private(set) var source: Observed.IdentitySource

  package init(_ name: ShortName = "", from source: Observed.IdentitySource = .none) {
    self.name = name
    self.source = source
  }

  /// A client whose application cannot be read, such as a sandboxed application that hides. All of them are one
  /// application with this name, whatever names they claim.
  package static let hidden = Identity("hidden", from: .hidden)

  /// Whether the system confirms the name: the process runs in a unit or sandbox of the application, and does not only
  /// claim it. Inside a sandbox this is certain. Outside, the programs of one user are not protected from each other, and
  /// one can start itself under the id of another.
  var isVerified: Bool { source.isVerified }

  var isHidden: Bool { source == .hidden }

  /// Whether it is in a sandbox or hidden, and so may not see or stop the playbacks of others.
  var isSandboxed: Bool { isHidden || source == .snap || source == .flatpak }

  /// The identity with a name that the client claims. A verified or hidden identity stays as it is.
  func claiming(_ name: ShortName) -> Identity {
    isVerified || isHidden || name.isEmpty ? self : Identity(name, from: .claimed)
  }

  /// The identity of a client with these credentials. Root's programs are always hidden from a daemon of another user,
  /// so they count as programs without an application instead.
  func seen(with credentials: PeerCredentials) -> Identity {
    isHidden && credentials.userID == 0 && PeerCredentials.ownUserID != 0 ? Identity() : self
  }
}
