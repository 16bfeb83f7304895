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

    public init(rawValue: UInt8) {
      switch rawValue {
      case 0: self = .none
      case 1: self = .claimed
      case 2: self = .unit
      case 3: self = .snap
      case 4: self = .flatpak
      case 5: self = .hidden
      default: self = .unknown(rawValue)
      }
    }

    public var rawValue: UInt8 {
      switch self {
      case .none: 0
      case .claimed: 1
      case .unit: 2
      case .snap: 3
      case .flatpak: 4
      case .hidden: 5
      case .unknown(let number): number
      }
    }

    public var name: String {
      switch self {
      case .none: "none"
      case .claimed: "claimed"
      case .unit: "unit"
      case .snap: "snap"
      case .flatpak: "flatpak"
      case .hidden: "hidden"
      case .unknown(let number): "identity \(number)"
      }
    }

    public static let allCases = (0...5 as ClosedRange<UInt8>).map { IdentitySource(rawValue: $0) }
  }
}
