internal import ArgumentParser

struct SettingsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings", abstract: "Show all settings on the whole terminal, to change and to feel them.",
    discussion: """
      The arrow keys select a setting and change it, Enter types a value, space plays what the setting is about, and d \
      removes it from your own file. The changes are those of 'hapticctl set', and are listed at the end.
      """)

  @OptionGroup var output: OutputOptions

  func run() throws {
    let own = try OwnFile()
    var page = SettingsPage(own, RunningDaemon.session())
    try page.run()
    try output.show(page.changes.flatMap(\.documents)) { _ in page.changes.flatMap(\.lines) }
  }
}
