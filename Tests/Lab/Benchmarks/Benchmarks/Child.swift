internal import CBenchmarks
internal import Glibc
internal import HapticSystem
internal import VirtualDevices

/// A program with its own environment, as a service manager starts it. Its output goes to
/// bench.log. Ended with its owner.
final class Child {
  let processID: pid_t
  private var hasEnded = false

  /// - Parameters:
  ///   - environment: all its variables besides PATH.
  ///   - listener: a listening socket that it gets as systemd passes one; -1 for none.
  init(_ arguments: [String], environment: [String: String] = [:], listener: Int32 = -1) throws {
    var variables = environment.map { "\($0)=\($1)" } + ["PATH=/usr/sbin:/usr/bin:/sbin:/bin"]
    if let folder = Settings.preferences { variables.append("XDG_CONFIG_HOME=\(folder)") }
    if listener >= 0 { variables += ["LISTEN_FDS=1", "LISTEN_PID=          "] }
    let output = open("\(Settings.folder)/bench.log", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    defer { close(output) }
    processID = withCStrings(arguments) { arguments in
      withCStrings(variables) { bench_spawn(arguments, $0, output, listener) }
    }
    guard processID > 0 else { throw RigError("\(arguments[0]): \(Errno.last)") }
  }

  deinit { stop() }

  /// Asks it to end, and waits until it did; kills it after five seconds.
  func stop() {
    if hasEnded { return }
    hasEnded = true
    kill(processID, SIGTERM)
    if !poll(upTo: .seconds(5), until: { waitpid(processID, nil, WNOHANG) != 0 }) {
      kill(processID, SIGKILL)
      waitpid(processID, nil, 0)
    }
  }
}

/// The socket at which a service reports that it is ready.
final class ReadySocket {
  let path: String
  private let descriptor: Int32

  init() throws {
    path = "\(Settings.folder)/bench-ready-\(getpid())"
    descriptor = bench_notify_socket(path)
    guard descriptor >= 0 else { throw RigError("\(path): \(Errno.last)") }
  }

  deinit {
    close(descriptor)
    unlink(path)
  }

  func wait(for what: String) throws {
    guard bench_wait_ready(descriptor, 30_000) == 0 else { throw RigError("\(what) did not get ready in 30 s") }
  }
}

extension Child {
  /// Starts a service and waits until it is ready.
  static func start(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> (child: Child, time: Duration) {
    let ready = try ReadySocket()
    let before = Instant.now
    let child = try Child(arguments, environment: environment.merging(["NOTIFY_SOCKET": ready.path]) { $1 })
    try ready.wait(for: arguments[0])
    return (child, .now - before)
  }
}

/// A null-terminated array of writable C strings.
private func withCStrings<Result>(
  _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let pointers = strings.map { strdup($0) } + [nil]
  defer { for pointer in pointers { free(pointer) } }
  return body(pointers)
}
