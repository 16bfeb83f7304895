internal import Glibc

/// What the process was given by its surroundings.
public enum Environment {
  /// A variable of the environment; nil where it is not set or empty. Not to be called while another thread changes
  /// the environment. The corresponding C function is `getenv`.
  public static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }

  /// Where the daemon and its clients meet: `HAPTICD_SOCKET`, else `hapticd.sock` in `XDG_RUNTIME_DIR`; nil where
  /// neither is set.
  public static var daemonSocketPath: String? {
    variable("HAPTICD_SOCKET") ?? variable("XDG_RUNTIME_DIR").map { $0 + "/hapticd.sock" }
  }
}
