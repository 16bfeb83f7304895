internal import CSystemd

extension EventLoop {
  /// The order of handlers whose events have come.
  public enum Priority: Int, CaseIterable, Sendable {
    /// Ends a vibration, or the process. Such timers fire before anything else runs.
    case stop
    /// Takes turns with descriptors.
    case normal
    /// Runs when no other event is left.
    case idle

    /// The priority of a signal or a directory, which counts among the sources of libsystemd.
    var libraryValue: Int64 {
      switch self {
      case .stop: Int64(SD_EVENT_PRIORITY_IMPORTANT)
      case .normal: Int64(SD_EVENT_PRIORITY_NORMAL)
      case .idle: Int64(SD_EVENT_PRIORITY_IDLE)
      }
    }
  }
}
