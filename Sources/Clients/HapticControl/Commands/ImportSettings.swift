internal import ArgumentParser
internal import PreferenceFiles

struct ImportSettings: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Take over the settings of feedbackd.",
    discussion: """
      Reads the profile, the theme, the maximum strength, the important applications and the profiles of applications \
      with gsettings and dconf, and sets them in your own file. feedbackd's settings stay as they are.
      """)

  enum Program: String, ExpressibleByArgument, CaseIterable { case feedbackd }

  @Argument(help: "The program: feedbackd.")
  var program: Program

  @Flag(help: "Show the settings without setting them.")
  var dryRun = false

  @OptionGroup var output: OutputOptions

  func run() throws {
    guard let imported = ImportedSettings() else {
      throw Failure.refused("there are no settings of feedbackd; 'gsettings' or feedbackd's schema is not installed")
    }
    let own = try OwnFile()
    if !dryRun, !imported.changes.isEmpty {
      let session = RunningDaemon.session()
      try own.set(imported.changes)
      DaemonUpdate.wait(session)
    }
    try show(imported, in: own)
    for omission in imported.omissions { printWarning("not imported: \(omission)") }
  }

  private func show(_ imported: ImportedSettings, in own: OwnFile) throws {
    if output.json {
      return try printJSON(
        imported.changes.map { change -> JSONObject in
          ["key": change.key.plainDescription, "value": JSONObject.value(change.value, of: change.key)]
        })
    }
    let screen = Screen.standardOutput
    if imported.changes.isEmpty { return screen.show("feedbackd has its default settings; nothing to import") }
    screen.show(imported.changes.map { "\($0.key) = \($0.key.setting.kind.text(of: $0.value) ?? "-")" })
    let count = counted(imported.changes.count, "setting")
    screen.show(dryRun ? "\(count) not set, because of --dry-run" : "\(count) set in \(own.path)")
  }
}
