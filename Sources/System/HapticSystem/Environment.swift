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

  /// All variables with their values. Do not read this while another thread changes the environment.
  ///
  /// The corresponding C variable is `environ`.
  public static var variables: [String: String] {
    var variables: [String: String] = [:]
    var entry = unsafe environ
    while let text = unsafe entry.pointee {
      let words = unsafe String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if words.count == 2 { variables[String(words[0])] = String(words[1]) }
      unsafe entry += 1
    }
    return variables
  }
}
