internal import ArgumentParser
internal import HapticThemes
internal import Haptics

struct ThemeShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the file that each feedback of a theme plays.",
    discussion: "Without a name, shows the theme in force. The layers of a theme are searched in the order shown.")

  @Argument(help: "The name of the theme.", completion: .theme)
  var name: String?

  @OptionGroup var output: OutputOptions

  func run() throws {
    let chosen = try ChosenTheme.named(name)
    let document: JSONObject = [
      "theme": chosen.name, "ancestors": chosen.theme.lineage.dropFirst().map(\.description),
      "folders": chosen.folders,
      "feedbacks": chosen.theme.feedbacks.map { JSONObject.feedback(FeedbackIndex.Entry($0)) },
    ]
    try output.show(document) { screen in
      var table = Table([("NAME", .left), ("PLAYS", .left), ("FILE", .left)])
      for themed in chosen.theme.feedbacks {
        let plays = themed.isSilent ? "silent" : themed.chain.last.map { "as \($0)" } ?? "\(themed.patternName)"
        table.add("\(themed.feedback.name)", plays, themed.file)
      }
      // `mine, then hig, then default`
      let lineage = chosen.theme.lineage.map(\.description).joined(separator: ", then ")
      return table.lines(columns: screen.columns)
        + ["", "\(counted(chosen.theme.feedbacks.count, "feedback")) of the theme \(lineage)"]
    }
    if !output.json { for warning in chosen.theme.warnings { printWarning(line: "\(warning)") } }
  }
}
