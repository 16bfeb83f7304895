/// One thing that doctor looked at.
struct Finding: Equatable, Encodable {
  enum Grade: String, Encodable { case fine, note, problem }

  let subject: String
  let grade: Grade
  /// What is so, in one line.
  let text: String
  /// More of it, a line each.
  let details: [String]
  /// What to do about it; nil where nothing needs doing.
  let remedy: String?

  static func fine(_ subject: String, _ text: String, details: [String] = []) -> Finding {
    Finding(subject: subject, grade: .fine, text: text, details: details, remedy: nil)
  }

  static func note(_ subject: String, _ text: String, remedy: String? = nil) -> Finding {
    Finding(subject: subject, grade: .note, text: text, details: [], remedy: remedy)
  }

  static func problem(_ subject: String, _ text: String, details: [String] = [], remedy: String) -> Finding {
    Finding(subject: subject, grade: .problem, text: text, details: details, remedy: remedy)
  }
}
