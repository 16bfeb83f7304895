internal import CHapticLinux
internal import Glibc

/// Standard input, output and error.
public enum StandardDescriptors {
  /// Opens `/dev/null` for each standard descriptor that is closed at the start of the process. Otherwise the next
  /// opened file, such as a device, would get the number of standard error and receive every log line.
  public static func fill() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
      // The kernel assigns the lowest free number, which is this one.
      _ = unsafe haptic_open("/dev/null", O_RDWR)
    }
  }
}
