internal import ArgumentParser
internal import HapticThemes
internal import Haptics

struct ThemeDifference: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Compare a theme with its parent, or with another theme.",
    discussion: "A built-in theme is compared with its version without any folders.")

  @Argument(help: "The name of the theme.", completion: .theme)
  var name: String

  @Argument(
    help: ArgumentHelp("The theme to compare with. The default is the parent.", valueName: "other"), completion: .theme)
  var other: String?

  @OptionGroup var output: OutputOptions

  func run() throws {
    let chosen = try ChosenTheme.named(name)
    let former = try self.former(of: chosen)
    let rows = ThemeChange.changes(from: former.theme, to: chosen.theme)
    let document: JSONObject = ["theme": chosen.name, "otherTheme": former.words, "differences": rows.map(\.json)]
    try output.show(document) { screen in
      let count = rows.isEmpty ? "no difference" : counted(rows.count, "difference")
      let summary = "\(count) between \(chosen.name) and \(former.words)"
      if rows.isEmpty { return [summary] }
      var table = Table([("NAME", .left), ("CHANGE", .left), ("FILE", .left), ("INSTEAD OF", .left)])
      for row in rows {
        table.add("\(row.name)", row.changes.joined(separator: ", "), row.now?.file ?? "-", row.former?.file ?? "-")
      }
      return table.lines(columns: screen.columns) + ["", summary]
    }
  }

  private func former(of chosen: ChosenTheme) throws(Failure) -> (theme: Theme, words: String) {
    if let other { return (try ChosenTheme.named(other).theme, other) }
    if Theme.builtInNames.contains(chosen.theme.name) {
      return (try ChosenTheme.load(chosen.name, searching: []), "the built-in \(chosen.name)")
    }
    let parent = (chosen.theme.lineage.dropFirst().first ?? Theme.standardName).description
    return (try ChosenTheme.named(parent).theme, parent)
  }
}

/// A feedback in two themes; nil where a theme has none.
struct ThemeChange {
  let name: ShortName
  let former, now: ThemedFeedback?

  /// The differences in the order of the new theme, removed feedbacks last.
  static func changes(from former: Theme, to theme: Theme) -> [ThemeChange] {
    let before = Dictionary(former.feedbacks.map { ($0.feedback.name, $0) }) { first, _ in first }
    let after = Set(theme.feedbacks.map(\.feedback.name))
    let kept = theme.feedbacks.map { ThemeChange(name: $0.feedback.name, former: before[$0.feedback.name], now: $0) }
    let removed = former.feedbacks.filter { !after.contains($0.feedback.name) }
      .map { ThemeChange(name: $0.feedback.name, former: $0, now: nil) }
    return (kept + removed).filter { !$0.changes.isEmpty }
  }

  /// `added`, `removed`, `pattern`, `silent`, `not silent` or `category`; empty without a difference.
  var changes: [String] {
    guard let now else { return ["removed"] }
    guard let former else { return ["added"] }
    let category = former.feedback.category != now.feedback.category ? ["category"] : []
    if former.isSilent != now.isSilent { return [now.isSilent ? "silent" : "not silent"] + category }
    return (former.feedback.pattern != now.feedback.pattern ? ["pattern"] : []) + category
  }

  /// Without the path of a file that is built in.
  var json: JSONObject {
    ["feedback": "\(name)", "changes": changes, "patternFile": now?.path, "formerPatternFile": former?.path]
  }
}
