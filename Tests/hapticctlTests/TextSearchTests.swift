import Foundation
import Testing

@testable import HapticControl

@Suite struct TextSearchTests {
  @Test(arguments: ["", "a", "ab", "aab", "b", "é", "ñ", "😀", "xyz", "aaab", "/home/"])
  func `the first occurrence is that which Foundation finds`(wanted: String) {
    for text in ["", "a", "aab", "aaaab", "abab", "café", "año 😀 aab", "/home/a/home/b", "/hom/home/"] {
      let expected = wanted.isEmpty ? text.startIndex..<text.startIndex : text.range(of: wanted, options: .literal)
      #expect(text.firstOccurrence(of: wanted) == expected)
      #expect(text.includes(wanted) == (expected != nil))
      #expect("x\(text)".dropFirst().includes(wanted) == (expected != nil))
    }
  }
}
