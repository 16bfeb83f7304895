struct DoctorFinding: Equatable {
  enum Grade: String {
    case fine, note
    /// Works as set, but the settings or circumstances silence some feedback.
    case silent
    /// Needs a repair, or nothing can be felt.
    case problem
  }

  let subject: String
  let grade: Grade
  let text: String
  let details: [String]
  /// A command to run, or another action; nil if nothing needs to be done.
  let remedy: String?

  var json: JSONObject {
    ["subject": subject, "severity": grade.rawValue, "message": text, "details": details, "remedy": remedy]
  }

  /// The details, and the remedy behind an arrow.
  var more: [String] { details + [remedy].compactMap(\.self).map { "-> \($0)" } }

  /// The text and the remedy in one line.
  var line: String { ([text] + [remedy].compactMap(\.self)).joined(separator: "; ") }

  static func fine(_ subject: String, _ text: String, details: [String] = []) -> DoctorFinding {
    DoctorFinding(subject: subject, grade: .fine, text: text, details: details, remedy: nil)
  }

  static func note(_ subject: String, _ text: String, details: [String] = [], remedy: String? = nil) -> DoctorFinding {
    DoctorFinding(subject: subject, grade: .note, text: text, details: details, remedy: remedy)
  }

  static func silent(_ subject: String, _ text: String, remedy: String) -> DoctorFinding {
    DoctorFinding(subject: subject, grade: .silent, text: text, details: [], remedy: remedy)
  }

  static func problem(_ subject: String, _ text: String, details: [String] = [], remedy: String?) -> DoctorFinding {
    DoctorFinding(subject: subject, grade: .problem, text: text, details: details, remedy: remedy)
  }
}
