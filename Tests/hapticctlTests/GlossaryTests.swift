import Foundation
import PreferenceFiles
import Testing

/// Compares `docs/glossary.md` with the manual pages and the settings.
@Suite struct GlossaryTests {
  private let repository = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
  /// The rows of all tables. The first and the last cell of each row are empty.
  private let rows: [[Substring]]

  init() throws {
    rows = try String(contentsOf: repository.appending(path: "docs/glossary.md"), encoding: .utf8)
      .split(separator: "\n").map { $0.split(separator: "|", omittingEmptySubsequences: false) }
      .filter { $0.count == 7 }
  }

  /// The names in a column of all tables.
  private func names(in column: Int) -> Set<String> {
    Set(rows.flatMap { $0[column].matches(of: /`([^`]+)`/).map { String($0.output.1) } })
  }

  @Test func `every field of the protocol is in the glossary, and no other is`() throws {
    let page = try String(contentsOf: repository.appending(path: "man/hapticd-protocol.7"), encoding: .utf8)
    let tables = page.components(separatedBy: "\n.It Em Offset ").dropFirst().map {
      $0.components(separatedBy: "\n.El")[0]
    }
    let fields = tables.flatMap {
      $0.matches(of: /\n\.It \d+ Ta [a-z0-9\[\]]+ Ta (\S+) Ta/).map { String($0.output.1) }
    }
    #expect(fields.count > 200)
    #expect(names(in: 3).symmetricDifference(fields).sorted() == [])
  }

  @Test func `every JSON key is in the glossary, and no other is`() throws {
    #expect(names(in: 4).symmetricDifference(try JSONTests.documentedKeys()).sorted() == [])
  }

  @Test func `every setting is in the glossary, and no other is`() {
    #expect(names(in: 5).symmetricDifference(PreferenceSetting.all.map(\.name)).sorted() == [])
  }
}
