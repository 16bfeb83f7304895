internal import ArgumentParser

/// The options of the commands that check files, and what they do with the findings.
struct LintOptions: ParsableArguments {
  @Flag(help: "Fail on warnings, too.")
  var strict = false

  @Option(
    help: ArgumentHelp(
      "Also find events that this motor cannot play: erm, lra, on-off, pad, or a device by its number or name.",
      valueName: "model"),
    completion: .motor)
  var motor: String?

  @OptionGroup var output: OutputOptions

  func chosenMotor() throws(Failure) -> ChosenMotor? {
    if let motor { try ChosenMotor.named(motor) } else { nil }
  }

  func show(_ lints: [FileLint], as lines: [String]) throws {
    try output.show(lints.flatMap { lint in lint.findings.map { JSONObject.finding($0, in: lint.path) } }) { _ in lines
    }
  }

  /// - Parameter obstacles: the files that could not be opened, each with its reason.
  /// - Throws: a failure that names all files that could not be read; without any, the exit status 1 if a file has an
  ///   error, or with `strict` any finding.
  func judge(_ lints: [FileLint], _ obstacles: [String] = []) throws {
    let unread = obstacles + lints.compactMap(\.obstacle)
    guard unread.isEmpty else {
      throw Failure.usage(
        "cannot read \(unread.joined(separator: ", ")); expected readable files, or folders with theme.json")
    }
    if lints.contains(where: { $0.hasError || strict && !$0.findings.isEmpty }) { throw ExitCode(1) }
  }
}
