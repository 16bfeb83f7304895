internal import CHapticLinux
internal import Glibc

/// The terminal of standard output.
public enum Terminal {
  /// The number of columns; nil if standard output is not a terminal, or if its size is unknown.
  ///
  /// The corresponding kernel request is `TIOCGWINSZ`.
  public static var columns: Int? {
    let columns = Int(haptic_terminal_columns(STDOUT_FILENO))
    return columns > 0 ? columns : nil
  }

  /// The number of rows; nil if standard output is not a terminal, or if its size is unknown.
  public static var rows: Int? {
    let rows = Int(haptic_terminal_rows(STDOUT_FILENO))
    return rows > 0 ? rows : nil
  }
}
