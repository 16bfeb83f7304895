internal import Glibc
internal import VirtualDevices

/// The session bus and the `systemd --user` of the guest's unprivileged user; both end with their owner.
final class UserManager {
  static let socketPath = "/run/user/1000/hapticd.sock"
  private let program: Program

  init() throws {
    let tools = Settings.variable("HAPTICD_VM_TOOLS") ?? "Tests/VM"
    let program = try Program(["\(tools)/user-manager"])
    self.program = program
    let isReady = poll(upTo: .seconds(120)) { program.output.hasSuffix("ready") || !program.isRunning }
    guard isReady, program.isRunning else { throw RigError("no user manager: \(program.output)") }
  }

  deinit {
    program.signal(SIGTERM)
    _ = try? program.wait()
  }

  func systemctl(_ arguments: String...) throws {
    let program = try Program(
      ["systemctl", "--user", "--no-pager"] + arguments, as: .tester,
      environment: [
        "XDG_RUNTIME_DIR": "/run/user/1000", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/user/1000/bus",
        "HOME": "/home/tester",
      ])
    guard try program.wait(upTo: .seconds(60)) == 0 else { throw RigError("systemctl: \(program.output)") }
  }
}
