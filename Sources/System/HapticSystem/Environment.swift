internal import Glibc

/// The environment of the process.
public enum Environment {
  /// Returns a variable of the environment, or nil if it is not set or empty. Do not call this while another thread
  /// changes the environment.
  ///
  /// The corresponding C function is `getenv`.
  public static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }
}
