internal import ArgumentParser
internal import PreferenceFiles

struct GetPreferences: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "get", abstract: "Show preferences, each with its value and the line of the file that says it.",
    discussion: "Without a key it lists all of them; with the beginning of some, such as 'touch', those.")

  @Argument(help: "What to show.", completion: .preferenceKey)
  var key: String?

  @OptionGroup var output: OutputOptions

  func run() throws {
    let stack = try OwnFile().stack
    let rows = try PreferenceRow.meant(by: key, in: stack)
    if output.json {
      try printJSON(rows.map(PreferenceJSON.init))
    } else {
      Screen.standardOutput.show(Self.lines(rows))
    }
    warn(of: stack.problems)
  }

  static func lines(_ rows: [PreferenceRow]) -> [String] {
    var table = Table([("KEY", .left), ("VALUE", .left), ("FROM", .left)])
    for row in rows { table.add("\(row.key)", row.text, row.place) }
    return table.lines
  }
}
