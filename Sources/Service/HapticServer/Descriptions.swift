internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem
internal import MotorRendering

// Descriptions of clients and devices for the log.

extension Session {
  /// The client in the form `phosh (pid 812)`. The name may be claimed; the kernel supplies the process.
  var description: String {
    identity.name.isEmpty ? "client of pid \(credentials.processID)" : "\(identity.name) (pid \(credentials.processID))"
  }
}

extension DeviceRecord {
  /// The device and its state in one line.
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
