internal import ArgumentParser

struct ThemeUse: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "use", abstract: "Select a theme in your settings; it must exist and be readable.")

  @Argument(help: "The name of the theme.", completion: .theme)
  var name: String

  @OptionGroup var output: OutputOptions

  func run() throws {
    // A theme that cannot be loaded would leave the former one in force.
    let chosen = try ChosenTheme.named(name)
    try SettingChanges.run([("theme", chosen.name)], json: output.json)
  }
}
