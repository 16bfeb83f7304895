internal import Glibc
internal import HapticSystem
internal import Synchronization

/// The command of a sandbox. It is in the process group of this process, so that both belong to one job of the shell;
/// signals that another process sends to this one are passed on to it.
final class TestedCommand {
  private let process: pid_t
  private let end: EventCounter

  /// Starts the command with the environment of this process.
  ///
  /// - Parameter output: the descriptor for its standard output.
  /// - Throws: a failure with the status 127 if it does not exist, 126 if it cannot be executed, as in shells.
  init(_ words: [String], outputTo output: Int32) throws(Failure) {
    // Without a default action, the status of the command would be lost.
    _ = signal(SIGCHLD, SIG_DFL)
    // Signals wait until there is a receiver.
    PassedSignals.handle()
    defer { PassedSignals.unblock() }
    let end: EventCounter
    do throws(Errno) { end = try EventCounter() } catch { throw .usage("cannot wait for the command: \(error)") }
    do throws(Errno) {
      process = try ChildProcess.start(words, descriptors: [STDOUT_FILENO: output])
    } catch {
      let code: Failure.Code = error == .noSuchFile ? .notFound : .notExecutable
      let remedy = code == .notFound ? "a program in PATH, or its path" : "a program that you may execute"
      throw Failure(code: code, message: "cannot run '\(words[0])': \(error); expected \(remedy)")
    }
    self.end = end
    PassedSignals.receiver.store(process, ordering: .releasing)
    do throws(Errno) {
      try BackgroundThread.start { [process] in
        // Waits for the end of the process, which keeps its number.
        var information = unsafe siginfo_t()
        while unsafe waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) < 0, Errno.last == .interrupted {}
        end.raise()
      }
    } catch {
      kill(process, SIGKILL)
      throw .usage("cannot wait for the command: \(error)")
    }
  }

  /// Readable after the end of the command.
  var descriptor: Int32 { end.rawValue }

  var hasEnded: Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&entry, 1, 0) > 0
  }

  /// The status of the command, which has ended. To be called once.
  func status() -> CommandStatus {
    // Afterwards, another process can get its number.
    PassedSignals.receiver.store(0, ordering: .releasing)
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0, Errno.last == .interrupted {}
    let signal = status & 0x7f
    return signal == 0 ? .exited(status >> 8 & 0xff) : .killed(signal)
  }

}

enum CommandStatus: Equatable {
  case exited(Int32)
  /// A signal ended it.
  case killed(Int32)

  /// A test reports with it that it was skipped (Automake, Meson, CTest).
  static let skipped = CommandStatus.exited(77)

  var isSuccess: Bool { self == .exited(0) }

  /// The exit code as a shell reports it.
  var exitCode: Int32 {
    switch self {
    case .exited(let code): code
    case .killed(let signal): 128 + signal
    }
  }

  var words: String {
    switch self {
    case .exited(let code): "ended with status \(code)"
    case .killed(let signal): "was ended by signal \(signal)"
    }
  }
}

/// Signals to this process that are meant for the command.
private enum PassedSignals {
  private static let numbers = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2]
  /// The process that receives the signals; 0 if there is none, and they act on this process.
  static let receiver = Atomic<pid_t>(0)

  /// Passes the signals on, after `unblock()`. Those that this process ignores, as background jobs of a shell do, stay
  /// ignored.
  ///
  /// The corresponding C function is `sigaction`.
  static func handle() {
    setBlocked(true, numbers)
    for number in numbers {
      var former = sigaction()
      unsafe sigaction(number, nil, &former)
      // unsafe: compares the addresses of two functions; neither is called
      let isIgnored =
        unsafe unsafeBitCast(former.__sigaction_handler.sa_handler, to: Int.self)
        == unsafeBitCast(SIG_IGN, to: Int.self)
      if isIgnored { continue }
      var action = sigaction()
      unsafe action.__sigaction_handler.sa_sigaction = passOn
      action.sa_flags = SA_SIGINFO | SA_RESTART
      unsafe sigaction(number, &action, nil)
    }
  }

  /// Lets the signals arrive, also if the parent process has blocked them.
  static func unblock() { setBlocked(false, numbers) }

  fileprivate static func receive(_ number: Int32, isSent: Bool) {
    let receiver = self.receiver.load(ordering: .acquiring)
    if receiver == 0 {
      _ = signal(number, SIG_DFL)
      raise(number)
    } else if isSent {
      // The terminal sends its signals to all processes of the job; the command has received them already.
      kill(receiver, number)
    }
  }
}

private func passOn(_ number: Int32, _ information: UnsafeMutablePointer<siginfo_t>?, _: UnsafeMutableRawPointer?) {
  // The kernel's own codes are above 0.
  PassedSignals.receive(number, isSent: unsafe information.map { unsafe $0.pointee.si_code <= 0 } ?? true)
}
