public import HapticPatterns
public import HapticProtocol
internal import HapticSystem

/// Which application a client is, and who says so.
public struct Identity: Hashable, Sendable {
  /// The application's id, or what it calls itself; empty where nobody says anything.
  public private(set) var name: ShortName
  public private(set) var source: Observed.Identity

  public init(_ name: ShortName = "", from source: Observed.Identity = .none) {
    self.name = name
    self.source = source
  }

  /// A client that cannot be looked at: it may be a sandboxed application that hides. All of them are one application
  /// with this name, whatever they call themselves.
  public static let hidden = Identity("hidden", from: .hidden)

  /// Whether somebody else than the client says so.
  var isVerified: Bool { source.isVerified }

  var isHidden: Bool { source == .hidden }

  /// Whether it is kept apart from the rest of the user's programs, and so has no business with them.
  var isSandboxed: Bool { isHidden || source == .snap || source == .flatpak }

  /// A client's own word counts only where there is no better one.
  func claiming(_ name: ShortName) -> Identity {
    isVerified || isHidden || name.isEmpty ? self : Identity(name, from: .claimed)
  }

  /// The identity of a client with these credentials: root's programs hide from a daemon of another user's by nature.
  func seen(with credentials: PeerCredentials) -> Identity {
    isHidden && credentials.userID == 0 && PeerCredentials.ownUserID != 0 ? Identity() : self
  }
}
