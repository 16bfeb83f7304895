internal import VirtualDevices

/// The tester's session bus and a real `systemd --user`; both end when this object is released.
final class UserManager {
  static let runtimeFolder = "/run/user/1000"
  static let environment = [
    "XDG_RUNTIME_DIR": runtimeFolder, "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(runtimeFolder)/bus",
    "HOME": "/home/tester",
  ]
  private let program: Program

  /// Starts both and waits until units can be started.
  init() throws {
    let program = try Program(["\(Guest.variable("HAPTICD_VM_TOOLS", default: "Tests/VM"))/user-manager"])
    self.program = program
    let ready = poll(upTo: .seconds(60)) { program.output.hasSuffix("ready") || !program.isRunning }
    guard ready, program.isRunning else { throw RigError("no user manager: \(program.output)") }
  }

  deinit {
    program.signal(15)
    _ = try? program.wait()
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

  private func start(list arguments: [String]) throws -> Program {
    try Program(arguments, as: .tester, environment: Self.environment)
  }
}
