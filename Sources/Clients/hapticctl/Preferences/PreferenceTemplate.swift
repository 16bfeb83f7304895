internal import HapticPatterns
internal import PreferenceFiles

/// The text that `edit` offers if the user's file is empty: every key with its default, as a comment.
///
/// Keys of tables are dotted keys such as `touch.strength`, without table headers, so that each line keeps its
/// meaning in any combination of uncommented lines.
enum PreferenceTemplate {
  static let text: String = {
    var lines = ["## The user's settings of hapticd, see hapticd.toml(5). Remove the # in front of a key to set it."]
    var table: PreferenceTable?
    for setting in PreferenceSetting.all {
      if setting.table != table {
        table = setting.table
        lines.append("")
      }
      lines.append("#\(path(of: setting)) = \(value(of: setting))".padded(to: column) + " ## \(setting.meaning)")
    }
    return lines.joined(separator: "\n") + "\n"
  }()

  /// The column of the meanings, unless the key and its value are longer.
  private static let column = 44

  private static func path(of setting: PreferenceSetting) -> String {
    let table = setting.table
    switch table {
    case .general: return setting.name
    case .application: return "\(table.name).\"org.example.Game\".\(setting.name)"
    case .device: return "\(table.name).\"DualSense Wireless Controller\".\(setting.name)"
    default: return "\(table.name).\(setting.name)"
    }
  }

  /// The default, or an example if there is no default.
  private static func value(of setting: PreferenceSetting) -> String {
    if let usual = setting.usual { return usual }
    switch setting.kind {
    case .theme: return "\"default\""
    case .locality: return "\"phone\""
    default: return "\"100%\""
    }
  }
}
