internal import ArgumentParser
internal import HapticThemes
internal import Haptics
internal import TextDiagnostics

struct ThemeCheckFiles: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check the files of a theme and of its parents for mistakes.",
    discussion: "Without a name, checks the theme in force. The findings and the exit codes are those of lint.")

  @Argument(help: "The name of the theme.", completion: .theme)
  var name: String?

  @OptionGroup var options: LintOptions

  func run() throws {
    let motor = try options.chosenMotor()
    let (folders, findings) = try Self.loaded(name ?? ChosenTheme.inForce.name)
    let lints = ThemeLint.lints(folders: folders, loaded: findings, on: motor)
    let note = folders.isEmpty ? ["the theme is built in and has no folders to check"] : LintFiles.lines(lints)
    try options.show(lints, as: note)
    try options.judge(lints)
  }

  /// The folders of a theme and of its ancestors, and the findings of loading it. A theme that cannot be loaded has only its
  /// own folders.
  private static func loaded(_ name: String) throws(Failure) -> (folders: [String], findings: [FileFinding]) {
    let own = Theme.folders(of: name, in: ChosenTheme.searched)
    do throws(ThemeError) {
      let theme = try Theme.load(name, searching: ChosenTheme.searched)
      let folders = theme.lineage.flatMap { Theme.folders(of: $0.description, in: ChosenTheme.searched) }
      return (folders, theme.warnings)
    } catch {
      if case .refused(let findings) = error, !own.isEmpty { return (own, findings) }
      throw ChosenTheme.failure(error)
    }
  }
}
