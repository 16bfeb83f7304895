import ArgumentParser
import Foundation
import HapticThemes
import Haptics
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

  @Test func `every name of the theme default is in its manual, and the keys of the table are`() throws {
    let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(contentsOf: repository.appendingPathComponent("man/hapticd-theme.5"), encoding: .utf8)
    let named = Set(page.matches(of: /Ql ([^ \n]+)/).map { String($0.output.1) })
    for feedback in Theme.standard.vocabulary.feedbacks {
      #expect(named.contains(feedback.name.description), "\(feedback.name)")
    }
    for key in ["Name", "Parent", "Description", "Feedbacks", "Category", "Pattern", "Fallback", "Silent"] {
      #expect(page.contains("Cm \(key)"), "\(key)")
    }
    for category in Category.allCases { #expect(page.contains("Ql \(category.name)"), "\(category)") }
  }

  @Test func `every option in the manual exists`() {
    let commands = Hapticctl.configuration.subcommands.map { Hapticctl.helpMessage(for: $0) }.joined()
    for option in Set(page.matches(of: /Fl -([a-z-]+)/).map(\.output.1)) where option != "generate-completion-script" {
      #expect(commands.contains("--\(option)"), "--\(option)")
    }
  }
}
