internal import Glibc
internal import HapticSystem
internal import Synchronization

/// A command that has the terminal until it ends, such as that of a sandbox or an editor. It is in the process group of this
/// process, so that both belong to one job of the shell; signals that another process sends to this one are passed on to it.
final class ForegroundCommand {
  private let process: PeerProcess

  /// Starts the command with the environment of this process.
  ///
  /// - Parameter output: the descriptor for its standard output.
  /// - Throws: a failure with the status 127 if it does not exist, 126 if it cannot be executed, as in shells.
  init(_ words: [[UInt8]], outputTo output: Int32 = STDOUT_FILENO) throws(Failure) {
    // Without a default action, the status of the command would be lost.
    _ = signal(SIGCHLD, SIG_DFL)
    // Signals wait until there is a receiver. Then they arrive, also if the parent process has blocked them.
    for number in Self.signals {
      setBlocked(true, number)
      unsafe handleSignal(number, by: passOn)
    }
    defer { for number in Self.signals { setBlocked(false, number) } }
    let number: pid_t
    do throws(Errno) {
      number = try ChildProcess.start(words: words, descriptors: [STDOUT_FILENO: output])
    } catch {
      let code: Failure.Code = error == .noSuchFile ? .notFound : .notExecutable
      let remedy = code == .notFound ? "a program in PATH, or its path" : "a program that you may execute"
      let name = String(decoding: words[0], as: UTF8.self)
      throw Failure(code: code, message: "cannot run '\(name)': \(error); expected \(remedy)")
    }
    do throws(Errno) { process = try PeerProcess(number) } catch {
      kill(number, SIGKILL)
      throw .usage("cannot wait for the command: \(error)")
    }
    signalReceiver.store(number, ordering: .releasing)
  }

  /// The signals to this process that are meant for the command.
  private static let signals = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2]

  /// The signal that asked this process to end, SIGHUP or SIGTERM; nil if none did.
  var request: Int32? {
    let number = latestRequest.load(ordering: .acquiring)
    return number == 0 ? nil : number
  }

  /// Readable after the end of the command.
  var descriptor: Int32 { process.rawValue }

  var hasEnded: Bool { !process.isAlive }

  /// Waits for the end of the command, and returns its status. To be called once.
  func status() -> CommandStatus {
    var information = unsafe siginfo_t()
    // The command keeps its number, so that signals still reach it.
    while unsafe waitid(P_PID, id_t(process.processID), &information, WEXITED | WNOWAIT) < 0,
      Errno.last == .interrupted
    {}
    // Afterwards, another process can get its number.
    signalReceiver.store(0, ordering: .releasing)
    var status: Int32 = 0
    while unsafe waitpid(process.processID, &status, 0) < 0, Errno.last == .interrupted {}
    let signal = status & 0x7f
    if signal != 0 { return CommandStatus(exitCode: 128 + signal, words: "was ended by signal \(signal)") }
    let code = status >> 8 & 0xff
    return CommandStatus(exitCode: code, words: "ended with status \(code)")
  }
}

struct CommandStatus {
  /// The exit code as a shell reports it: 128 plus the number of the signal that ended the command.
  let exitCode: Int32
  let words: String

  var isSuccess: Bool { exitCode == 0 }
  /// A test reports with 77 that it was skipped (Automake, Meson, CTest).
  var isSkipped: Bool { exitCode == 77 }
}

/// The process that receives the signals; 0 if there is none, and they act on this process.
private let signalReceiver = Atomic<pid_t>(0)

/// The latest SIGHUP or SIGTERM; 0 if there was none.
private let latestRequest = Atomic<Int32>(0)

private func passOn(_ number: Int32, _ information: UnsafeMutablePointer<siginfo_t>?, _: UnsafeMutableRawPointer?) {
  let receiver = signalReceiver.load(ordering: .acquiring)
  if number == SIGHUP || number == SIGTERM { latestRequest.store(number, ordering: .releasing) }
  if receiver == 0 {
    _ = signal(number, SIG_DFL)
    raise(number)
  } else if unsafe information.map({ unsafe $0.pointee.si_code <= 0 }) ?? true {
    // Only what a process has sent: the kernel's own codes are above 0. The terminal sends its signals to all
    // processes of the job; the command has received them already.
    kill(receiver, number)
  }
}
