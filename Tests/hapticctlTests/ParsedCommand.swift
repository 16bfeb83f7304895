import ArgumentParser
import Foundation
import Testing

@testable import HapticControl

/// An option or a flag, with all of its names and the name of its value; nil for a flag.
struct ParsedOption: Sendable {
  /// The name for messages and the synopsis.
  let name: String
  let names: Set<String>
  let value: String?

  /// The option with a valid value.
  var arguments: [String] {
    let values = [
      "strength": "50%", "count": "40", "device": "1", "time": "20ms", "factor": "2", "category": "touch",
      "locality": "phone", "model": "lra", "file": "a.svg", "format": "ahap", "sharpness": "0.5",
      "port": "8080", "share": "0.5", "number": "30", "value": "1/8", "pause": "2s",
    ]
    return [name] + (value.map { [values[$0] ?? "a"] } ?? [])
  }
}

/// A command as the parser describes it, without the options that all commands have.
struct ParsedCommand: Sendable, CustomTestStringConvertible {
  let name: String
  let aliases: [String]
  let options: [ParsedOption]
  /// Valid arguments in the places that must not be empty.
  let arguments: [String]

  var testDescription: String { name }

  /// Parses as the command by itself: hapticctl as a whole would set up the parsers of all commands each time.
  func accepts(_ options: ParsedOption...) -> Bool {
    (try? type.parseAsRoot(arguments + options.flatMap(\.arguments))) != nil
  }

  private var type: any ParsableCommand.Type {
    // The name has two words for a command of a command.
    name.split(separator: " ").reduce(Hapticctl.self) { command, word in
      command.configuration.subcommands.first { $0._commandName == word }!
    }
  }

  static var all: [ParsedCommand] {
    get throws {
      let dump = try JSONDecoder().decode(Dump.self, from: Data(Hapticctl._dumpHelp().utf8))
      return (dump.command.subcommands ?? []).filter { $0.commandName != "help" }.flatMap { command in
        guard let parts = command.subcommands else { return [ParsedCommand(command)] }
        return parts.map { ParsedCommand($0, of: command.commandName) }
      }
    }
  }

  private init(_ dump: Dump.Command, of parent: String? = nil) {
    name = (parent.map { $0 + " " } ?? "") + dump.commandName
    aliases = dump.aliases ?? []
    let common: Set = ["--json", "--help", "--version"]
    options = (dump.arguments ?? []).filter { $0.kind != "positional" }.map { argument in
      let names = (argument.names ?? []).map { ($0.kind == "long" ? "--" : "-") + $0.name }
      return ParsedOption(name: names[0], names: Set(names), value: argument.kind == "flag" ? nil : argument.valueName)
    }.filter { common.isDisjoint(with: $0.names) }
    arguments = (dump.arguments ?? []).filter { $0.kind == "positional" && !$0.isOptional }.map {
      $0.allValues?.first ?? ($0.valueName == "length" ? "200ms" : "a")
    }
  }

  private struct Dump: Decodable {
    let command: Command

    struct Command: Decodable {
      let commandName: String
      let aliases: [String]?
      let subcommands: [Command]?
      let arguments: [Argument]?
    }

    struct Argument: Decodable {
      let kind: String
      let names: [Name]?
      let valueName: String?
      let isOptional: Bool
      let allValues: [String]?
    }

    struct Name: Decodable { let kind, name: String }
  }
}
