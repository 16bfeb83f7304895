internal import ArgumentParser
internal import Glibc

@main
enum Main {
  static func main() { exit(run(Array(CommandLine.arguments.dropFirst()))) }
}

/// Parses and executes one command line.
///
/// - Returns: the exit code: 0 success, 1 refused, 2 no daemon or an invalid argument, 130 interrupted.
func run(_ arguments: [String]) -> Int32 {
  if let word = arguments.first, !word.hasPrefix("-"), !commandNames.contains(word) {
    return end(.usage("there is no command '\(word)'; there are \(commandNames.joined(separator: ", "))"))
  }
  do {
    var command = try Hapticctl.parseAsRoot(SetPreference.arguments(arguments))
    try command.run()
    return 0
  } catch let failure as Failure {
    return end(failure)
  } catch let code as ExitCode {
    return code.rawValue
  } catch {
    return answer(error)
  }
}

private let commandNames = Hapticctl.configuration.subcommands.compactMap { $0._commandName } + ["help"]

/// Prints the parser's output: help, version and completions on standard output, or one line about a mistake on
/// standard error.
///
/// - Returns: the exit code.
private func answer(_ error: any Error) -> Int32 {
  if Hapticctl.exitCode(for: error) == .success {
    print(Hapticctl.fullMessage(for: error))
    return 0
  }
  let message = Hapticctl.message(for: error).split(separator: "\n").first.map(String.init) ?? "\(error)"
  return end(.usage("\(message.hasSuffix(".") ? String(message.dropLast()) : message); see hapticctl --help"))
}

private func end(_ failure: Failure) -> Int32 {
  report(failure)
  return failure.code.rawValue
}
