internal import Glibc
internal import HapticSystem
internal import Synchronization

/// The text for standard output. All commands print through it.
///
/// A write that fails ends the process with one line on standard error, so that no output is lost unnoticed, and so
/// that a command which runs until it is interrupted does not go on without a reader.
enum OutputBuffer {
  private static let bytes = Mutex<[UInt8]>([])
  /// On a terminal, lines are written at once, in order with those on standard error.
  private static let isTerminal = isatty(STDOUT_FILENO) == 1
  private static let capacity = 1 << 16

  /// Adds text without changes: a document or an image. Lines for a user are printed by `Screen`.
  static func add(_ text: String) {
    let count = bytes.withLock { bytes in
      bytes += Array(text.utf8)
      return bytes.count
    }
    if isTerminal || count >= capacity { flush() }
  }

  static func flush() {
    let text = bytes.withLock { exchange(&$0, with: []) }
    do throws(OutputFailure) { try StandardOutput.write(text) } catch { end(error) }
  }

  /// Writes the buffered text and closes standard output, at the end of the process.
  static func close() {
    flush()
    do throws(OutputFailure) { try StandardOutput.close() } catch { end(error) }
  }

  private static func end(_ failure: OutputFailure) -> Never {
    if let message = failure.message { report(.usage(message)) }
    exit(failure.exitStatus)
  }
}
