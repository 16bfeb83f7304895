internal import Glibc
internal import VirtualDevices

extension Daemon {
  /// Whether all its threads are stopped by a signal.
  var isStopped: Bool { (try? Guest.read("/proc/\(processID)/status"))?.contains("State:\tT") == true }

  /// A client in a separate process that plays `error` in a loop.
  final class Buzzer {
    private let program: Program?

    init(_ daemon: Daemon) {
      let control = Guest.variable("HAPTICCTL", default: "/usr/bin/hapticctl")
      program = try? Program(
        [control, "play", "error", "--loop"], as: .tester,
        environment: ["XDG_RUNTIME_DIR": daemon.runtimeFolder])
    }

    /// Kills it, as a crash would end it.
    func kill() {
      program?.signal(SIGKILL)
      _ = try? program?.wait()
    }
  }
}
