internal import Glibc
internal import HapticSystem

/// A line on the terminal behind standard error that says how far a command is; without a terminal, nothing.
struct ProgressLine {
  private let isShown =
    isatty(STDERR_FILENO) == 1 && !["dumb", ""].contains(Environment.variable("TERM") ?? "")

  /// Replaces the line.
  func show(_ text: String) { if isShown { writeError(Self.start + text) } }

  func clear() { if isShown { writeError(Self.start) } }

  /// To the left edge, and the rest of the line empty.
  private static let start = "\r\u{1b}[K"
}
