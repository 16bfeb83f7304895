internal import FeedbackdThemes
public import HapticPatterns
public import TextDiagnostics

/// A feedback of feedbackd, or one feedback of a theme.
///
///     { "event-name": "bell-terminal", "type": "VibraRumble", "duration": 100 }
///     { "name": "default", "profiles": [ { "name": "quiet", "feedbacks": [ ... ] } ] }
///
/// The parent of a theme is ignored. See feedbackd's `default.json` and `feedback-themes(5)`.
enum FeedbackdFile {
  static func read(_ document: JSONDocument, feedback: String?) throws(Refused) -> PatternFile {
    let (pattern, warnings) = try document.read { (root, report) throws(Remark) in
      guard let profiles = root["profiles"] else { return try FeedbackdFeedback.pattern(of: root, &report) }
      let chosen = try choose(feedback, from: feedbacks(of: profiles), at: root)
      return try FeedbackdFeedback.pattern(of: chosen, &report)
    }
    return PatternFile(pattern: pattern, format: .feedbackd, warnings: warnings)
  }

  /// Returns all haptic feedbacks of all profiles, with the names of their events.
  fileprivate static func feedbacks(of profiles: JSONNode) throws(Remark) -> [(name: String, node: JSONNode)] {
    guard let profiles = profiles.elements else {
      throw profiles.remark("found \(profiles.value.kind); expected an array", remedy: "write [ ... ]")
    }
    return profiles.flatMap { $0["feedbacks"]?.elements ?? [] }.compactMap { node in
      guard case .string(let name) = node["event-name"]?.value, FeedbackdFeedback.isFelt(node) else { return nil }
      return (name, node)
    }
  }

  private static func choose(
    _ wanted: String?, from feedbacks: [(name: String, node: JSONNode)], at root: JSONNode
  ) throws(Remark) -> JSONNode {
    let names = feedbacks.map { Quotation.shown($0.name) }
    let remedy = PatternFile.selection(among: names) ?? "use a theme with vibrations"
    if let wanted {
      if let found = feedbacks.first(where: { $0.name == wanted }) { return found.node }
      throw root.remark(
        "no vibration for \(Quotation.quoted(wanted))", remedy: Spelling.remedy(for: wanted, among: names, or: remedy))
    }
    guard let first = feedbacks.first, feedbacks.count == 1 else {
      throw root.remark("a theme with \(feedbacks.count) vibrations", remedy: remedy)
    }
    return first.node
  }
}

extension Lint {
  /// Returns the findings about a whole theme of feedbackd, by the rules of the daemon, with the mistakes in each of its
  /// patterns; nil for other files.
  ///
  /// - Parameter notes: returns notes about a pattern, such as limits of a motor.
  /// - Throws: the reason why the whole file cannot be used.
  public static func findings(
    inTheme bytes: [UInt8], notes: (Pattern) -> [EventNote] = { _ in [] }
  ) throws(Refused) -> [Finding]? {
    guard let document = try? JSONDocument(bytes), document.root["profiles"] != nil, document.root["Pattern"] == nil,
      document.root["signals"] == nil
    else { return nil }
    let reading = try FeedbackdTheme.findings(of: bytes)
    let (_, mistakes) = try document.read { (root, report) throws(Remark) in
      guard let profiles = root["profiles"] else { return }
      for (number, feedback) in try FeedbackdFile.feedbacks(of: profiles).enumerated() {
        // Reading the theme has found its mistakes.
        var known = DiagnosticReport()
        guard let pattern = try? FeedbackdFeedback.pattern(of: feedback.node, &known) else { continue }
        let found = PatternChecker(pattern, isAHAP: false).found
        for note in found + notes(pattern) {
          // The mistakes of each pattern are counted on their own.
          report.warn(
            note.message, at: .value(feedback.node.path), remedy: note.remedy,
            kind: "\(number) \(note.kind ?? note.message)")
        }
      }
    }
    return reading + mistakes
  }
}
