internal import PreferenceEditing
internal import PreferenceFiles

/// Changes of settings in the user's own file, all at once or none.
struct SettingChanges {
  /// The keys and their values as the user gave them.
  private let pairs: [(key: String, value: String)]

  init(_ pairs: [(String, String)]) { self.pairs = pairs.map { ($0.0, $0.1) } }

  /// A parsed change of a key.
  private struct Edit {
    let key: PreferenceKey
    let change: SetPreference.Change

    var text: String { key.setting.kind.text(of: change.value) ?? "-" }
  }

  /// Changes the file, and returns when a running daemon has the change in force.
  ///
  /// - Throws: a failure for the first pair that is not valid; the file is then unchanged.
  func run(json: Bool) throws {
    let own = try OwnFile()
    let session = RunningDaemon.session()
    let former = own.stack
    let devices = DeviceKey(session, former)
    let edits = try edits(EffectiveSettings(former, session), devices)
    try own.change { text throws(EditRefusal) in
      var text = text
      for edit in edits { text = try text.setting(edit.key, to: edit.change.value) }
      return text
    }
    DaemonUpdate.wait(session)
    let stack = own.stack
    let rows = edits.map { PreferenceRow($0.key, in: EffectiveSettings(stack, session)) }
    if json {
      let documents = zip(edits, rows).map { edit, row in
        PreferenceChangeJSON(row, in: own.path, to: PreferenceValueJSON(edit.change.value, of: edit.key))
      }
      if documents.count == 1 { try printJSON(documents[0]) } else { try printJSON(documents) }
    } else {
      Screen.standardOutput.show(edits.map { "\($0.key) = \($0.text)\($0.change.note), in \(own.path)" })
    }
    for (edit, row) in zip(edits, rows) { warn(of: edit, row, own, stack, session, devices) }
    HapticControl.warn(of: stack.problems)
  }

  private func edits(_ settings: EffectiveSettings, _ devices: DeviceKey) throws(Failure) -> [Edit] {
    var edits: [Edit] = []
    for pair in pairs {
      let key = try devices.resolved(try preferenceKey(pair.key))
      if edits.contains(where: { $0.key == key }) { throw .usage("\(key) is given twice; give each key once") }
      edits.append(
        Edit(key: key, change: try SetPreference.read(pair.value, for: key, current: settings.value(of: key))))
    }
    return edits
  }

  private func warn(
    of edit: Edit, _ row: PreferenceRow, _ own: OwnFile, _ stack: PreferenceStack, _ session: DaemonSession?,
    _ devices: DeviceKey
  ) {
    let key = edit.key
    if row.origin?.file != own.path {
      printWarning("\(row.place) has precedence and sets \(key) to \(row.text); change it there")
    }
    if key.isTheme, let note = ThemeCheck.note(of: stack, session) { printWarning(note) }
    if key.setting.table == .device, !devices.isKnown(key.name) {
      printWarning("no device '\(key.name)' is connected; 'hapticctl devices' lists the connected devices")
    }
    if key.setting.table == .application, key.setting.name == "important", edit.change.value == .boolean(true),
      let records = try? session?.history(), let note = Verification.note(on: key.name, in: records)
    {
      printWarning(note)
    }
  }
}
