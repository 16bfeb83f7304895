import Foundation
import Haptics
import PreferenceFiles
import Testing

@testable import HapticControl

/// The template of a settings file.
@Suite final class PreferenceTemplateTests: SettingsBench {
  @Test func `the template has every key as a comment, and is valid without the comment signs`() throws {
    let text = PreferenceTemplate.text
    #expect(PreferenceFile(Array(text.utf8)).assignments.isEmpty)
    let all = PreferenceFile(Array(Self.keys.map { $0.dropFirst() }.joined(separator: "\n").utf8))
    #expect(all.findings.isEmpty && all.assignments.count == PreferenceSetting.all.count)
  }

  /// The lines of the template that set a key after they are uncommented.
  private static let keys = PreferenceTemplate.text.split(separator: "\n").map(String.init)
    .filter { !$0.hasPrefix("##") }

  @Test(arguments: Array(zip(keys, PreferenceSetting.all)).map { ($0, $1.pattern) })
  func `each line of the template, uncommented alone, sets the key it names`(line: String, pattern: String) throws {
    let text = PreferenceTemplate.text.replacing(line, with: line.dropFirst())
    let file = PreferenceFile(Array(text.utf8))
    #expect(file.findings.isEmpty)
    #expect(file.assignments.map(\.key.setting.pattern) == [pattern])
    #expect(line.contains(" ## "))
  }

  @Test func `each table of the template, uncommented as a whole, sets its keys`() throws {
    for section in PreferenceTemplate.text.components(separatedBy: "\n\n").dropFirst() {
      let lines = section.split(separator: "\n")
      let file = PreferenceFile(Array(lines.map { $0.dropFirst() }.joined(separator: "\n").utf8))
      #expect(file.findings.isEmpty && file.assignments.count == lines.count)
      #expect(Set(file.assignments.map(\.key.setting.table)).count == 1)
    }
  }

  @Test func `set edits a file that was made from the template`() throws {
    try write(PreferenceTemplate.text.replacing("#touch.strength", with: "touch.strength"))
    for (key, value) in [("touch.rate", "5"), ("enabled", "off"), ("alarm.strength", "0.5"), ("profile", "quiet")] {
      let result = try control("set", key, value)
      #expect(result.status == 0, "\(result.errors)")
    }
    let file = PreferenceFile(Array(text.utf8))
    #expect(file.findings.isEmpty)
    #expect(
      file.assignments.map { "\($0.key)" } == [
        "touch.strength", "touch.rate", "enabled", "profile", "alarm.strength",
      ])
  }
}
