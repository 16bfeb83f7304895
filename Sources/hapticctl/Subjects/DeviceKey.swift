internal import HapticSystem
internal import Haptics
internal import PreferenceFiles

/// Finds the device that a setting's key names, `device.dualsense.enabled`: by the name in the settings files or of a
/// connected device, by a unique part of one, or by the device's number.
struct DeviceKey {
  /// The devices of the running daemon; nil where none runs.
  let records: [DeviceRecord]?
  /// The names in settings files, and those of nodes that the daemon has not listed.
  let otherNames: [ShortName]

  /// - Returns: the key with the device's whole name; the key itself where it is of no device, or no device matches.
  /// - Throws: a failure for an ambiguous name, and for a number without a device.
  func resolved(_ key: PreferenceKey) throws(Failure) -> PreferenceKey {
    guard key.setting.table == .device else { return key }
    let text = "\(key.name)"
    if otherNames.contains(key.name) { return key }
    if ChosenDevice.isNumber(text) {
      guard let records else {
        throw .usage("the device number \(text) requires a running daemon; give the device's name")
      }
      return key.named(ShortName(truncating: try ChosenDevice.named(text, among: records).name))
    }
    let names = Self.unique((records ?? []).map { ShortName(truncating: $0.name) } + otherNames)
    switch NameMatch(text, among: names.map(\.description)) {
    case .none: return key
    case .one(let index): return key.named(names[index])
    case .several(let indices):
      let list = indices.map { "'\(names[$0])'" }.joined(separator: ", ")
      throw .usage("'\(text)' matches \(indices.count) devices: \(list); give more of the name")
    }
  }

  /// Whether a connected device, or one in the settings files, has this name.
  func isKnown(_ name: ShortName) -> Bool {
    otherNames.contains(name) || (records ?? []).contains { ShortName(truncating: $0.name) == name }
  }

  private static func unique(_ names: [ShortName]) -> [ShortName] {
    var seen: Set<ShortName> = []
    return names.filter { !$0.isEmpty && seen.insert($0).inserted }
  }
}

extension DeviceKey {
  /// Of the running daemon, the settings files and this machine's nodes.
  init(_ session: Session?, _ stack: PreferenceStack) {
    let records = session.flatMap { session in try? session.devices() }
    let named = stack.keys.filter { $0.setting.table == .device }.map(\.name)
    let nodes = records == nil ? Machine().nodes.map { ShortName(truncating: $0.name) } : []
    self.init(records: records, otherNames: named + nodes)
  }
}
