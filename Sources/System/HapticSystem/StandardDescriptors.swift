internal import Glibc

/// Standard input, output and error.
public enum StandardDescriptors {
  /// Opens `/dev/null` for each standard descriptor that is closed at the start of the process. Otherwise the next
  /// opened file, such as a device or the socket of the daemon, would get its number and receive every line.
  ///
  /// Standard output is opened only for reading, so that output to it still fails as on a closed descriptor.
  public static func fill() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
      // The kernel assigns the lowest free number, which is this one.
      _ = unsafe open("/dev/null", number == STDOUT_FILENO ? O_RDONLY : O_RDWR)
    }
  }
}
