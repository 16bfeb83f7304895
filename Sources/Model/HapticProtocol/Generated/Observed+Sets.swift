// Generated from Sources/Protocol/protocol.json by Sources/Protocol/generate.

extension Observed {
  /// The result of a request to play an important feedback.
  public enum Importance: OpenSet, NamedNumber {
    /// The request did not ask to be important.
    case ordinary
    /// The request asked to be important, without permission.
    case denied
    /// The request asked to be important, with permission.
    case granted
    /// A value of a later version.
    case unknown(UInt8)

    @inline(__always)
    var row: (number: UInt8, name: String) {
      switch self {
      case .ordinary: (0, "ordinary")
      case .denied: (1, "denied")
      case .granted: (2, "granted")
      case .unknown(let number): (number, "importance \(number)")
      }
    }

    public static let allCases: [Importance] = [.ordinary, .denied, .granted]
  }

  /// The source of the application's id.
  public enum IdentitySource: OpenSet, NamedNumber {
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

    @inline(__always)
    var row: (number: UInt8, name: String) {
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

  /// A kind of feedback.
  public enum Medium: OpenSet, NamedNumber {
    /// The request itself.
    case haptic
    /// The sound of an event of a program for feedbackd.
    case sound
    /// The light of such an event.
    case light
    /// A value of a later version.
    case unknown(UInt8)

    @inline(__always)
    var row: (number: UInt8, name: String) {
      switch self {
      case .haptic: (0, "haptic")
      case .sound: (1, "sound")
      case .light: (2, "light")
      case .unknown(let number): (number, "medium \(number)")
      }
    }

    public static let allCases: [Medium] = [.haptic, .sound, .light]
  }
}
