internal import Glibc

/// The environment of the process. A value that is not valid UTF-8 counts as not set, because repaired it would be another
/// path; of a list of folders, only those folders are left out.
public enum Environment {
  /// Returns a variable of the environment, or nil if it is not set, empty or not valid UTF-8. Do not call this while
  /// another thread changes the environment.
  ///
  /// The corresponding C function is `getenv`.
  public static func variable(_ name: String) -> String? {
    guard let value = value(name), let text = text(value, of: name) else { return nil }
    return text.isEmpty ? nil : text
  }

  /// All variables with their values. Do not read this while another thread changes the environment.
  ///
  /// The corresponding C variable is `environ`.
  public static var variables: [String: String] {
    var entries: [[UInt8]] = []
    var entry = unsafe environ
    while let text = unsafe entry.pointee {
      unsafe entries.append(bytes(text))
      unsafe entry += 1
    }
    return variables(entries)
  }

  /// The variables in entries such as `NAME=VALUE`.
  public static func variables(_ entries: some Sequence<some Collection<UInt8>>) -> [String: String] {
    var variables: [String: String] = [:]
    for entry in entries {
      let parts = entry.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let name = String(validating: parts[0], as: UTF8.self) else { continue }
      if let text = text(parts[1], of: name) { variables[name] = text }
    }
    return variables
  }

  private static func text(_ value: some Collection<UInt8>, of name: String) -> String? {
    if let text = String(validating: value, as: UTF8.self) { return text }
    guard lists.contains(name) else { return nil }
    return value.split(separator: UInt8(ascii: ":")).compactMap { String(validating: $0, as: UTF8.self) }
      .joined(separator: ":")
  }

  private static let lists = ["PATH"] + BaseFolders.lists

  // MARK: Values that are not UTF-8

  /// Whether a variable is set to a value that is not valid UTF-8.
  public static func isMalformed(_ name: String) -> Bool {
    value(name).map { String(validating: $0, as: UTF8.self) == nil } ?? false
  }

  /// Warnings about the variables and the folders that are ignored, one line each with the value, as `$'...'` of a shell has
  /// it, and the remedy.
  public static var warnings: [String] {
    named.flatMap { name in
      let value = value(name) ?? []
      let values = lists.contains(name) ? value.split(separator: UInt8(ascii: ":")).map(Array.init) : [value]
      let remedy = lists.contains(name) ? "rename the folder" : "set it to a value in UTF-8"
      return values.filter { String(validating: $0, as: UTF8.self) == nil }.map { value in
        "'\(CommandWords.shown(value))' in \(name) is not valid UTF-8 and is ignored; \(remedy)"
      }
    }
  }

  /// The variables that users set for hapticd.
  private static let named =
    ["HOME", "XDG_RUNTIME_DIR"] + BaseFolders.variables + [
      "FEEDBACK_THEME", "DBUS_SYSTEM_BUS_ADDRESS", "DBUS_SESSION_BUS_ADDRESS", "HAPTICD_TIMEOUT", "TMPDIR", "VISUAL",
      "EDITOR",
    ]

  /// Returns a variable with replacement characters in place of what is not UTF-8: a path that does not exist.
  static func repaired(_ name: String) -> String? {
    value(name).flatMap { $0.isEmpty ? nil : String(decoding: $0, as: UTF8.self) }
  }

  private static func value(_ name: String) -> [UInt8]? { unsafe getenv(name).map { unsafe bytes($0) } }

  /// Copies a C string.
  static func bytes(_ text: UnsafePointer<CChar>) -> [UInt8] {
    unsafe Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
  }
}
