internal import CHapticLinux
internal import Glibc

/// The terminal of standard output.
///
/// The corresponding kernel request is `TIOCGWINSZ`, which any program can set to 65,535: more than 1,000 columns or rows
/// count as 1,000, so that a picture for them takes no minutes.
public enum Terminal {
  /// The number of columns; nil if standard output is not a terminal, or if its size is unknown.
  public static var columns: Int? { size(haptic_terminal_size(STDOUT_FILENO).ws_col) }

  /// The number of rows; nil if standard output is not a terminal, or if its size is unknown.
  public static var rows: Int? { size(haptic_terminal_size(STDOUT_FILENO).ws_row) }

  private static func size(_ number: UInt16) -> Int? { number > 0 ? min(Int(number), 1000) : nil }
}
