import ArgumentParser
import Foundation
import Testing

@testable import hapticctl

@Suite struct ManualTests {
  private let page: String

  init() throws {
    let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    page = try String(contentsOf: repository.appendingPathComponent("man/hapticctl.1"), encoding: .utf8)
  }

  @Test(arguments: Hapticctl.configuration.subcommands.map { $0._commandName })
  func `every command and each of its options is in the manual`(name: String) throws {
    let command = try #require(Hapticctl.configuration.subcommands.first { $0._commandName == name })
    #expect(page.contains("\n.It Cm \(name)"))
    let options = Hapticctl.helpMessage(for: command).matches(of: /--([a-z-]+)/).map(\.output.1)
    #expect(options.contains("json"))
    for option in options { #expect(page.contains("Fl -\(option)"), "\(name) --\(option)") }
  }

  @Test func `every option in the manual exists`() {
    let commands = Hapticctl.configuration.subcommands.map { Hapticctl.helpMessage(for: $0) }.joined()
    for option in Set(page.matches(of: /Fl -([a-z-]+)/).map(\.output.1)) where option != "generate-completion-script" {
      #expect(commands.contains("--\(option)"), "--\(option)")
    }
  }
}
