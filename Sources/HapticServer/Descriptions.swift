internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem
internal import MotorRendering

// How things are called in the log.

extension Session {
  /// `phosh (pid 812)`, by the client's own word and the kernel's.
  var description: String {
    identity.name.isEmpty ? "client of pid \(credentials.processID)" : "\(identity.name) (pid \(credentials.processID))"
  }
}

extension DeviceRecord {
  /// One line that says what it is and what becomes of it.
  var summary: String {
    let place = path.isEmpty ? name : "\(name) (\(path))"
    let why = reason.isEmpty ? "" : ": \(reason)"
    return switch state {
    case .ready: "\(place) is ready, \(slots) slots\(why)"
    case .opening: "\(place) is being opened"
    case .leftAlone: "\(place) is left alone\(why)"
    case .noPermission: "\(place) may not be opened\(why)"
    case .failed: "\(place) failed\(why)"
    case .stalled: "\(place) does not answer\(why)"
    }
  }
}
