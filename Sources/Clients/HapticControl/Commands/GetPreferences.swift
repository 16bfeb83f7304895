internal import ArgumentParser
internal import HapticProtocol
internal import PreferenceFiles

struct GetPreferences: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "get", abstract: "Show the settings in force, each with the line of the file that sets it.",
    discussion: """
      Without a key, lists all settings; with a table, such as 'touch', those of the table. While a settings file has a \
      mistake, a running daemon keeps the former settings; these are shown with the values of the files.
      """)

  @Argument(help: "The key or the table to show.", completion: .preferenceKey)
  var key: String?

  @Flag(help: "Print only the value of the key, in the form that set takes; nothing if it has none.")
  var value = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    try expectAtMostOne(of: ["--value": value, "--json": output.json])
  }

  func run() throws {
    if value, key == nil { throw Failure.usage("--value expects a key; 'hapticctl get' lists all keys") }
    let stack = PreferenceStack.here
    let session = RunningDaemon.session()
    let settings = EffectiveSettings(stack, session)
    let rows = try PreferenceRow.named(key, in: settings, DeviceKey(session, stack)) {
      ((try? session?.history()) ?? []).map(\.applicationName)
    }
    if value {
      guard rows.count == 1, let row = rows.first else {
        throw Failure.usage(
          "'\(key ?? "")' is a table; give one of its keys, such as \(rows.first.map { "\($0.key)" } ?? "-")")
      }
      if let words = row.typedValue { Screen.standardOutput.show(words) }
    } else {
      try output.show(rows.map(JSONObject.setting)) { _ in Self.lines(rows) }
    }
    warn(of: stack.problems)
    if let complaint = settings.complaint {
      // The mistake of the files is printed above.
      let reason = complaint == stack.complaint ? "" : ": \(complaint)"
      printWarning("the daemon keeps the former settings\(reason); fix the file: \(stack.remedy)")
    }
  }

  static func lines(_ rows: [PreferenceRow]) -> [String] {
    var table = Table([("KEY", .left), ("VALUE", .left), ("FROM", .left)])
    for row in rows { table.add("\(row.key)", row.text, row.place + (row.defaultNote ?? "")) }
    return table.lines
  }
}
