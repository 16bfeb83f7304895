import Glibc
import HapticSystem
import TestSupport
import Testing

/// A child process: the daemon or another program of this package. Its standard error is read continuously, unless
/// the test keeps the pipe full.
final class Process {
  let processID: pid_t
  private let errors: Int32
  private(set) var text = ""
  private var status: Int32?

  init(_ name: String, _ arguments: String..., environment: [String: String] = [:], errors given: Int32? = nil) throws {
    let ends = try makePipe()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, given ?? ends[1], STDERR_FILENO)
    _ = closeFrom?(&actions, STDERR_FILENO + 1)
    var variables = Self.baseEnvironment.merging(environment) { $1 }
    for name in ["PATH", "HOME", "LD_LIBRARY_PATH"] where variables[name] == nil {
      variables[name] = Environment.variable(name)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The threads of tests block all signals; the program must not inherit this.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var processID: pid_t = 0
    let path = name.hasPrefix("/") ? name : Self.path(of: name)
    let result = withStrings([path] + arguments) { argv in
      withStrings(variables.map { "\($0)=\($1)" }) { envp in
        posix_spawn(&processID, path, &actions, &attributes, argv, envp)
      }
    }
    close(ends[1])
    try #require(result == 0)
    self.processID = processID
    self.errors = ends[0]
    _ = fcntl(errors, F_SETFL, O_NONBLOCK)
  }

  deinit {
    if status == nil {
      kill(processID, SIGKILL)
      waitpid(processID, nil, 0)
    }
    close(errors)
  }

  /// The path of a program in the folder of this test.
  static func path(of program: String) -> String {
    let folder = CommandLine.arguments[0].split(separator: "/").dropLast().joined(separator: "/")
    return "/\(folder)/\(program)"
  }

  /// Excludes the settings and themes of the user who runs the tests.
  static let baseEnvironment = [
    "XDG_CONFIG_HOME": "/nonexistent", "XDG_DATA_HOME": "/nonexistent", "XDG_DATA_DIRS": "/nonexistent",
    "XDG_CONFIG_DIRS": "/nonexistent", "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent",
  ]

  /// Whether its output contains these words, now or before its end.
  func says(_ words: String) -> Bool {
    wait { text.contains(words) } || text.contains(words)
  }

  var isRunning: Bool {
    if status != nil { return false }
    var status: Int32 = 0
    if waitpid(processID, &status, WNOHANG) == processID { self.status = status }
    return self.status == nil
  }

  /// Whether a signal ended it.
  var wasKilled: Bool { !isRunning && (status ?? 0) & 0x7f != 0 }

  /// Sends a signal and waits for the end.
  ///
  /// - Returns: the exit status; 128 plus the number of the signal if one ended it, -1 if it does not end.
  func end(_ signal: Int32? = nil) -> Int32 {
    if let signal, isRunning { kill(processID, signal) }
    _ = wait { !isRunning }
    read()
    guard let status else { return -1 }
    return status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f
  }

  /// The number of open descriptors.
  var descriptors: Int { openFiles.count }

  /// The files of its descriptors; for those without a path only the type, such as `socket:`.
  var openFiles: [String] {
    let numbers = (try? Folder.entries(of: "/proc/\(processID)/fd")) ?? []
    return numbers.compactMap { number in
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = readlink("/proc/\(processID)/fd/\(number)", &buffer, buffer.count)
      return count < 0 ? nil : String(decoding: buffer[..<count].prefix { $0 != UInt8(ascii: "[") }, as: UTF8.self)
    }
  }

  /// The processor time used, in hundredths of a second.
  var processorTicks: Int {
    guard let folder = try? FolderDescriptor.open("/proc/\(processID)"),
      let stat = try? folder.read("stat", upTo: 4096)
    else { return 0 }
    // In the fields after the name, which ends at the last parenthesis, 12 and 13 are user and system time.
    let fields = String(decoding: stat, as: UTF8.self).split(separator: ")").last!.split(separator: " ")
    return (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0)
  }

  /// Whether a condition becomes true while the process runs.
  func wait(for condition: () -> Bool) -> Bool {
    var holds = false
    _ = TestWait.until {
      read()
      holds = condition()
      if holds || isRunning { return holds }
      read()
      holds = condition()
      return true
    }
    return holds
  }

  private func read() {
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = Glibc.read(errors, &buffer, buffer.count)
      if count <= 0 { return }
      text += String(decoding: buffer[..<count], as: UTF8.self)
    }
  }
}

/// Adds an action that closes all descriptors from a number on, including those that other threads open meanwhile.
/// The C library declares it only with `_GNU_SOURCE`.
private typealias CloseFrom = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
private let closeFrom = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np").map {
  unsafeBitCast($0, to: CloseFrom.self)
}

/// Creates a pipe that child processes do not inherit: the read end and the write end.
func makePipe() throws -> [Int32] {
  var ends: [Int32] = [-1, -1]
  if pipe(&ends) < 0 { throw Errno.last }
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  return ends
}

/// Calls `body` with the strings as a null-terminated C array.
private func withStrings<Result>(
  _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let pointers = strings.map { strdup($0) } + [nil]
  defer { for pointer in pointers { free(pointer) } }
  return body(pointers)
}
