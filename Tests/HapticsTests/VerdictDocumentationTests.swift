import Foundation
import Haptics
import Testing

/// The tables of verdicts in the documentation of the library.
@Suite struct VerdictDocumentationTests {
  @Test func `every verdict is in a table once, and no other is`() throws {
    let catalog = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../Sources/Clients/Haptics/Haptics.docc/Verdicts.md")
    let page = try String(contentsOf: catalog, encoding: .utf8)
    let names = page.matches(of: /\n\| `([a-zA-Z]+)` \|/).map { String($0.output.1) }
    #expect(names.sorted() == Verdict.allCases.map(\.name).sorted())
  }
}
