internal import ArgumentParser
internal import HapticProtocol
internal import Haptics
internal import TextDiagnostics

/// A feedback that must be played at least once, or as often as its count says.
struct ExpectedFeedback: Equatable {
  let name: String
  var count = 1

  /// The name for patterns of the application, which have none.
  static let patternName = "pattern"

  /// Parses names with commas between them, each with an optional count: `success,impact.light*2`.
  static func list(_ text: String) throws -> [ExpectedFeedback] {
    try text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      let words = part.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
      guard let name = words.first, !name.isEmpty, words.count <= 2 else {
        throw ValidationError("expected names with commas between them, such as success,impact.light*2")
      }
      return ExpectedFeedback(name: name, count: try words.count == 2 ? parseCount(upTo: 1_000_000)(words[1]) : 1)
    }
  }

  /// A sentence about the missing plays; nil if the records meet the expectation.
  func complaint(about records: [Observed]) -> String? {
    let own = records.filter { Self.subject(of: $0) == name }
    let played = own.count { $0.verdict == .played }
    guard played < count else { return nil }
    let problem = played == 0 ? "did not happen" : "happened \(played) of \(count) times"
    return "\(name) \(problem): \(reason(own, records))"
  }

  private func reason(_ own: [Observed], _ records: [Observed]) -> String {
    let refused = own.filter { $0.verdict != .played }
    if !refused.isEmpty { return "its verdict was " + Self.counts(refused.map(\.verdict.name)) }
    if let misspelt = misspelt(records) { return "the command requested '\(misspelt)', which does not exist" }
    let others = records.filter { $0.verdict == .played && Self.subject(of: $0) != name }
    return others.isEmpty ? "nothing else was played" : "played instead: " + Self.counts(others.map(Self.subject))
  }

  /// A name without a feedback that the command requested and that is similar to this one.
  private func misspelt(_ records: [Observed]) -> String? {
    let unknown = records.filter { $0.verdict == .unknownFeedback && !$0.feedback.isEmpty }
    return Spelling.nearest(to: name, among: unknown.map { "\($0.feedback)" })
  }

  /// The feedback of a play, or `pattern`.
  static func subject(of record: Observed) -> String {
    record.feedback.isEmpty ? patternName : "\(record.feedback)"
  }

  /// Words in the order of their first place, with counts: `selection*3, tap`.
  private static func counts(_ words: [String]) -> String {
    var seen: Set<String> = []
    return words.filter { seen.insert($0).inserted }.map { word in
      let count = words.count { $0 == word }
      return count == 1 ? word : "\(word)*\(count)"
    }.joined(separator: ", ")
  }
}
