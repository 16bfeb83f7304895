internal import ArgumentParser
internal import HapticProtocol
internal import Haptics
internal import TextDiagnostics

struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "Show the latest plays of all applications, with their verdicts.",
    discussion: """
      The daemon keeps the latest 512 plays and other refused requests in memory only. A question mark follows a name \
      that a client claims; other names are verified by systemd, snapd or Flatpak.
      """)

  @OptionGroup var filter: HistoryFilter

  @Option(help: "The number of latest plays to show. The default is all.", transform: parseCount(upTo: 512))
  var count: Int?

  @OptionGroup var output: OutputOptions

  func run() throws {
    let all = try DaemonSession().history()
    let entries = HistoryEntry.entries(all.filter(filter.matches))
    if entries.isEmpty, let application = filter.application { throw HistoryFilter.unknown(application, in: all) }
    let clock = WallClock()
    let chosen = Array(entries.suffix(count ?? entries.count))
    try output.show(chosen.map { JSONObject.entry($0, clock) }) { Self.lines(chosen, clock, $0) }
  }

  static func lines(_ entries: [HistoryEntry], _ clock: WallClock, _ screen: Screen = .file) -> [String] {
    if entries.isEmpty { return ["no play is recorded"] }
    return entries.map { entry in
      let record = entry.record
      return "#\(record.number)".rightAligned(to: 6) + "  "
        + clock.timeOfDay(monotonicNanoseconds: record.receivedNanoseconds) + "  "
        + record.line(on: screen, further: entry.further)
    }
  }
}

struct HistoryFilter: ParsableArguments {
  @Option(
    name: .customLong("app"),
    help: ArgumentHelp("Show only this application: its id, or a part of it.", valueName: "id"),
    completion: .application)
  var application: String?

  func validate() throws {
    if application == "" { throw ValidationError("--app expects the id of an application, or a part of it") }
  }

  func matches(_ record: Observed) -> Bool {
    guard let application else { return true }
    return "\(record.applicationName)".lowercased().includes(application.lowercased())
  }

  /// The failure for an application without a record: names the most similar application with a record, or all of
  /// them.
  static func unknown(_ application: String, in records: [Observed]) -> Failure {
    let known = known(in: records)
    if known.isEmpty { return .usage("no play of '\(application)' is recorded; nothing was played yet") }
    let others = "there are plays of \(known.joined(separator: ", "))"
    let remedy = Spelling.remedy(for: application, among: known, or: others)
    return .usage("no play of '\(application)' is recorded; \(remedy)")
  }

  private static func known(in records: [Observed]) -> [String] {
    Set(records.map { "\($0.applicationName)" }.filter { !$0.isEmpty }).sorted()
  }

  /// The note on an application without a record, if there is one of a similar id, or of one with this name in it; otherwise
  /// nil.
  static func note(on application: ShortName, in records: [Observed]) -> String? {
    let (name, known) = ("\(application)", known(in: records))
    if known.contains(name) { return nil }
    let similar =
      known.first { $0.lowercased().includes(name.lowercased()) } ?? Spelling.nearest(to: name, among: known)
    return similar.map { "no play of '\(name)' is recorded; did you mean \($0)?" }
  }
}
