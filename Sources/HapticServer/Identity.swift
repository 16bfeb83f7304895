public import HapticPatterns
public import HapticProtocol

/// Which application a client is, and who says so.
public struct Identity: Hashable, Sendable {
  /// The application's id, or what it calls itself; empty where nobody says anything.
  public var name: ShortName
  public var source: Observed.Identity
  /// Whether nothing could be found out about it: it counts as sandboxed.
  public var isHidden: Bool

  public init(_ name: ShortName = "", from source: Observed.Identity = .none, isHidden: Bool = false) {
    self.name = name
    self.source = source
    self.isHidden = isHidden
  }

  /// Whether somebody else than the client says so.
  var isVerified: Bool { source.isVerified }

  /// Whether it is kept apart from the rest of the user's programs, and so has no business with them.
  var isSandboxed: Bool { isHidden || source >= .snap }

  /// A client's own word counts only where there is no better one.
  func claiming(_ name: ShortName) -> Identity {
    isVerified || name.isEmpty ? self : Identity(name, from: .claimed, isHidden: isHidden)
  }
}
