public import HapticPatterns

/// Which application a client belongs to, and who says so.
public struct ApplicationIdentity: Hashable, Sendable {
  /// Its id, such as `org.gnome.Calculator`; empty where nobody knows it.
  public var name: ShortName
  public var source: Source
  /// Whether the kernel did not let us look: it may be in a sandbox that hides itself.
  public var isHidden: Bool

  /// Who says so, the least trusted first.
  public enum Source: UInt8, Comparable, Sendable {
    /// Nobody.
    case none = 0
    /// The client itself.
    case claimed = 1
    /// The unit of the user's service manager that the process runs in, by its control group.
    case unit = 2
    /// The unit that snapd started it in.
    case snap = 3
    /// What Flatpak wrote into its sandbox.
    case flatpak = 4

    public static func < (left: Source, right: Source) -> Bool { left.rawValue < right.rawValue }
  }

  public init(name: ShortName, source: Source, isHidden: Bool = false) {
    self.name = name
    self.source = source
    self.isHidden = isHidden
  }

  /// Nothing is known: a program that belongs to no application.
  public static let unknown = ApplicationIdentity(name: .empty, source: .none)
  /// Nothing could be found out.
  public static let hidden = ApplicationIdentity(name: .empty, source: .none, isHidden: true)

  /// Whether the kernel vouches for the id: the process is where an application of that id is started, not merely says
  /// so. Inside a sandbox that is certain. Outside, programs of one user are not protected from each other, and one
  /// that wants to may start itself under another's id.
  public var isVerified: Bool { source >= .unit }

  /// Whether it runs in a sandbox that it cannot have made up for itself without being outside of one.
  public var isSandboxed: Bool { source == .snap || source == .flatpak }

  /// The identity with what the client calls itself, which counts only where nothing better is known. The empty name
  /// claims nothing.
  public func claiming(_ name: ShortName) -> ApplicationIdentity {
    if isVerified { return self }
    var identity = self
    identity.name = name
    identity.source = name.isEmpty ? .none : .claimed
    return identity
  }
}
