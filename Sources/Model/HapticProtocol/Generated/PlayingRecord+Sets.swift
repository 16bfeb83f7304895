// Generated from Sources/Protocol/protocol.json by Sources/Protocol/generate.

extension PlayingRecord {
  /// The effect of playbacks of higher priority on this one.
  public enum Treatment: OpenSet, NamedNumber {
    /// The motor follows the stronger playback.
    case mixed
    /// The playback is felt weaker.
    case ducked
    /// The playback is not felt, and its time continues.
    case held
    /// A value of a later version.
    case unknown(UInt8)

    @inline(__always)
    var row: (number: UInt8, name: String) {
      switch self {
      case .mixed: (1, "mixed")
      case .ducked: (2, "ducked")
      case .held: (3, "held")
      case .unknown(let number): (number, "treatment \(number)")
      }
    }

    public static let allCases: [Treatment] = [.mixed, .ducked, .held]
  }

  /// The state of a playback.
  public enum State: OpenSet, NamedNumber {
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

    @inline(__always)
    var row: (number: UInt8, name: String) {
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
