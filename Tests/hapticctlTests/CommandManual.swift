import Foundation

/// The commands and their options in hapticctl(1).
struct CommandManual {
  /// The options in the synopsis of each command.
  private(set) var synopsis: [String: Set<String>] = [:]
  /// The options in the description of each command.
  private(set) var options: [String: [Option]] = [:]

  init() throws {
    let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(contentsOf: repository.appendingPathComponent("man/hapticctl.1"), encoding: .utf8)
    let sections = page.components(separatedBy: "\n.Sh ")
    for text in Self.section("SYNOPSIS", in: sections).components(separatedBy: "\n.Nm\n") {
      if let name = Self.command(in: text.dropFirst()) { synopsis[name] = Self.options(in: text) }
    }
    var command = ""
    for entry in Self.section("DESCRIPTION", in: sections).components(separatedBy: "\n.It ") {
      if let name = Self.command(in: entry[...]) {
        command = name
        options[command] = []
      } else if entry.hasPrefix("Fl "), !entry.hasPrefix("Fl -generate-completion-script") {
        options[command]?.append(Option(entry))
      }
    }
  }

  private static func section(_ name: String, in sections: [String]) -> String {
    sections.first { $0.hasPrefix(name) } ?? ""
  }

  private static func command(in text: Substring) -> String? {
    text.prefixMatch(of: /Cm ([a-z-]+(?: [a-z]+)?)/).map { String($0.output.1) }
  }

  private static func options(in text: some StringProtocol) -> Set<String> {
    Set(String(text).matches(of: /Fl (-[a-z-]+|[a-z](?![a-z-]))/).map { "-\($0.output.1)" })
  }

  /// An option in the description of a command.
  struct Option {
    let names: Set<String>
    let value: String?
    /// The options that the description names.
    let mentioned: Set<String>
    /// The options in its sentence that begins with `Not with`.
    private let excluded: Set<String>

    fileprivate init(_ entry: String) {
      let lines = entry.components(separatedBy: "\n")
      names = CommandManual.options(in: lines[0])
      value = lines[0].firstMatch(of: /Ar ([a-z]+)/).map { String($0.output.1) }
      mentioned = CommandManual.options(in: entry)
      let sentences = lines.drop { $0 != "Not with" }
      let count = sentences.prefix { !$0.hasSuffix(" .") }.count + 1
      excluded = CommandManual.options(in: sentences.prefix(count).joined(separator: "\n"))
    }

    func excludes(_ one: ParsedOption, _ other: ParsedOption) -> Bool {
      names == one.names && !excluded.isDisjoint(with: other.names)
    }
  }
}
