internal import Glibc
internal import HapticSystem
internal import Synchronization
internal import TestSupport

/// A child process. Its output goes to a file, so that it never waits for a reader. Killed when this object is
/// released.
package final class Program: Sendable {
  /// The user that runs it.
  package enum User: Sendable {
    case root
    /// The unprivileged user of the guest, uid 1000.
    case tester
  }

  package let processID: Int32
  private let outputPath: String
  private let status = Monitor<Int32?>(nil)

  /// Starts `arguments`; the program is searched on PATH.
  ///
  /// - Parameter environment: variables in addition to those of this process.
  /// - Throws: `RigError` if it does not start.
  package init(_ arguments: [String], as user: User = .root, environment: [String: String] = [:]) throws {
    outputPath = "/run/program-\(getpid())-\(outputs.add(1, ordering: .relaxed).newValue)"
    // setpriv and env replace themselves, so the started process becomes the program.
    let identity =
      user == .tester ? ["setpriv", "--reuid", "1000", "--regid", "1000", "--clear-groups", "--"] : []
    let variables = ["env"] + environment.map { "\($0)=\($1)" }
    processID = try spawn(identity + variables + arguments, output: outputPath)
  }

  deinit {
    if status.withLock({ $0 == nil }) {
      kill(processID, SIGKILL)
      _ = try? wait()
    }
    unlink(outputPath)
  }

  /// The output so far, of standard output and standard error.
  package var output: String { (try? Kernel.read(outputPath)) ?? "" }

  package func signal(_ number: Int32) { kill(processID, number) }

  /// Waits for the end of the process.
  ///
  /// - Returns: the exit code; 128 plus the number of the signal if a signal ended it.
  /// - Throws: `RigError` if `limit` passes first.
  @discardableResult
  package func wait(upTo limit: Duration = TestWait.limit) throws -> Int32 {
    guard poll(upTo: limit, until: hasEnded), let status = status.withLock({ $0 }) else {
      throw RigError("process \(processID) still runs after \(limit); it wrote: \(output)")
    }
    return status
  }

  package var isRunning: Bool { !hasEnded() }

  private func hasEnded() -> Bool {
    status.withLock { status in
      if status != nil { return true }
      var raw: Int32 = 0
      guard waitpid(processID, &raw, WNOHANG) == processID else { return false }
      status = raw & 0x7f == 0 ? (raw >> 8) & 0xff : 128 + (raw & 0x7f)
      return true
    }
  }
}

private let outputs = Atomic<Int>(0)

private func spawn(_ arguments: [String], output: String) throws -> pid_t {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
  posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_APPEND, 0o600)
  posix_spawn_file_actions_adddup2(&actions, 1, 2)
  // Threads of the Swift runtime block signals. A child would inherit this, and could not be ended by a signal.
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  var none = sigset_t()
  sigemptyset(&none)
  posix_spawnattr_setsigmask(&attributes, &none)
  posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
  let words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
  defer { for word in words { free(word) } }
  var child = pid_t()
  let result = posix_spawnp(&child, words[0]!, &actions, &attributes, words, environ)
  guard result == 0 else { throw RigError("\(arguments[0]): \(Errno(rawValue: result))") }
  return child
}
