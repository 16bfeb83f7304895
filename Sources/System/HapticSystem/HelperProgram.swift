internal import Glibc

/// Programs that this process starts and talks to over a socket.
public enum HelperProgram {
  /// Runs a program on a thread of its own, which ends with the program, so that a slow file system delays nothing.
  ///
  /// The program has one end of a socket as its standard input, and inherits the environment and standard error. A
  /// failure, and the end of the program, close this end.
  ///
  /// - Parameters:
  ///   - path: an absolute path.
  ///   - arguments: the arguments after the name of the program.
  /// - Returns: the other end.
  /// - Throws: `.wouldBlock` if the system cannot create more threads.
  ///
  /// The corresponding C functions are `posix_spawn` and `waitpid`.
  package static func start(_ path: String, _ arguments: [String]) throws(Errno) -> SeqpacketSocket {
    let pair = try SeqpacketSocket.pair()
    let end = SharedSocket(pair.second)
    try BackgroundThread.start {
      guard let process = spawn(path, arguments, input: end.rawValue) else { return end.close() }
      end.close()
      var status: Int32 = 0
      while unsafe waitpid(process, &status, 0) < 0, Errno.last == .interrupted {}
    }
    return pair.first
  }

  /// The path of a program of this package, installed (`bin/hapticd` and `libexec/NAME`) or built (both in one folder).
  /// Nil if it does not exist.
  public static func path(of name: String) -> String? {
    guard let own = Folder.resolved("/proc/self/exe") else { return nil }
    let folder = own.prefix(upTo: own.lastIndex(of: "/") ?? own.startIndex)
    let prefix = folder.prefix(upTo: folder.lastIndex(of: "/") ?? folder.startIndex)
    return ["\(prefix)/libexec/\(name)", "\(folder)/\(name)"].first { unsafe access($0, X_OK) == 0 }
  }

  private static func spawn(_ path: String, _ arguments: [String], input: Int32) -> pid_t? {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    setSignals(&attributes)
    var words: [UnsafeMutablePointer<CChar>?] = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
    defer { for index in unsafe words.indices { unsafe free(words[index]) } }
    var process: pid_t = 0
    let result = unsafe posix_spawn(&process, path, &actions, &attributes, &words, environ)
    return result == 0 ? process : nil
  }

  /// Gives the program the usual signals: it would inherit those that this process ignores and this thread blocks.
  private static func setSignals(_ attributes: inout posix_spawnattr_t) {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
  }
}

/// The program's end of the socket until the program has it.
private final class SharedSocket: @unchecked Sendable {
  // Used by one thread after the other.
  private var socket: SeqpacketSocket?

  init(_ socket: consuming SeqpacketSocket) { self.socket = consume socket }

  var rawValue: Int32 {
    switch socket {
    case .some(let socket): socket.rawValue
    case .none: -1
    }
  }

  func close() { socket = nil }
}
