internal import PreferenceEditing
internal import PreferenceFiles
internal import TextDiagnostics

/// Changes of settings in the user's own file, all at once or none.
enum SettingChanges {
  /// The result of changes that are in the file, and in force if a daemon is running.
  struct Outcome {
    let lines: [String]
    let documents: [JSONObject]
    /// The reasons why a change has no effect, or not yet, and the mistakes of the files.
    let warnings: [String]

    /// - Parameter isList: whether a single document is printed as a list, too.
    func show(json: Bool, isList: Bool = false) throws {
      if !json {
        Screen.standardOutput.show(lines)
      } else if documents.count == 1, !isList {
        try printJSON(documents[0])
      } else {
        try printJSON(documents)
      }
      for warning in warnings { printWarning(warning) }
    }
  }

  static func run(_ pairs: [(String, String)], json: Bool) throws {
    try apply(pairs, in: OwnFile(), RunningDaemon.session()).show(json: json)
  }

  private typealias Edit = (key: PreferenceKey, change: SetPreference.Change)

  /// Changes the file, and returns when a running daemon has the change in force.
  ///
  /// - Parameter pairs: the keys and their values as the user gave them.
  /// - Throws: a failure for the first pair that is not valid; the file is then unchanged.
  static func apply(
    _ pairs: [(String, String)], in own: OwnFile, _ session: DaemonSession?
  ) throws(Failure) -> Outcome {
    let former = PreferenceStack.here
    let devices = DeviceKey(session, former)
    let settings = EffectiveSettings(former, session)
    var edits: [Edit] = []
    for (name, value) in pairs {
      let key = try devices.resolved(try preferenceKey(name))
      if edits.contains(where: { $0.key == key }) { throw .usage("\(key) is given twice; give each key once") }
      let current = PreferenceRow(key, in: settings).value
      edits.append((key, try SetPreference.read(value, for: key, current: current)))
    }
    try own.set(edits.map { ($0.key, $0.change.value) })
    let notes = DaemonUpdate.notes(session)
    let stack = PreferenceStack.here
    let rows = edits.map { PreferenceRow($0.key, in: EffectiveSettings(stack, session)) }
    let warnings = zip(edits, rows).flatMap { Self.warnings(of: $0, $1, own, stack, session, devices) }
    return Outcome(
      lines: edits.map { key, change in
        "\(key) = \(key.setting.kind.text(of: change.value) ?? "-")\(change.note), in \(own.path)"
      },
      documents: zip(edits, rows).map { JSONObject.change($1, in: own.path, to: $0.change.value) },
      warnings: notes + warnings + stack.problems.map(\.description))
  }

  /// Removes a key from the file, and returns when a running daemon has the change in force.
  static func remove(_ key: PreferenceKey, in own: OwnFile, _ session: DaemonSession?) throws(Failure) -> Outcome {
    let wasSaid = try own.text().file.assignments.contains { $0.key == key }
    try own.change { text throws(EditRefusal) in try text.removing(key) }
    return removed([key], wasSaid ? "removed from" : "was not set in", own, session)
  }

  /// Waits until a running daemon has the removal of these keys from the file in force.
  static func removed(_ keys: [PreferenceKey], _ what: String, _ own: OwnFile, _ session: DaemonSession?) -> Outcome {
    let notes = DaemonUpdate.notes(session)
    let stack = PreferenceStack.here
    let rows = keys.map { PreferenceRow($0, in: stack) }
    return Outcome(
      lines: rows.map { "\($0.key): \(what) \(own.path); now \($0.text), from \($0.place)" },
      documents: rows.map { JSONObject.change($0, in: own.path, to: .nothing) },
      warnings: notes + stack.problems.map(\.description))
  }

  @ListBuilder<String> private static func warnings(
    of edit: Edit, _ row: PreferenceRow, _ own: OwnFile, _ stack: PreferenceStack, _ session: DaemonSession?,
    _ devices: DeviceKey
  ) -> [String] {
    let key = edit.key
    if let note = row.note(on: own) { note }
    if key.isTheme, let note = ThemeCheck.note(of: stack, session) { note }
    if key.setting.table == .device, !devices.isKnown(key.name) {
      "no device '\(key.name)' is connected; 'hapticctl devices' lists the connected devices"
    }
    if key.setting.table == .application, let records = try? session?.history(),
      let note = HistoryFilter.note(on: key.name, in: records)
    {
      note
    }
    if key.setting.table == .application, key.setting.name == "important", edit.change.value == .boolean(true),
      let records = try? session?.history(), let note = Verification.note(on: key.name, in: records)
    {
      note
    }
  }
}
