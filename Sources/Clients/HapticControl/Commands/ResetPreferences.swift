internal import ArgumentParser
internal import Glibc
internal import PreferenceEditing
internal import PreferenceFiles
internal import TextDiagnostics

struct ResetPreferences: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset",
    abstract: "Remove settings from your own file, so that the system's value or the default applies.",
    discussion: """
      A key removes one setting, a table all settings in it: touch, app.org.example.Game, or app for all applications. \
      Comments stay in the file. The system's files and drop-ins are not changed.
      """)

  @Argument(help: "The key or the table to remove.", completion: .preferenceKeyOrTable)
  var key: String?

  @Flag(help: "Remove all of your own settings, after a confirmation.")
  var all = false

  @Flag(help: "Skip the confirmation.")
  var force = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    try expectAtMostOne(of: ["a key": key != nil, "--all": all])
    try expect("--force", force, onlyWith: "--all", all)
  }

  func run() throws {
    guard all || key != nil else {
      throw Failure.usage("missing key; give the key or the table to remove, or --all: 'hapticctl get' lists them")
    }
    let own = try OwnFile()
    if let key { try reset(key, in: own, RunningDaemon.session()) } else { try resetAll(in: own) }
  }

  /// Removes a key or a table. A name that can be both is a key; a name in quotation marks is a table.
  private func reset(_ text: String, in own: OwnFile, _ session: DaemonSession?) throws {
    let devices = DeviceKey(session, PreferenceStack.here)
    let key: PreferenceKey
    do throws(Failure) {
      key = try preferenceKey(text)
    } catch {
      if PreferenceStack.here.problems.contains(where: { $0.file == own.path && $0.finding.key == text }) {
        throw Failure.usage("\(text) is not a known key; remove it from \(own.path) with: hapticctl edit")
      }
      guard let branch = PreferenceBranch(spelled: text) else { throw error }
      return try reset(try devices.resolved(branch), or: error, in: own, session)
    }
    try SettingChanges.remove(try devices.resolved(key), in: own, session).show(json: output.json)
  }

  /// - Parameter mistake: the reason why the name is not a key.
  private func reset(
    _ branch: PreferenceBranch, or mistake: Failure, in own: OwnFile, _ session: DaemonSession?
  ) throws {
    var keys: [PreferenceKey] = []
    var isNearMiss = false
    try own.change { text throws(EditRefusal) in
      let said = text.file.assignments.map(\.key)
      keys = said.filter(branch.contains)
      isNearMiss = branch.above.map { said.contains(where: $0.contains) } ?? false
      return try text.removing(branch)
    }
    guard !keys.isEmpty else {
      // If the application has settings, the name is probably a misspelt key.
      if isNearMiss { throw mistake }
      throw Failure.refused(
        "\(own.path) has no settings of \(branch); 'hapticctl get' lists all settings with their files")
    }
    try SettingChanges.removed(keys, "removed from", own, session).show(json: output.json, isList: true)
  }

  private func resetAll(in own: OwnFile) throws {
    let count = try own.text().file.assignments.count
    if count > 0, !force {
      guard isatty(STDIN_FILENO) == 1 else {
        throw Failure.usage("standard input is not a terminal; add --force to remove all without a confirmation")
      }
      guard isConfirmed("remove \(counted(count, "setting")) from \(own.path)?") else {
        throw Failure.refused("no setting was removed; answer y to remove them")
      }
    }
    try own.change { text throws(EditRefusal) in try text.removingAll() }
    DaemonUpdate.wait(RunningDaemon.session())
    warn(of: PreferenceStack.here.problems)
    try output.show(
      ["removedCount": count],
      line: count > 0 ? "\(counted(count, "setting")) removed from \(own.path)" : "no settings in \(own.path)")
  }
}
