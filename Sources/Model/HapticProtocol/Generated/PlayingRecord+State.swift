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

    public init(rawValue: UInt8) {
      switch rawValue {
      case 1: self = .waiting
      case 2: self = .playing
      case 3: self = .paused
      case 4: self = .muted
      default: self = .unknown(rawValue)
      }
    }

    public var rawValue: UInt8 {
      switch self {
      case .waiting: 1
      case .playing: 2
      case .paused: 3
      case .muted: 4
      case .unknown(let number): number
      }
    }

    public var name: String {
      switch self {
      case .waiting: "waiting"
      case .playing: "playing"
      case .paused: "paused"
      case .muted: "muted"
      case .unknown(let number): "state \(number)"
      }
    }

    public static let allCases = (1...4 as ClosedRange<UInt8>).map { State(rawValue: $0) }
  }
}
