internal import VirtualDevices

/// A unit of the kind in which desktops start applications: a control group by whose name the kernel vouches for them.
struct Scope {
  let group: String

  /// - Parameter application: its id, without characters that units escape.
  init(of application: String) throws {
    group = "/sys/fs/cgroup/app-\(application)-1.scope"
    try Guest.run("mkdir", "-p", group)
  }

  /// Starts hapticctl as a process of the tester's in this unit.
  func hapticctl(_ arguments: [String], on daemon: Daemon) throws -> Program {
    let control = Guest.variable("HAPTICCTL", default: "/usr/bin/hapticctl")
    // Only root may move a process there, so it moves itself before it becomes the tester's.
    let script = "echo $$ > \"$0/cgroup.procs\"; exec setpriv --reuid 1000 --regid 1000 --clear-groups -- \"$@\""
    return try Program(
      ["sh", "-c", script, group, control] + arguments, environment: ["XDG_RUNTIME_DIR": daemon.runtimeFolder])
  }

  /// Runs hapticctl there to its end.
  func run(_ arguments: String..., on daemon: Daemon) throws -> ControlResult {
    let program = try hapticctl(arguments, on: daemon)
    return ControlResult(status: try program.wait(upTo: .seconds(60)), output: program.output)
  }
}
