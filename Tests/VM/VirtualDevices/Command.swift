internal import Glibc
internal import HapticSystem

/// A program run to its end.
enum Command {
  /// Runs `arguments`, found on PATH, with our own output.
  ///
  /// - Returns: its exit code; 128 and the signal's number where a signal ended it.
  /// - Throws: `RigError` where it does not start.
  static func run(_ arguments: [String]) throws -> Int32 {
    var child = pid_t()
    let words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    let result = posix_spawnp(&child, words[0]!, nil, nil, words, environ)
    guard result == 0 else { throw RigError("\(arguments[0]): \(Errno(rawValue: result))") }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 && Errno.last == .interrupted {}
    return status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
  }
}
