/// The folders of the XDG base directory specification. A path that is not absolute is ignored, as it demands.
///
/// All functions take a closure that returns a variable of the environment, or nil if it is not set or empty.
public enum BaseFolders {
  /// The variables that set the folders.
  public static let variables = ["XDG_CONFIG_HOME", "XDG_DATA_HOME"] + lists
  /// Those with several folders, separated by colons.
  static let lists = ["XDG_CONFIG_DIRS", "XDG_DATA_DIRS"]

  /// The folder of the user's configuration: `XDG_CONFIG_HOME`, or `~/.config`. Nil if there is no absolute path.
  public static func configuration(environment variable: (String) -> String?) -> String? {
    own("XDG_CONFIG_HOME", "/.config", variable)
  }

  /// All folders of configuration, the most important first: the user's, and those of `XDG_CONFIG_DIRS`, by default
  /// `/etc/xdg`.
  public static func allConfiguration(environment variable: (String) -> String?) -> [String] {
    all(configuration(environment: variable), "XDG_CONFIG_DIRS", "/etc/xdg", variable)
  }

  /// The folder of the user's data: `XDG_DATA_HOME`, or `~/.local/share`. Nil if there is no absolute path.
  public static func data(environment variable: (String) -> String?) -> String? {
    own("XDG_DATA_HOME", "/.local/share", variable)
  }

  /// The folders of installed data, the most important first: those of `XDG_DATA_DIRS`, by default `/usr/local/share` and
  /// `/usr/share`.
  public static func sharedData(environment variable: (String) -> String?) -> [String] {
    all(nil, "XDG_DATA_DIRS", "/usr/local/share:/usr/share", variable)
  }

  /// All folders of data, the most important first: the user's, and the shared ones.
  public static func allData(environment variable: (String) -> String?) -> [String] {
    unique([data(environment: variable)].compactMap(\.self) + sharedData(environment: variable))
  }

  private static func own(_ name: String, _ usual: String, _ variable: (String) -> String?) -> String? {
    variable(name).flatMap(absolute) ?? variable("HOME").flatMap(absolute).map { $0 + usual }
  }

  private static func all(
    _ own: String?, _ name: String, _ usual: String, _ variable: (String) -> String?
  ) -> [String] {
    let shared = (variable(name) ?? usual).split(separator: ":").map(String.init)
    return unique([own].compactMap(\.self) + shared.compactMap(absolute))
  }

  private static func unique(_ folders: [String]) -> [String] {
    folders.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The path without trailing slashes; nil if it is not absolute.
  private static func absolute(_ path: String) -> String? {
    guard path.hasPrefix("/") else { return nil }
    var path = path[...]
    while path.hasSuffix("/") { path.removeLast() }
    return String(path)
  }
}
