// Generated from Sources/Protocol/protocol.json by Sources/Protocol/generate.

extension Observed {
  /// The result of a request to play an important feedback.
  public enum Importance: OpenSet {
    /// The request did not ask to be important.
    case ordinary
    /// The request asked to be important, without permission.
    case denied
    /// The request asked to be important, with permission.
    case granted
    /// A value of a later version.
    case unknown(UInt8)

    public var rawValue: UInt8 { row.number }
    public var name: String { row.name }

    @inline(__always)
    private var row: (number: UInt8, name: String) {
      switch self {
      case .ordinary: (0, "ordinary")
      case .denied: (1, "denied")
      case .granted: (2, "granted")
      case .unknown(let number): (number, "importance \(number)")
      }
    }

    public static let allCases: [Importance] = [.ordinary, .denied, .granted]
  }
}
