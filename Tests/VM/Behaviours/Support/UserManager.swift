internal import Synchronization
internal import VirtualDevices

/// The tester's session bus and a real `systemd --user`: one for all tests, because its start takes many seconds in an
/// emulated machine, with which it ends.
final class UserManager: Sendable {
  static let runtimeFolder = "/run/user/1000"
  static let environment = [
    "XDG_RUNTIME_DIR": runtimeFolder, "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(runtimeFolder)/bus",
    "HOME": "/home/tester",
  ]
  private static let running = Mutex<UserManager?>(nil)
  private let program: Program

  /// The manager that runs, or a new one.
  static func start() throws -> UserManager {
    try running.withLock { manager in
      if let manager, manager.program.isRunning { return manager }
      let new = try UserManager()
      manager = new
      return new
    }
  }

  /// Starts both and waits until units can be started. The tester is in the group of LEDs.
  private init() throws {
    try Guest.run("systemd-sysusers", "/usr/lib/sysusers.d/hapticd.conf")
    try Guest.run("usermod", "--append", "--groups", "feedbackd", "tester")
    let program = try Program(["\(Guest.variable("HAPTICD_VM_TOOLS", default: "Tests/VM"))/user-manager"])
    self.program = program
    let ready = poll(upTo: waitLimit) { program.output.hasSuffix("ready") || !program.isRunning }
    guard ready, program.isRunning else { throw RigError("no user manager: \(program.output)") }
  }

  /// Runs `systemctl --user` and waits for its end.
  ///
  /// - Returns: its exit code and its output.
  @discardableResult
  func systemctl(_ arguments: String...) throws -> (status: Int32, output: String) {
    let program = try start(list: ["systemctl", "--user", "--no-pager"] + arguments)
    return (try program.wait(), program.output)
  }

  /// Starts a program of the tester's session.
  func start(_ arguments: String...) throws -> Program { try start(list: arguments) }

  func start(list arguments: [String]) throws -> Program {
    try Program(arguments, as: .tester, environment: Self.environment)
  }
}
