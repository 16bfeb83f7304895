internal import ArgumentParser
internal import FoundationEssentials

/// The root of all commands.
struct Hapticctl: ParsableCommand {
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "hapticctl",
    abstract: "Talk to hapticd, the haptic feedback service.",
    discussion: "Exit codes: 0 done, 1 refused or over the budget, 2 no daemon, an unknown name or a bad number.",
    version: version,
    subcommands: [
      Play.self, Plot.self, Explain.self, LintFiles.self, Feedbacks.self, Stop.self, Devices.self, Doctor.self,
      GetPreferences.self, SetPreference.self, ResetPreferences.self, EditPreferences.self, StatusCommand.self,
      HistoryCommand.self, Why.self, Monitor.self, Stats.self, Latency.self, Demo.self,
    ])
}

/// How a command answers; every command has it.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Answer in JSON.")
  var json = false
}

/// Writes a value as JSON to standard output.
///
/// - Parameter onOneLine: for streams, where a reader takes line by line.
func printJSON(_ value: some Encodable, onOneLine: Bool = false) throws {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  if !onOneLine { encoder.outputFormatting.insert(.prettyPrinted) }
  print(String(decoding: try encoder.encode(value), as: UTF8.self))
}
