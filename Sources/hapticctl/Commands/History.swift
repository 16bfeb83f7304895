internal import ArgumentParser
internal import Haptics

struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "Show what became of the latest plays of every application.",
    discussion: """
      The daemon keeps the latest 512 plays, and what else was refused, in its memory only. Applications marked with a \
      question mark are what a client calls itself; for the others systemd, snapd or Flatpak vouches.
      """)

  @OptionGroup var filter: HistoryFilter

  @Option(help: "How many at most, the latest. The default is all.", transform: parseCount(upTo: 512))
  var count: Int?

  @OptionGroup var output: OutputOptions

  func run() throws {
    let records = try Session().history().filter(filter.matches)
    let clock = WallClock()
    let chosen = Array(records.suffix(count ?? records.count))
    if output.json { return try printJSON(chosen.map { EventJSON($0, clock) }) }
    let screen = Screen.standardOutput
    screen.show(Self.lines(chosen, clock, screen))
  }

  static func lines(_ records: [Observed], _ clock: WallClock, _ screen: Screen = .file) -> [String] {
    if records.isEmpty { return ["nothing was played yet, as far as the daemon remembers"] }
    return records.map { record in
      "#\(record.number)".rightAligned(to: 6) + "  " + clock.timeOfDay(monotonicNanoseconds: record.receivedNanoseconds)
        + "  " + record.line(on: screen)
    }
  }
}

/// Which of the history is asked for.
struct HistoryFilter: ParsableArguments {
  @Option(
    name: .customLong("app"),
    help: ArgumentHelp("Only of this application: its id, or a part of that.", valueName: "id"),
    completion: .application)
  var application: String?

  func matches(_ record: Observed) -> Bool {
    guard let application else { return true }
    return "\(record.applicationName)".lowercased().contains(application.lowercased())
  }
}
