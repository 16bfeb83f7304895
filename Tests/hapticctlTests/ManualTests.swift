import Foundation
import HapticThemes
import Haptics
import Testing

@Suite struct ManualTests {
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
}
