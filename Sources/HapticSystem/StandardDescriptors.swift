internal import CHapticLinux
internal import Glibc

/// Standard input, output and error.
public enum StandardDescriptors {
  /// Opens `/dev/null` for those that the process was started without: otherwise the next file to be opened, such as a
  /// device, would get the number of standard error and with it every line of the log.
  public static func fill() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
      // Gets the lowest number that is free, which is this one.
      _ = unsafe haptic_open("/dev/null", O_RDWR)
    }
  }
}
