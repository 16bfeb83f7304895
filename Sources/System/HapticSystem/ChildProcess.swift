package import Glibc

/// Starts programs as child processes.
package enum ChildProcess {
  /// Starts a program with words that are text; see `start(words:)`.
  package static func start(
    _ words: [String], descriptors: KeyValuePairs<Int32, Int32> = [:], environment: [String]? = nil,
    asGroup isGroup: Bool = false, asService isService: Bool = false
  ) throws(Errno) -> pid_t {
    try start(
      words: words.map { Array($0.utf8) }, descriptors: descriptors, environment: environment, asGroup: isGroup,
      asService: isService)
  }

  /// Starts a program, which is looked up in `PATH` if its name has no slash. It blocks no signals.
  ///
  /// - Parameters:
  ///   - words: the program and its arguments.
  ///   - descriptors: descriptors of the program, in the order of their assignment, each with the one of this process.
  ///   - environment: the environment as `NAME=VALUE`; nil for that of this process.
  ///   - isGroup: whether it begins a group of processes, to which Ctrl-C of the terminal does not go.
  ///   - isService: whether it gets the usual signals: otherwise it ignores those that this process ignores.
  /// - Throws: the reason why the program cannot be executed.
  ///
  /// The corresponding C function is `posix_spawnp`.
  package static func start(
    words: [[UInt8]], descriptors: KeyValuePairs<Int32, Int32> = [:], environment: [String]? = nil,
    asGroup isGroup: Bool = false, asService isService: Bool = false
  ) throws(Errno) -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for (its, ours) in descriptors { unsafe posix_spawn_file_actions_adddup2(&actions, ours, its) }
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // Test runners may block signals, and a shell that does not get SIGCHLD waits for ever.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    let flags = (isGroup ? POSIX_SPAWN_SETPGROUP : 0) | (isService ? POSIX_SPAWN_SETSIGDEF : 0)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | flags))
    var process: pid_t = 0
    var result: Int32 = 0
    // unsafe: the strings live until the call has returned
    unsafe withStrings(words) { words in
      if let environment {
        unsafe withStrings(environment.map { Array($0.utf8) }) {
          result = unsafe posix_spawnp(&process, words[0]!, &actions, &attributes, words, $0)
        }
      } else {
        result = unsafe posix_spawnp(&process, words[0]!, &actions, &attributes, words, environ)
      }
    }
    if result != 0 { throw Errno(rawValue: result) }
    return process
  }

  /// Executes a program in place of this one.
  ///
  /// - Returns: the reason why it cannot be executed.
  ///
  /// The corresponding C function is `execv`.
  package static func replaceThisProcess(by words: [String]) -> Errno {
    // unsafe: the strings live until the call has returned
    unsafe withStrings(words.map { Array($0.utf8) }) { words in unsafe _ = execv(words[0]!, words) }
    return .last
  }

  private static func withStrings(_ strings: [[UInt8]], _ body: ([UnsafeMutablePointer<CChar>?]) -> Void) {
    let pointers =
      unsafe strings.map { text in
        unsafe (text + [0]).withUnsafeBytes { unsafe strdup($0.baseAddress!.assumingMemoryBound(to: CChar.self)) }
      } + [nil]
    defer { for index in unsafe pointers.indices { unsafe free(pointers[index]) } }
    unsafe body(pointers)
  }
}

/// The two ends of a pipe. Programs that this process starts do not inherit them.
package struct ChildPipe: ~Copyable {
  package let reading, writing: FileDescriptor

  package init() throws(Errno) {
    var ends: [Int32] = [-1, -1]
    if unsafe pipe(&ends) < 0 { throw .last }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    reading = FileDescriptor(owning: ends[0])
    writing = FileDescriptor(owning: ends[1])
  }
}
