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
    let end = pair.second.release()
    do throws(Errno) {
      try BackgroundThread.start {
        let process = try? ChildProcess.start(
          [path] + arguments, descriptors: [STDIN_FILENO: end], asService: true)
        close(end)
        guard let process else { return }
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0, Errno.last == .interrupted {}
      }
    } catch {
      close(end)
      throw error
    }
    return pair.first
  }

  /// The path of a program of this package, installed (`bin/hapticd` and `libexec/NAME`) or built (both in one folder).
  /// Nil if it does not exist.
  public static func path(of name: String) -> String? {
    guard let own = Folder.resolved("/proc/self/exe") else { return nil }
    let folder = Folder.containing(own)
    let prefix = Folder.containing(folder)
    return ["\(prefix)/libexec/\(name)", "\(folder)/\(name)"].first { unsafe access($0, X_OK) == 0 }
  }
}
