internal import Glibc

/// A line with the progress of a command on standard error. Writes nothing if standard error is not a terminal.
struct ProgressLine {
  private let isShown = isatty(STDERR_FILENO) == 1 && !Screen.isDumb()

  /// Replaces the line.
  func show(_ text: String) { if isShown { writeError(Self.start + text) } }

  func clear() { if isShown { writeError(Self.start) } }

  /// Moves the cursor to the left edge and clears the line.
  private static let start = "\r\u{1b}[K"
}
