internal import ArgumentParser

/// Where a command that makes a pattern writes it.
struct PatternDestination: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("Write to this file. The default, -, is standard output.", valueName: "file"),
    completion: .file(extensions: ["ahap"]))
  var path = "-"

  @Flag(help: "Permit --output to replace a file that is not empty.")
  var force = false

  var isFile: Bool { path != "-" }

  func validate() throws { try expect("--force", force, onlyWith: "--output", isFile) }

  /// Checks the file before the command does its work; nil for standard output.
  func open() throws -> OutputFile? { isFile ? try OutputFile(path, .pattern, isForced: force) : nil }
}
