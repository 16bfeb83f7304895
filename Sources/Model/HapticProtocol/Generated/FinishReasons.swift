// Generated from Sources/Protocol/protocol.json by Sources/Protocol/generate.

/// The reason for the end of a playback.
public enum FinishReason: OpenSet {
  /// The playback reached its end.
  case ended
  /// The client stopped the playback.
  case stopped
  /// The device was removed.
  case unplugged
  /// The device refused a level during the playback, or the stop, or does not respond.
  case failed
  /// A client stopped all playbacks.
  case stoppedEverything
  /// The daemon exits.
  case shutdown
  /// The user's settings, the session or the time of day no longer permit the playback.
  case forbidden
  /// The motor has run for too long and is cooling down; playbacks of this category end.
  case coolingDown
  /// The machine goes to sleep.
  case suspended
  /// A value of a later version.
  case unknown(UInt16)

  public init(rawValue: UInt16) {
    switch rawValue {
    case 1: self = .ended
    case 2: self = .stopped
    case 3: self = .unplugged
    case 4: self = .failed
    case 5: self = .stoppedEverything
    case 6: self = .shutdown
    case 7: self = .forbidden
    case 8: self = .coolingDown
    case 9: self = .suspended
    default: self = .unknown(rawValue)
    }
  }

  public var rawValue: UInt16 {
    switch self {
    case .ended: 1
    case .stopped: 2
    case .unplugged: 3
    case .failed: 4
    case .stoppedEverything: 5
    case .shutdown: 6
    case .forbidden: 7
    case .coolingDown: 8
    case .suspended: 9
    case .unknown(let number): number
    }
  }

  public var name: String {
    switch self {
    case .ended: "ended"
    case .stopped: "stopped"
    case .unplugged: "unplugged"
    case .failed: "failed"
    case .stoppedEverything: "stoppedEverything"
    case .shutdown: "shutdown"
    case .forbidden: "forbidden"
    case .coolingDown: "coolingDown"
    case .suspended: "suspended"
    case .unknown(let number): "reason \(number)"
    }
  }

  public static let allCases = (1...9 as ClosedRange<UInt16>).map { FinishReason(rawValue: $0) }
}
