internal import HapticPatterns
internal import PreferenceFiles

/// What somebody finds who edits preferences for the first time: every key with its default, as comments.
enum PreferenceTemplate {
  static let text: String = {
    var lines = ["# What you want of haptics, see hapticd.toml(5). Take the # in front away to set something."]
    var table = PreferenceTable.general
    for setting in PreferenceSetting.all {
      if setting.table != table {
        table = setting.table
        lines += ["", "#[\(table.name)\(example(table))]"]
      }
      lines.append(
        "#\(setting.name) = \(setting.usual ?? example(setting))".padded(to: column) + " # \(setting.meaning)")
    }
    return lines.joined(separator: "\n") + "\n"
  }()

  /// Where meanings start, behind all but the longest lists.
  private static let column = 32

  private static func example(_ table: PreferenceTable) -> String {
    switch table {
    case .application: ".\"org.example.Game\""
    case .device: ".\"DualSense Wireless Controller\""
    default: ""
    }
  }

  /// Of what is left open where nothing is said.
  private static func example(_ setting: PreferenceSetting) -> String {
    switch setting.kind {
    case .theme: "\"default\""
    case .locality: "\"phone\""
    default: "\"100%\""
    }
  }
}
