internal import ArgumentParser
internal import HapticThemes

struct ThemePath: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "path", abstract: "Print the folder of a theme, the most important one.",
    discussion:
      "Without a name, prints that of the theme in force. It can be used in a shell: cd \"$(hapticctl theme path mine)\"."
  )

  @Argument(help: "The name of the theme.", completion: .theme)
  var name: String?

  @OptionGroup var output: OutputOptions

  func run() throws {
    let name = name ?? ChosenTheme.inForce.name
    let folders = Theme.folders(of: name, in: ChosenTheme.searched)
    guard let first = folders.first else {
      // Fails for a name that does not exist.
      let chosen = try ChosenTheme.named(name)
      throw Failure.refused(
        "\(chosen.name) is built in and has no folder; hapticctl theme new \(chosen.name) makes one")
    }
    try output.show(["theme": name, "folders": folders], line: first)
  }
}
