import Glibc
import HapticSystem
import TestSupport
import Testing

/// The daemon, or another of our programs, as a process. What it writes to standard error is read all the time, unless
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
    var variables = Self.surroundings.merging(environment) { $1 }
    for name in ["PATH", "HOME", "LD_LIBRARY_PATH"] where variables[name] == nil {
      variables[name] = Environment.variable(name)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Threads of tests block every signal; the program must not inherit that.
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

  /// One of our programs, where this test was built.
  static func path(of program: String) -> String {
    let folder = CommandLine.arguments[0].split(separator: "/").dropLast().joined(separator: "/")
    return "/\(folder)/\(program)"
  }

  /// Nothing of the person's settings and themes.
  static let surroundings = [
    "XDG_CONFIG_HOME": "/nonexistent", "XDG_DATA_HOME": "/nonexistent", "XDG_DATA_DIRS": "/nonexistent",
    "XDG_CONFIG_DIRS": "/nonexistent", "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent",
  ]

  /// Whether it has said something, or says it before it ends, within half a minute.
  func says(_ words: String) -> Bool {
    wait { text.contains(words) } || text.contains(words)
  }

  var isRunning: Bool {
    if status != nil { return false }
    var status: Int32 = 0
    if waitpid(processID, &status, WNOHANG) == processID { self.status = status }
    return self.status == nil
  }

  /// Whether it ended by a signal.
  var wasKilled: Bool { !isRunning && (status ?? 0) & 0x7f != 0 }

  /// Its exit status; 128 and the signal's number where one ended it, -1 where it does not end.
  func end(_ signal: Int32? = nil) -> Int32 {
    if let signal, isRunning { kill(processID, signal) }
    _ = wait { !isRunning }
    read()
    guard let status else { return -1 }
    return status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f
  }

  /// Open descriptors.
  var descriptors: Int { openFiles.count }

  /// The files behind its descriptors; kinds only of those without a path, such as `socket:`.
  var openFiles: [String] {
    let numbers = (try? Folder.entries(of: "/proc/\(processID)/fd")) ?? []
    return numbers.compactMap { number in
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = readlink("/proc/\(processID)/fd/\(number)", &buffer, buffer.count)
      return count < 0 ? nil : String(decoding: buffer[..<count].prefix { $0 != UInt8(ascii: "[") }, as: UTF8.self)
    }
  }

  /// Processor time it has used, in hundredths of a second.
  var processorTicks: Int {
    guard let folder = try? FolderDescriptor.open("/proc/\(processID)"),
      let stat = try? folder.read("stat", upTo: 4096)
    else { return 0 }
    // Fields after the name, which ends with the last bracket: 12 and 13 are user and system time.
    let fields = String(decoding: stat, as: UTF8.self).split(separator: ")").last!.split(separator: " ")
    return (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0)
  }

  /// Whether it comes to pass within half a minute, while the process lives.
  func wait(for condition: () -> Bool) -> Bool {
    for _ in 0..<6000 {
      read()
      if condition() { return true }
      if !isRunning {
        read()
        return condition()
      }
      usleep(5000)
    }
    return false
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

/// Adds to the actions that every descriptor from a number on is closed: also those that other threads open meanwhile.
/// The C library shows it only with `_GNU_SOURCE`.
private typealias CloseFrom = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
private let closeFrom = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np").map {
  unsafeBitCast($0, to: CloseFrom.self)
}

/// A pipe whose ends no other program inherits: to read from, to write to.
func makePipe() throws -> [Int32] {
  var ends: [Int32] = [-1, -1]
  if pipe(&ends) < 0 { throw Errno.last }
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  return ends
}

/// Calls `body` with the strings as C wants them.
private func withStrings<Result>(
  _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let pointers = strings.map { strdup($0) } + [nil]
  defer { for pointer in pointers { free(pointer) } }
  return body(pointers)
}
