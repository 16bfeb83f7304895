internal import ArgumentParser
internal import Glibc
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
  } catch let failure as Failure {
    return end(failure)
  } catch let code as ExitCode {
    return code.rawValue
  } catch {
    return answer(error, in: name)
  }
}

/// Prints the parser's output: help, version and completions on standard output, or one line about a mistake on
/// standard error.
///
/// - Parameter command: the name of the command, or nil if the command line begins with an option.
/// - Returns: the exit code.
private func answer(_ error: any Error, in command: String?) -> Int32 {
  let commandNames = Hapticctl.configuration.subcommands.compactMap { $0._commandName } + ["help"]
  if let command, !command.hasPrefix("-"), !commandNames.contains(command) {
    return end(.usage("there is no command '\(command)'; there are \(commandNames.joined(separator: ", "))"))
  }
  if Hapticctl.exitCode(for: error) == .success {
    OutputBuffer.add(Hapticctl.fullMessage(for: error).matchingEscapedWords + "\n")
    return 0
  }
  let message = Hapticctl.message(for: error).split(separator: "\n").first.map(String.init) ?? "\(error)"
  let help = (["hapticctl"] + commandNames.filter { $0 == command } + ["--help"]).joined(separator: " ")
  return end(.usage("\(message.hasSuffix(".") ? String(message.dropLast()) : message); see \(help)"))
}

private func end(_ failure: Failure) -> Int32 {
  report(failure)
  return failure.code.rawValue
}
