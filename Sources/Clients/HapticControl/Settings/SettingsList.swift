internal import HapticSystem
internal import Haptics
internal import PreferenceFiles

/// The rows of the settings page: all general settings, and those of applications in the files and of devices that are
/// connected or in the files.
struct SettingsList {
  let rows: [PreferenceRow]
  /// The first mistake of the files; nil without one.
  let complaint: String?

  init(_ stack: PreferenceStack, _ session: DaemonSession?) {
    let settings = EffectiveSettings(stack, session)
    let connected = ((try? session?.devices()) ?? []).map { ShortName(truncating: $0.name) }.filter { !$0.isEmpty }
    let others = connected.flatMap { PreferenceKey.all(of: .device, named: $0) }.filter { !stack.keys.contains($0) }
    rows = (stack.keys + Set(others).sorted(by: PreferenceKey.isBefore)).map { PreferenceRow($0, in: settings) }
    complaint = stack.complaint
  }

  /// The position of a key, or that of the same place in the list if it has gone.
  func position(of key: PreferenceKey?, near position: Int) -> Int {
    rows.firstIndex { $0.key == key } ?? min(max(position, 0), rows.count - 1)
  }
}

extension PreferenceRow {
  var heading: String {
    switch key.setting.table {
    case .general: "general"
    case .application, .device: "\(key.setting.table.name) \(key.name)"
    default: key.setting.table.name
    }
  }

  /// The source in one word.
  var shortSource: String {
    if isKept { return "kept" }
    guard let origin else { return "default" }
    return origin.isGSettings ? "GSettings" : "file"
  }
}
