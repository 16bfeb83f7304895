internal import Glibc
internal import VirtualDevices

extension Daemon {
  /// Whether it is stopped by a signal, every thread of it.
  var isStopped: Bool { (try? Guest.read("/proc/\(processID)/status"))?.contains("State:\tT") == true }

  /// A client in a process of its own that plays `error` again and again.
  final class Buzzer {
    private let program: Program?

    init(_ daemon: Daemon) {
      let control = Guest.variable("HAPTICCTL", default: "/usr/bin/hapticctl")
      program = try? Program(
        [control, "play", "error", "--loop"], as: .tester,
        environment: ["XDG_RUNTIME_DIR": daemon.runtimeFolder])
    }

    /// Ends it as a crash would.
    func kill() {
      program?.signal(SIGKILL)
      _ = try? program?.wait()
    }
  }
}
