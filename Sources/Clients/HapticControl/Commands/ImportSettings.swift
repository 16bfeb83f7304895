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
    let changes = imported.changes
    let document = changes.map { key, value -> JSONObject in
      ["key": key.plainDescription, "value": JSONObject.value(value, of: key)]
    }
    try output.show(document) { _ in
      if changes.isEmpty { return ["feedbackd has its default settings; nothing to import"] }
      let count = counted(changes.count, "setting")
      return changes.map { key, value in "\(key) = \(key.setting.kind.text(of: value) ?? "-")" }
        + [dryRun ? "\(count) not set, because of --dry-run" : "\(count) set in \(own.path)"]
    }
  }
}
