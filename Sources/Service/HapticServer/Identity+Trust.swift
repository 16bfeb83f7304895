internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem

extension Identity {
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
