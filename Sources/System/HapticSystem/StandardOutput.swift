internal import Glibc

/// Standard output, without the buffer of the C library, whose errors are easily lost.
public enum StandardOutput {
  /// Writes all of the text. If the descriptor does not block, waits for room.
  public static func write(_ text: String) throws(OutputFailure) { try write(Array(text.utf8)) }

  /// Writes all bytes. If the descriptor does not block, waits for room.
  public static func write(_ bytes: [UInt8]) throws(OutputFailure) {
    var rest = bytes[...]
    do throws(Errno) {
      while !rest.isEmpty { rest = rest.dropFirst(try writeSome(rest)) }
    } catch {
      throw OutputFailure(reason: error)
    }
  }

  /// Closes standard output, because some file systems report a full disk only then. A descriptor that was closed
  /// already is no error: whatever was written to it has failed before.
  ///
  /// The corresponding C function is `close`.
  public static func close() throws(OutputFailure) {
    // Not repeated after EINTR: Linux has closed the descriptor then.
    guard Glibc.close(STDOUT_FILENO) != 0 else { return }
    let reason = Errno.last
    if reason != Errno(rawValue: EBADF), reason != .interrupted { throw OutputFailure(reason: reason) }
  }

  private static func writeSome(_ bytes: ArraySlice<UInt8>) throws(Errno) -> Int {
    while true {
      do throws(Errno) {
        // unsafe: the kernel reads the bytes only during the call
        return try retryingInterrupts {
          unsafe bytes.withUnsafeBytes { unsafe Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
        }
      } catch {
        guard error == .wouldBlock else { throw error }
        _ = try poll(STDOUT_FILENO, for: POLLOUT, milliseconds: -1)
      }
    }
  }
}

/// The error of a write to standard output, and the rule for the end of the program.
public struct OutputFailure: Error, Equatable, Sendable {
  public let reason: Errno

  public init(reason: Errno) { self.reason = reason }

  /// One line for standard error; nil if the reader has closed its pipe, as `head` does when it has read enough.
  public var message: String? {
    reason == .brokenPipe ? nil : "cannot write to standard output: \(reason); the output is incomplete"
  }

  /// 2, or the status that a shell reports for a program that SIGPIPE has ended.
  public var exitStatus: Int32 { reason == .brokenPipe ? 128 + SIGPIPE : 2 }
}
