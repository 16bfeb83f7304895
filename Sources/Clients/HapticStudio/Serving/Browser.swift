internal import Glibc
internal import HapticSystem

enum Browser {
  /// Opens an address with `xdg-open`, without waiting for it. Returns whether the program was started.
  ///
  /// The address is in the arguments, which other users can read. It is of no use to them: the server answers only
  /// programs of its own user.
  static func open(_ address: String) -> Bool {
    // The output of a browser is not that of the studio.
    guard let nowhere = try? FileDescriptor.open("/dev/null", .writeOnly) else { return false }
    let output: KeyValuePairs = [STDOUT_FILENO: nowhere.rawValue, STDERR_FILENO: nowhere.rawValue]
    return (try? ChildProcess.start(["xdg-open", address], descriptors: output, asService: true)) != nil
  }
}
