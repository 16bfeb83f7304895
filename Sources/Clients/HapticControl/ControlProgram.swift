internal import ArgumentParser
internal import HapticSystem

package enum ControlProgram {
  /// Executes the command line of this process, and writes all output.
  ///
  /// - Returns: the exit status; see hapticctl(1).
  package static func execute() -> Int32 {
    StandardDescriptors.fill()
    let status = run(CommandWords.own)
    OutputBuffer.close()
    return status
  }
}

private func run(_ words: [[UInt8]]) -> Int32 {
  let isSandbox = words.first == Array("sandbox".utf8)
  do throws(MalformedWord) {
    // The command of a sandbox may have any arguments.
    _ = try CommandWords.text(of: isSandbox ? Array(words.prefix { $0 != Array("--".utf8) }) : words)
  } catch {
    let failure = Failure.usage(error.message)
    report(failure)
    return failure.code.rawValue
  }
  for warning in Environment.warnings { printWarning(warning) }
  return run(words.map { String(decoding: $0, as: UTF8.self) })
}

/// - Returns: the exit code, one of `Failure.Code` or 0.
func run(_ arguments: [String]) -> Int32 {
  do {
    var command = try Hapticctl.parseAsRoot(SetPreference.arguments(arguments))
    try command.run()
    return 0
  } catch let code as ExitCode {
    return code.rawValue
  } catch {
    guard let failure = error as? Failure ?? mistake(error, in: arguments) else { return 0 }
    report(failure)
    return failure.code.rawValue
  }
}

/// Prints the parser's help, version and completions on standard output.
///
/// - Returns: one line about a mistake in the command line; nil if there is none.
private func mistake(_ error: any Error, in arguments: [String]) -> Failure? {
  let names = arguments.first == "help" ? arguments.dropFirst() : arguments.prefix(1)
  let (command, unknown) = findCommand(names.prefix { !$0.hasPrefix("-") })
  if let unknown { return unknown }
  let isHelp = Hapticctl.exitCode(for: error) == .success
  if let file = fileLikeOptions(in: arguments, isHelp: isHelp) {
    return .usage("'\(file)' is read as options; write ./\(file) for a file of that name")
  }
  if isHelp {
    OutputBuffer.add(Hapticctl.fullMessage(for: error).matchingEscapedWords + "\n")
    return nil
  }
  let words = Hapticctl.message(for: error).split(separator: "\n").first.map(String.init) ?? "\(error)"
  let message = negativeValue(in: arguments, words) ?? words
  let help = (["hapticctl"] + command + ["--help"]).joined(separator: " ")
  return .usage("\(message.hasSuffix(".") ? String(message.dropLast()) : message); see \(help)")
}

/// A word such as `-dash.ahap`, which the parser takes for the options -d, -a, -s and -h: that one prints the help.
///
/// - Parameter isHelp: whether the parser prints a help or another text. Otherwise the word is meant only if there is such a
///   file.
/// - Returns: nil if there is no such word.
private func fileLikeOptions(in arguments: [String], isHelp: Bool) -> String? {
  let words = arguments.prefix { $0 != "--" }
  if isHelp, words.contains(where: ["-h", "-help", "--help", "--version"].contains) { return nil }
  return words.first { word in
    word.utf8.count > 2 && word.hasPrefix("-")
      && (isHelp && !word.hasPrefix("--") || SubjectName.fileExists(word))
  }
}

/// The mistake of a value such as `-1s`, which the parser takes for an option; nil for other mistakes.
///
/// - Parameter words: the message of the parser.
private func negativeValue(in arguments: [String], _ words: String) -> String? {
  arguments.prefix { $0 != "--" }.first { $0.hasPrefix("-") && isAmount($0.dropFirst()) }.flatMap { value in
    words.hasPrefix("Missing ") || words.contains("'\(value)'")
      ? "'\(value)' is out of range: no value is negative" : nil
  }
}

/// Finds a command by its words, such as `theme list`.
///
/// - Returns: the words that are a command, and the failure for the next one if it is not.
private func findCommand(_ words: ArraySlice<String>) -> (known: [String], unknown: Failure?) {
  var known: [String] = []
  var command: any ParsableCommand.Type = Hapticctl.self
  for word in words {
    let parts = command.configuration.subcommands
    if let part = parts.first(where: { $0._commandName == word }) {
      known.append(word)
      command = part
      continue
    }
    if known.isEmpty, word == "help" { continue }
    let names = parts.compactMap { $0._commandName } + (known.isEmpty ? ["help"] : [])
    let path = (known + [word]).joined(separator: " ")
    let remedy =
      names.isEmpty
      ? "see hapticctl help \(known.joined(separator: " "))" : "there are \(names.joined(separator: ", "))"
    return (known, .usage("there is no command '\(path)'; \(remedy)"))
  }
  return (known, nil)
}
