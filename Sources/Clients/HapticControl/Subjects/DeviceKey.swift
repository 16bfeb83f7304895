internal import Haptics
internal import PreferenceFiles

/// Finds the device in a setting's key, such as `device.dualsense.enabled`: by its name in the settings files, by the
/// name of a connected device or a unique part of it, or by its number.
struct DeviceKey {
  /// The devices of the running daemon; nil if no daemon is running.
  let records: [DeviceRecord]?
  /// The names in settings files and, if no daemon is running, of the nodes of this machine.
  let otherNames: [ShortName]

  /// - Returns: the key with the full name of the device, or `key` itself if it is not a device's key or no device
  ///   matches.
  /// - Throws: a failure for an ambiguous name, for a number without a device, and for a number without a daemon.
  func resolved(_ key: PreferenceKey) throws(Failure) -> PreferenceKey {
    guard key.setting.table == .device else { return key }
    return key.named(try resolved(key.name))
  }

  /// Completes the name of the device in the name of a table, as in a key.
  func resolved(_ branch: PreferenceBranch) throws(Failure) -> PreferenceBranch {
    guard branch.table == .device, let name = branch.name else { return branch }
    return branch.named(try resolved(name))
  }

  private func resolved(_ name: ShortName) throws(Failure) -> ShortName {
    let text = "\(name)"
    if otherNames.contains(name) { return name }
    if ChosenDevice.isNumber(text) {
      return ShortName(truncating: try ChosenDevice.numbered(text, among: records).name)
    }
    return try names.only(named: text, \.description, candidate: { "'\($0)'" }) ?? name
  }

  /// The names of the known devices, each once.
  private var names: [ShortName] {
    var seen: Set<ShortName> = []
    return ((records ?? []).map { ShortName(truncating: $0.name) } + otherNames)
      .filter { !$0.isEmpty && seen.insert($0).inserted }
  }

  var keys: [PreferenceKey] { names.flatMap { PreferenceKey.all(of: .device, named: $0) } }

  /// Whether a connected device or a device in the settings files has this name.
  func isKnown(_ name: ShortName) -> Bool {
    otherNames.contains(name) || (records ?? []).contains { ShortName(truncating: $0.name) == name }
  }
}

extension DeviceKey {
  /// Collects the names of the running daemon, the settings files and the nodes of this machine.
  init(_ session: DaemonSession?, _ stack: PreferenceStack) {
    let records = session.flatMap { session in try? session.devices() }
    let named = stack.keys.filter { $0.setting.table == .device }.map(\.name)
    let nodes = records == nil ? Machine().nodes.map { ShortName(truncating: $0.name) } : []
    self.init(records: records, otherNames: named + nodes)
  }
}
