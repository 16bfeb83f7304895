internal import ArgumentParser
internal import HapticSystem

package enum ControlProgram {
  /// Executes one command line, and writes all output.
  ///
  /// - Parameter arguments: those of the command line, without the program's name.
  /// - Returns: the exit status; see hapticctl(1).
  package static func execute(_ arguments: [String]) -> Int32 {
    StandardDescriptors.fill()
    let status = run(arguments)
    OutputBuffer.close()
    return status
  }
}

/// - Returns: the exit code, one of `Failure.Code` or 0.
func run(_ arguments: [String]) -> Int32 {
  let name = arguments.first == "help" ? arguments.dropFirst().first : arguments.first
  do {
    var command = try Hapticctl.parseAsRoot(SetPreference.arguments(arguments))
    try command.run()
    return 0
  } catch let code as ExitCode {
    return code.rawValue
  } catch {
    guard let failure = error as? Failure ?? mistake(error, in: name) else { return 0 }
    report(failure)
    return failure.code.rawValue
  }
}

/// Prints the parser's help, version and completions on standard output.
///
/// - Parameter command: the name of the command, or nil if the command line begins with an option.
/// - Returns: one line about a mistake in the command line; nil if there is none.
private func mistake(_ error: any Error, in command: String?) -> Failure? {
  let commandNames = Hapticctl.configuration.subcommands.compactMap { $0._commandName } + ["help"]
  if let command, !command.hasPrefix("-"), !commandNames.contains(command) {
    return .usage("there is no command '\(command)'; there are \(commandNames.joined(separator: ", "))")
  }
  if Hapticctl.exitCode(for: error) == .success {
    OutputBuffer.add(Hapticctl.fullMessage(for: error).matchingEscapedWords + "\n")
    return nil
  }
  let message = Hapticctl.message(for: error).split(separator: "\n").first.map(String.init) ?? "\(error)"
  let help = (["hapticctl"] + commandNames.filter { $0 == command } + ["--help"]).joined(separator: " ")
  return .usage("\(message.hasSuffix(".") ? String(message.dropLast()) : message); see \(help)")
}
