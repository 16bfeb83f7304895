internal import ArgumentParser
internal import HapticProtocol

struct Hapticctl: ParsableCommand {
  static let version = release

  static let configuration = CommandConfiguration(
    commandName: "hapticctl",
    abstract: "Control hapticd, the haptic feedback service.",
    discussion: """
      Exit codes: 0 success, 1 refused or over the budget, 2 no daemon or an invalid argument, 130 interrupted. \
      --generate-completion-script prints completions for the shells bash, zsh and fish.
      """,
    version: version,
    subcommands: [
      Play.self, Vibrate.self, Plot.self, Show.self, Convert.self, FromAudio.self, Tap.self, Explain.self,
      LintFiles.self, Feedbacks.self, ThemeCommand.self, StudioCommand.self, Stop.self, Devices.self, Doctor.self,
      GetPreferences.self, SetPreference.self, SettingsCommand.self, ResetPreferences.self, EditPreferences.self,
      ImportSettings.self, StatusCommand.self, HistoryCommand.self, Why.self, Monitor.self, Stats.self, Latency.self,
      Calibrate.self, Record.self, Demo.self, Sandbox.self,
    ])
}

struct OutputOptions: ParsableArguments {
  @Flag(help: "Print JSON.")
  var json = false
}
