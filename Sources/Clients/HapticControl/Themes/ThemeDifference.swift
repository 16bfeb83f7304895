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
    if output.json {
      return try printJSON(
        ["theme": chosen.name, "otherTheme": former.words, "differences": rows] as JSONObject)
    }
    let screen = Screen.standardOutput
    if !rows.isEmpty {
      var table = Table([("NAME", .left), ("CHANGE", .left), ("FILE", .left), ("INSTEAD OF", .left)])
      for row in rows { table.add(row.feedback, row.changes.joined(separator: ", "), row.words, row.formerWords) }
      screen.show(table.lines(columns: screen.columns) + [""])
    }
    let count = rows.isEmpty ? "no difference" : counted(rows.count, "difference")
    screen.show("\(count) between \(chosen.name) and \(former.words)")
  }

  private func former(of chosen: ChosenTheme) throws(Failure) -> (theme: Theme, words: String) {
    if let other { return (try ChosenTheme.named(other).theme, other) }
    if chosen.isBuiltIn {
      do throws(ThemeError) {
        return (try Theme.load(chosen.name, searching: []), "the built-in \(chosen.name)")
      } catch {
        throw ChosenTheme.failure(error)
      }
    }
    let parent = (chosen.parent ?? Theme.standardName).description
    return (try ChosenTheme.named(parent).theme, parent)
  }
}

/// A difference between two themes for one feedback.
struct ThemeChange: Encodable {
  let feedback: String
  /// `added`, `removed`, `pattern`, `silent`, `not silent` or `category`.
  let changes: [String]
  /// The path of the file that is played; null if it is built in, or if there is none.
  let patternFile, formerPatternFile: String?
  /// The files in words.
  let words, formerWords: String

  private enum CodingKeys: String, CodingKey { case feedback, changes, patternFile, formerPatternFile }

  /// The differences in the order of the new theme, removed feedbacks last.
  static func changes(from former: Theme, to theme: Theme) -> [ThemeChange] {
    let before = Dictionary(former.feedbacks.map { ($0.feedback.name, $0) }) { first, _ in first }
    let after = Set(theme.feedbacks.map(\.feedback.name))
    return theme.feedbacks.compactMap { ThemeChange(from: before[$0.feedback.name], to: $0) }
      + former.feedbacks.filter { !after.contains($0.feedback.name) }.compactMap { ThemeChange(from: $0, to: nil) }
  }

  private init?(from former: ThemedFeedback?, to now: ThemedFeedback?) {
    guard let name = (now ?? former)?.feedback.name else { return nil }
    var changes: [String] = []
    if let former, let now {
      if former.isSilent != now.isSilent {
        changes.append(now.isSilent ? "silent" : "not silent")
      } else if former.feedback.pattern != now.feedback.pattern {
        changes.append("pattern")
      }
      if former.feedback.category != now.feedback.category { changes.append("category") }
    } else {
      changes.append(now == nil ? "removed" : "added")
    }
    if changes.isEmpty { return nil }
    feedback = "\(name)"
    self.changes = changes
    (patternFile, formerPatternFile) = (now?.path, former?.path)
    (words, formerWords) = (now?.file ?? "-", former?.file ?? "-")
  }
}
