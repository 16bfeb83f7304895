internal import ArgumentParser
internal import HapticProtocol
internal import Haptics
internal import PreferenceFiles

struct Why: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Explain the verdict on a play, and name the setting to change.",
    discussion: "Without a number, explains the latest play, or the latest of --app.")

  @Argument(help: ArgumentHelp("The number in 'hapticctl history'.", valueName: "number"))
  var number: UInt64?

  @OptionGroup var filter: HistoryFilter
  @OptionGroup var output: OutputOptions

  func validate() throws {
    try expectAtMostOne(of: ["a number": number != nil, "--app": filter.application != nil])
  }

  func run() throws {
    let session = try DaemonSession()
    let history = try session.history()
    let found = try Self.find(number, in: history, filter)
    let entry = HistoryEntry.entries(history).first { $0.all.contains { $0.number == found.number } }
    let record = entry?.record ?? found
    var summary = RequestSummary(request: record, clock: WallClock())
    summary.further = entry?.further ?? []
    summary.settings = session.settings().preferences
    summary.circumstances = (try? session.status())?.circumstances ?? []
    summary.others = Self.others(of: record, in: history)
    for device in try session.devices() { if let id = device.id { summary.devices[id.rawValue] = device.name } }
    if output.json { return try printJSON(JSONObject.why(summary)) }
    Screen.standardOutput.show(summary.sentences)
    if record.verdict == .profile, session.settings().isGSettings("profile") {
      Screen.standardOutput.show("The profile is that of feedbackd's GSettings; one in your own file has precedence.")
    }
  }

  static func find(_ number: UInt64?, in records: [Observed], _ filter: HistoryFilter) throws(Failure) -> Observed {
    if let number {
      guard let record = records.first(where: { $0.number == number }) else {
        throw .usage("no record has the number \(number); 'hapticctl history' lists them")
      }
      return record
    }
    if let record = records.last(where: { $0.isHapticPlay && filter.matches($0) }) { return record }
    guard let application = filter.application else {
      throw .usage("no play is recorded; 'hapticctl doctor' shows whether a device can play")
    }
    throw HistoryFilter.unknown(application, in: records)
  }

  /// The sound and the light of the same event: the next records with its name and process.
  static func others(of record: Observed, in records: [Observed]) -> [Observed] {
    guard record.isHapticPlay, !record.feedback.isEmpty else { return [] }
    let later = records.filter {
      $0.number > record.number && $0.feedback == record.feedback && $0.processID == record.processID
        && !($0.medium == .haptic && $0.receivedNanoseconds == record.receivedNanoseconds)
    }
    return Array(later.prefix { $0.medium != .haptic }.prefix(2))
  }
}

extension JSONObject {
  static func why(_ summary: RequestSummary) -> JSONObject {
    let reason = summary.reason
    return entry(HistoryEntry(record: summary.request, further: summary.further), summary.clock)
      .with(["because": reason.because, "remedy": reason.remedy])
  }
}
