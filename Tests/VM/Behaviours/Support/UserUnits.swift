internal import Haptics
internal import VirtualDevices

/// The installed units of hapticd under a real user manager.
final class UserUnits {
  let manager: UserManager
  static let socketPath = "\(UserManager.runtimeFolder)/hapticd.sock"
  private static let service = "hapticd.service"

  /// The emulated machine may be slower than the limits of the unit.
  private static let longLimits = ["TimeoutStartSec", "TimeoutStopSec", "TimeoutAbortSec", "WatchdogSec"].map {
    "\($0)=600"
  }

  /// Starts the manager and the socket; the first client starts the service.
  ///
  /// - Parameter changes: lines of a drop-in for the service, such as `WatchdogSec=2`.
  init(changing changes: [String] = []) throws {
    let folder = "/home/tester/.config/systemd/user/\(Self.service).d"
    try Guest.run("rm", "-rf", folder)
    try Guest.write((["[Service]"] + Self.longLimits + changes).joined(separator: "\n"), to: "\(folder)/behaviour.conf")
    manager = try UserManager.start()
    try check(manager.systemctl("daemon-reload"))
    try check(manager.systemctl("start", "hapticd.socket"))
  }

  deinit {
    _ = try? manager.systemctl("stop", "hapticd.socket", Self.service)
    _ = try? manager.systemctl("reset-failed")
    _ = try? Guest.run("rm", "-rf", "/home/tester/.config/hapticd")
  }

  func client() -> HapticClient { HapticClient(applicationName: "units", socketPath: Self.socketPath) }

  /// The state of the service as the manager reports it: `active`, `inactive`, `failed` ...
  func state() throws -> String { try manager.systemctl("is-active", Self.service).output }

  /// A property of the service, such as `MainPID`.
  func property(_ name: String) throws -> String {
    try manager.systemctl("show", "--value", "--property=\(name)", Self.service).output
  }

  /// What the manager says of the service, with its last log lines, for the message of a failure.
  var report: String { (try? manager.systemctl("status", Self.service).output) ?? "" }

  private func check(_ result: (status: Int32, output: String)) throws {
    if result.status != 0 { throw RigError("systemctl: \(result.output)") }
  }
}
