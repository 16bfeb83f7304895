import HapticPatterns
import HapticPreferences
import Testing
import TextDiagnostics

@testable import PreferenceFiles

/// A value that is accepted is used as written; nothing is clamped in silence. `MeasuredMotorTests` has the same for
/// the motors.
@Suite struct UsedAsWrittenTests {
  /// Values around the limits of a kind, in the form in which `get` shows them.
  private static func texts(of kind: PreferenceKind) -> [String] {
    switch kind {
    case .strength, .deadband:
      ["0%", "0.0001%", "0.00001%", "50%", "90%", "90.0001%", "95%", "100%", "101%"].map(quoted)
    case .duration:
      ["0s", "99us", "100us", "101us", "1ms", "1s", "1001ms", "10s", "10001ms", "3600s", "3601s"].map(quoted) + [
        "\"0.4us\""
      ]
    case .rate: ["0.0001", "0.001", "0.5", "1", "1000000", "1000001"]
    case .count: ["0", "1", "7", "1000000", "1000001"]
    case .timeOfDay: ["\"00:00\"", "\"23:59\"", "\"24:00\"", "\"off\""]
    case .boolean, .automatic: ["true", "false"]
    case .profile: Profile.allCases.map { quoted($0.name) }
    case .locality: Locality.allCases.map { quoted($0.name) }
    case .theme: ["mine", "../mine", ".mine", "a/b", ""].map(quoted)
    case .days: [#"["monday", "sunday"]"#, "[]"]
    case .categories: [#"["touch", "alarm"]"#, "[]"]
    }
  }

  private static func quoted(_ text: String) -> String { "\"\(text)\"" }

  private func key(_ setting: PreferenceSetting) -> String {
    setting.table.isNamed ? "\(setting.table.name).x.\(setting.name)" : setting.pattern
  }

  @Test func `each setting keeps each accepted value, and says what is wrong with the others`() throws {
    for setting in PreferenceSetting.all {
      var accepted = 0
      for text in Self.texts(of: setting.kind) {
        let file = PreferenceFile("\(key(setting)) = \(text)")
        if file.isRefused {
          #expect(file.findings[0].line == 1 && !file.findings[0].remedy.isEmpty, "\(setting.pattern) = \(text)")
          continue
        }
        accepted += 1
        let assignment = try #require(file.assignments.first)
        #expect(assignment.key.text(in: file.preferences) == text, "\(setting.pattern) = \(text)")
      }
      #expect(accepted > 0, "\(setting.pattern)")
    }
  }
}
