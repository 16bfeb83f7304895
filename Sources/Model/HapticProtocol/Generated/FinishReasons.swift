// Generated from Sources/Protocol/protocol.json by Sources/Protocol/generate.

/// The reason for the end of a playback.
public enum FinishReason: OpenSet, NamedNumber {
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

  @inline(__always)
  var row: (number: UInt16, name: String) {
    switch self {
    case .ended: (1, "ended")
    case .stopped: (2, "stopped")
    case .unplugged: (3, "unplugged")
    case .failed: (4, "failed")
    case .stoppedEverything: (5, "stoppedEverything")
    case .shutdown: (6, "shutdown")
    case .forbidden: (7, "forbidden")
    case .coolingDown: (8, "coolingDown")
    case .suspended: (9, "suspended")
    case .unknown(let number): (number, "reason \(number)")
    }
  }

  public static let allCases: [FinishReason] = [
    .ended, .stopped, .unplugged, .failed, .stoppedEverything, .shutdown, .forbidden, .coolingDown, .suspended,
  ]
}
