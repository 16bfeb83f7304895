import Foundation
import Testing

/// The manual pages as a reader sees them, rendered by mandoc.
@Suite struct ManualTextTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("man")
  private static let pages = try! FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()

  @Test func `every manual page is here`() { #expect(Self.pages.count == 8) }

  @Test(arguments: pages) func `every quotation of a page is closed before the next one begins`(page: String) throws {
    for paragraph in try rendered(page).components(separatedBy: "\n\n") {
      #expect(Self.mistake(in: paragraph) == nil, "\(page): \(paragraph)")
    }
  }

  @Test(arguments: pages) func `every word of a list is quoted by itself`(page: String) throws {
    let text = try rendered(page).split { $0.isWhitespace }.joined(separator: " ")
    // A list in brackets is one value.
    for quoted in text.matches(of: /‘([^’]*)’/).map(\.output.1) where !quoted.hasPrefix("[") {
      #expect(!quoted.contains(", "), "\(page): \(quoted)")
    }
  }

  @Test(arguments: [
    ("‘60%, ‘60’’", "‘ within ‘"), ("‘a’’", "’ without ‘"), ("‘a", "‘ without ’"), ("(‘a’, “b”)", nil),
    ("“a ‘b’”", nil), ("“a ‘b”’", "” within ‘"),
  ]) func `a nested or an open quotation is a mistake`(text: String, mistake: String?) {
    #expect(Self.mistake(in: text) == mistake)
  }

  /// The first quotation mark that opens or closes nothing; nil if there is none.
  private static func mistake(in text: String) -> String? {
    let closing: [Character: Character] = ["‘": "’", "“": "”"]
    var open: [Character] = []
    for character in text {
      if closing[character] != nil {
        if open.contains(character) { return "\(character) within \(character)" }
        open.append(character)
      } else if let opening = closing.first(where: { $0.value == character })?.key {
        guard let last = open.popLast() else { return "\(character) without \(opening)" }
        if last != opening { return "\(character) within \(last)" }
      }
    }
    return open.last.map { "\($0) without \(closing[$0]!)" }
  }

  private func rendered(_ page: String) throws -> String {
    let arguments = ["-T", "utf8", "-O", "width=120", Self.folder.appendingPathComponent(page).path]
    let result = try Program("/usr/bin/mandoc", arguments, socket: "/nonexistent").result()
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    // Bold and underlined characters are overstruck.
    return result.output.replacing(/.\u{8}/, with: "")
  }
}
