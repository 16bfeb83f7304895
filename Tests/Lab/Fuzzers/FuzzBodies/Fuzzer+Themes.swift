import HapticPatterns
import HapticThemes
import TextDiagnostics

extension Fuzzer {
  /// The table of a theme in a folder, with two pattern files, one of them invalid: for any table, no feedback of the
  /// lower layers is lost.
  static let theme = Fuzzer("theme") { (input) throws(Flaw) in
    try workshop.write(input, to: "mine/theme.json")
    let theme = try load("mine", keeping: nil)
    try check(theme)
    // Loading is by far the most expensive step; only some inputs load twice.
    guard input.count.isMultiple(of: 8) else { return }
    let again = try load("mine", keeping: theme)
    try requireEqual(again.feedbacks, theme.feedbacks, "loaded again")
    try requireEqual(again.warnings, theme.warnings, "warned of again")
  }

  private static let workshop = Workshop()

  /// Loads a theme. The only valid reason for a refusal is a table that cannot be read, which leaves the theme without
  /// any.
  private static func load(_ name: String, keeping previous: Theme?) throws(Flaw) -> Theme {
    switch Result(catching: { () throws(ThemeError) in
      try Theme.load(name, searching: [workshop.path], keeping: previous)
    }) {
    case .success(let theme): return theme
    case .failure(.refused(let findings)):
      for finding in findings { try Findings.check([finding.finding], are: finding.finding.severity) }
      return .standard
    case .failure(let error): throw Flaw("\(error)")
    }
  }

  private static func check(_ theme: Theme) throws(Flaw) {
    for warning in theme.warnings { try Findings.check([warning.finding], are: warning.finding.severity) }
    let names = theme.feedbacks.map(\.feedback.name)
    try requireEqual(Set(names).count, names.count, "different names among \(names)")
    for name in Theme.standard.feedbacks.map(\.feedback.name) {
      try require(theme.vocabulary[name] != nil, "\(name) is gone")
    }
    for feedback in theme.feedbacks { try check(feedback, in: theme) }
  }

  private static func check(_ themed: ThemedFeedback, in theme: Theme) throws(Flaw) {
    let name = themed.feedback.name
    try requireEqual(theme.vocabulary.resolve(name), themed.feedback, "found by name")
    try require(theme.lineage.contains(themed.theme), "\(name) comes from \(themed.theme)")
    try require(!themed.isSilent || themed.feedback.pattern.events.isEmpty, "\(name) is silent and plays")
    try require(themed.feedback.pattern.duration <= .seconds(60), "\(name) has no end")
    guard let last = themed.chain.last else { return }
    try require(!themed.chain.contains(name), "\(name) falls back on itself: \(themed.chain)")
    let end = theme.feedbacks.first { $0.feedback.name == last }
    try requireEqual(end?.feedback.pattern, themed.feedback.pattern, "\(name) is played as \(last)")
  }
}

/// A folder of themes.
private struct Workshop: Sendable {
  private let scratch = ScratchFolder(named: "themes")

  init() { for (name, text) in Self.files { try? write(Array(text.utf8), to: name) } }

  var path: String { scratch.path }

  func write(_ bytes: [UInt8], to name: String) throws(Flaw) { try scratch.write(bytes, to: name) }

  private static let tap = """
    { "Version": 1, "Pattern": [ { "Event": { "Time": 0, "EventType": "HapticTransient", "EventParameters": [] } } ] }
    """

  private static let files = [
    "mine/t.ahap": tap, "mine/broken.ahap": "{ \"Pattern\": [ {] }", "mine/theme.json": "",
    "base/b.ahap": tap,
    "base/theme.json": """
    { "Parent": "hig", "Feedbacks": [ { "Name": "b", "Pattern": "b.ahap" }, { "Name": "like", "Fallback": "b" } ] }
    """,
  ]
}
