internal import Haptics
internal import VirtualDevices

/// hapticd's own units, as they are installed, under a real user manager.
final class UserUnits {
  let manager: UserManager
  static let socketPath = "\(UserManager.runtimeFolder)/hapticd.sock"
  private static let service = "hapticd.service"

  /// Starts the manager and the socket; the service starts by itself with the first client.
  ///
  /// - Parameter changes: lines of a drop-in for the service, such as `WatchdogSec=2`.
  init(changing changes: [String] = []) throws {
    let folder = "/home/tester/.config/systemd/user/\(Self.service).d"
    try Guest.run("rm", "-rf", folder)
    if !changes.isEmpty {
      try Guest.write((["[Service]"] + changes).joined(separator: "\n"), to: "\(folder)/behaviour.conf")
    }
    manager = try UserManager()
    try check(manager.systemctl("start", "hapticd.socket"))
  }

  deinit { _ = try? manager.systemctl("stop", "hapticd.socket", Self.service) }

  func client() -> HapticClient { HapticClient(applicationName: "units", socketPath: Self.socketPath) }

  /// Whether the service is up, in the manager's words: `active`, `inactive`, `failed` ...
  func state() throws -> String { try manager.systemctl("is-active", Self.service).output }

  /// A property of the service, such as `MainPID`.
  func property(_ name: String) throws -> String {
    try manager.systemctl("show", "--value", "--property=\(name)", Self.service).output
  }

  private func check(_ result: (status: Int32, output: String)) throws {
    if result.status != 0 { throw RigError("systemctl: \(result.output)") }
  }
}
