internal import ArgumentParser
internal import HapticThemes
internal import Haptics

struct ThemeCheckFiles: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check the files of a theme and of its parents for mistakes.",
    discussion: "Without a name, checks the theme in force. The findings and the exit codes are those of lint.")

  @Argument(help: "The name of the theme.", completion: .theme)
  var name: String?

  @OptionGroup var options: LintOptions

  func run() throws {
    let motor = try options.chosenMotor()
    let folders = try Self.folders(of: name ?? ChosenTheme.inForce.name)
    let lints = folders.flatMap { ThemeLint.lints(folder: $0, on: motor) }
    let note = folders.isEmpty ? ["the theme is built in and has no folders to check"] : LintFiles.lines(lints)
    try options.show(lints, as: note)
    try options.judge(lints)
  }

  /// The folders of a theme and of its ancestors. The table of an unreadable theme has the finding.
  private static func folders(of name: String) throws(Failure) -> [String] {
    let own = Theme.folders(of: name, in: ChosenTheme.searched)
    do throws(ThemeError) {
      let theme = try Theme.load(name, searching: ChosenTheme.searched)
      return theme.lineage.flatMap { Theme.folders(of: $0.description, in: ChosenTheme.searched) }
    } catch {
      if case .refused = error, !own.isEmpty { return own }
      throw ChosenTheme.failure(error)
    }
  }
}
