internal import VirtualDevices

/// A unit as desktops start applications in: a control group whose name verifies the application's id.
struct Scope {
  let group: String

  /// - Parameter application: the id, without characters that units escape.
  init(of application: String) throws {
    group = "/sys/fs/cgroup/app-\(application)-1.scope"
    try Guest.run("mkdir", "-p", group)
  }

  /// Starts hapticctl as the tester in this unit.
  func hapticctl(_ arguments: [String], on daemon: Daemon) throws -> Program {
    let control = Guest.variable("HAPTICCTL", default: "/usr/bin/hapticctl")
    // Only root can move a process there, so the shell moves itself before it changes to the tester.
    let script = "echo $$ > \"$0/cgroup.procs\"; exec setpriv --reuid 1000 --regid 1000 --clear-groups -- \"$@\""
    return try Program(
      ["sh", "-c", script, group, control] + arguments, environment: ["XDG_RUNTIME_DIR": daemon.runtimeFolder])
  }

  /// Runs hapticctl in this unit and waits for its end.
  func run(_ arguments: String..., on daemon: Daemon) throws -> ControlResult {
    let program = try hapticctl(arguments, on: daemon)
    return ControlResult(status: try program.wait(), output: program.output)
  }
}
