internal import CHapticLinux
internal import Glibc

/// The terminal behind standard output.
public enum Terminal {
  /// How many characters fit into a line; nil where standard output is no terminal, or one that does not say.
  ///
  /// The corresponding kernel request is `TIOCGWINSZ`.
  public static var columns: Int? {
    let columns = Int(haptic_terminal_columns(STDOUT_FILENO))
    return columns > 0 ? columns : nil
  }
}
