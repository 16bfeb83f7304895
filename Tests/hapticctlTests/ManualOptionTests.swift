import ArgumentParser
import Foundation
import Testing

@testable import HapticControl

/// The commands and options that the parser accepts are those of the manual, in both directions.
@Suite struct ManualOptionTests {
  private static let manual = try! CommandManual()
  private var manual: CommandManual { Self.manual }

  @Test func `the commands are those of the manual`() {
    let names = Set(Self.commands.map(\.name) + ["help"])
    #expect(Set(manual.synopsis.keys) == names)
    #expect(Set(manual.options.keys) == names)
    #expect(Self.commands.allSatisfy { $0.aliases.isEmpty })
  }

  @Test(arguments: commands) func `the options of a command are those of its part of the manual`(command: ParsedCommand)
    throws
  {
    let documented = try #require(manual.options[command.name])
    #expect(Set(documented.map(\.names)) == Set(command.options.map(\.names)))
    for option in command.options {
      let entry = try #require(documented.first { $0.names == option.names })
      #expect(entry.value == option.value, "\(option.name)")
    }
  }

  @Test(arguments: commands) func `the options of a command are those of its synopsis`(command: ParsedCommand) throws {
    #expect(manual.synopsis[command.name] == Set(command.options.map(\.name)).union(["--json"]))
  }

  @Test(arguments: commands) func `options of a command that exclude each other are refused, and no others`(
    command: ParsedCommand
  ) throws {
    let documented = try #require(manual.options[command.name])
    let json = ParsedOption(name: "--json", names: ["--json"], value: nil)
    let options = (command.options + [json]).filter { command.accepts($0) }
    for (index, one) in options.enumerated() {
      for other in options[..<index] {
        let isRefused = !command.accepts(one, other)
        let isDocumented = documented.contains { $0.excludes(one, other) || $0.excludes(other, one) }
        #expect(isRefused == isDocumented, "\(one.name) \(other.name)")
      }
    }
  }

  @Test(arguments: commands) func `an option that is refused alone names the option that it needs`(
    command: ParsedCommand
  ) throws {
    let documented = try #require(manual.options[command.name])
    for option in command.options where !command.accepts(option) {
      let entry = try #require(documented.first { $0.names == option.names })
      #expect(
        command.options.contains { !entry.mentioned.isDisjoint(with: $0.names) && command.accepts(option, $0) },
        "\(option.name)")
    }
  }

  @Test(arguments: [
    (["play", "tap", "--loop", "--watch"], "--loop and --watch cannot be combined; see hapticctl play --help"),
    (
      ["play", "tap", "--device", "1", "--locality", "phone"],
      "--device and --locality cannot be combined; see hapticctl play --help"
    ),
    (["plot", "tap", "--force"], "--force is of use only with --svg; see hapticctl plot --help"),
    (
      ["plot", "tap", "--rows", "2", "--svg", "a.svg"], "--rows and --svg cannot be combined; see hapticctl plot --help"
    ),
    (
      ["calibrate", "--dry-run", "--svg", "a.svg"],
      "--dry-run and --svg cannot be combined; see hapticctl calibrate --help"
    ),
    (["why", "4", "--app", "a"], "a number and --app cannot be combined; see hapticctl why --help"),
    (["reset", "touch", "--all"], "a key and --all cannot be combined; see hapticctl reset --help"),
    (["reset", "touch", "--force"], "--force is of use only with --all; see hapticctl reset --help"),
  ]) func `options without a meaning together end with 2 and one line`(arguments: [String], line: String) throws {
    let result = try Program("hapticctl", arguments, socket: "/nonexistent").result()
    #expect(result == (2, "", "hapticctl: \(line)\n"))
  }

  private static let commands = try! ParsedCommand.all
}
