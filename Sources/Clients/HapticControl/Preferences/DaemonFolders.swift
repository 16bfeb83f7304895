internal import HapticSystem
internal import HapticThemes
internal import PreferenceFiles

/// The folders in which the running daemon reads settings, by the environment of its process.
struct DaemonFolders: Equatable {
  /// The folders, in descending order of precedence.
  let folders: [String]
  /// The folders in which the daemon searches themes, in descending order of precedence.
  let themes: [String]
  /// The user's own folder; nil if the daemon has neither HOME nor XDG_CONFIG_HOME.
  let own: String?
  /// The theme of the daemon's option --theme, which has precedence over the setting; nil without this option.
  private(set) var themeOption: String?

  init(environment variable: (String) -> String?) {
    folders = PreferenceFolders.all(environment: variable)
    themes = Theme.searchFolders(environment: variable)
    own = PreferenceFolders.own(environment: variable)
  }

  /// Reads the environment of a process.
  ///
  /// - Returns: nil if the environment cannot be read or is empty, or if the process has ended.
  init?(ofProcess processID: UInt32) {
    guard let process = try? FolderDescriptor.open("/proc/\(processID)"),
      let bytes = try? process.read("environ", upTo: 1 << 20)
    else { return nil }
    let variables = Environment.variables(bytes.split(separator: 0)).filter { !$0.value.isEmpty }
    if variables.isEmpty { return nil }
    self.init(environment: { variables[$0] })
    themeOption = Self.themeOption(in: (try? process.read("cmdline", upTo: 1 << 20)) ?? [])
  }

  /// The theme of `--theme NAME` or `--theme=NAME` in the arguments of a process, which end with a zero byte each.
  static func themeOption(in arguments: [UInt8]) -> String? {
    let words = arguments.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    guard let index = words.lastIndex(where: { $0 == "--theme" || $0.hasPrefix("--theme=") }) else { return nil }
    let attached = words[index].dropFirst("--theme=".count)
    return attached.isEmpty ? words.dropFirst(index + 1).first : String(attached)
  }

  /// The folders of this process.
  static let here = DaemonFolders(environment: Environment.variable)

  /// The warning that the daemon does not read the file that this program changes; nil if it does.
  var difference: String? {
    guard own != Self.here.own else { return nil }
    return "the daemon reads settings in \(own ?? "no folder of the user"), "
      + "and this command uses those in \(Self.here.own ?? "no folder of the user")"
  }

  /// The command that makes the folders of both the same.
  var remedy: String {
    guard let own else { return "systemctl --user restart hapticd" }
    return "export XDG_CONFIG_HOME=\(own.dropLast("/hapticd".count))"
  }
}
