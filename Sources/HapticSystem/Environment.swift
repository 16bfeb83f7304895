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
}
