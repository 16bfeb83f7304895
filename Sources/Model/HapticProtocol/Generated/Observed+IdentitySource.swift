// Generated from Sources/Protocol/protocol.json by Sources/Protocol/generate.

extension Observed {
  /// The source of the application's id.
  public enum IdentitySource: OpenSet {
    /// No identity is known.
    case none
    /// The client, in hello.
    case claimed
    /// systemd, by the unit of the client.
    case unit
    /// snapd.
    case snap
    /// Flatpak.
    case flatpak
    /// None: the client hides from /proc, and the application is hidden.
    case hidden
    /// A value of a later version.
    case unknown(UInt8)

    public var rawValue: UInt8 { row.number }
    public var name: String { row.name }

    @inline(__always)
    private var row: (number: UInt8, name: String) {
      switch self {
      case .none: (0, "none")
      case .claimed: (1, "claimed")
      case .unit: (2, "unit")
      case .snap: (3, "snap")
      case .flatpak: (4, "flatpak")
      case .hidden: (5, "hidden")
      case .unknown(let number): (number, "identity \(number)")
      }
    }

    public static let allCases: [IdentitySource] = [.none, .claimed, .unit, .snap, .flatpak, .hidden]
  }
}
