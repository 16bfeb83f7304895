// Generated from Sources/Protocol/protocol.json by Sources/Protocol/generate.

extension PlayingRecord {
  /// The state of a playback.
  public enum State: OpenSet {
    /// The start is in the future.
    case waiting
    /// The playback runs.
    case playing
    /// The client paused the playback.
    case paused
    /// The client muted the playback; its time continues.
    case muted
    /// A value of a later version.
    case unknown(UInt8)

    public var rawValue: UInt8 { row.number }
    public var name: String { row.name }

    @inline(__always)
    private var row: (number: UInt8, name: String) {
      switch self {
      case .waiting: (1, "waiting")
      case .playing: (2, "playing")
      case .paused: (3, "paused")
      case .muted: (4, "muted")
      case .unknown(let number): (number, "state \(number)")
      }
    }

    public static let allCases: [State] = [.waiting, .playing, .paused, .muted]
  }
}
