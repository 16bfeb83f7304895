internal import HapticProtocol
internal import Haptics

/// The plays and refused requests of a sandbox, collected from the daemon's events, because its history keeps only the
/// latest; and from the history, because a daemon drops events for a client that is slow to read them.
struct PlayLog {
  private(set) var records: [Observed] = []
  /// The number of events that were not received.
  private(set) var lost: UInt64 = 0

  mutating func add(_ events: [ClientEvent]) {
    for event in events {
      switch event {
      case .observed(let record):
        lost += record.lost
        if record.opcode == .play || !record.verdict.isSuccess { records.append(record) }
      case .ended(let end):
        let place = records.lastIndex { $0.number == end.number && $0.verdict == .played && $0.end == nil }
        guard let place else { continue }
        records[place].end = end.reason
        // The play of a scheduled or a waiting start is recorded before its first level.
        if records[place].writtenNanoseconds == nil { records[place].writtenNanoseconds = end.firstWrittenNanoseconds }
      case .lost(let count): lost += UInt64(clamping: count)
      default: break
      }
    }
  }

  /// Adds the plays whose events were lost, and ends whose events were.
  mutating func complete(from history: [Observed]) {
    var places: [UInt64: Int] = [:]
    for (place, record) in records.enumerated() where record.opcode == .play { places[record.number] = place }
    var found = 0
    for record in history where record.opcode == .play && record.number != 0 {
      if let place = places[record.number] {
        if records[place].end == nil { records[place] = record }
      } else {
        records.append(record)
        found += 1
      }
    }
    if found > 0 { records.sort { $0.number < $1.number } }
    lost -= min(lost, UInt64(found))
  }

  func lines(columns: Int?) -> [String] {
    if records.isEmpty { return [] }
    var table = Table(
      [
        ("feedback", .left), ("application", .left), ("verdict", .left), ("felt", .right), ("latency", .right),
        ("end", .left),
      ], optional: ["end", "latency", "felt"])
    for record in records {
      let isPlayed = record.verdict == .played
      table.add(
        record.opcode == .play ? ExpectedFeedback.subject(of: record) : "(\(record.opcode) \(record.feedback))",
        record.who, record.verdict.name, isPlayed ? percent(record.felt) : "-",
        record.latencyNanoseconds.map { duration(nanoseconds: $0) } ?? "-",
        isPlayed ? record.end?.name ?? "none" : "-")
    }
    return table.lines(columns: columns)
  }

  /// The last line, such as `2 plays, 1 felt; the command ended with status 0`.
  func summary(_ status: CommandStatus) -> String {
    let plays = records.filter { $0.opcode == .play }
    var parts = ["\(counted(plays.count, "play"))", "\(plays.count { $0.verdict == .played }) felt"]
    if let loss { parts.append(loss) }
    return parts.joined(separator: ", ") + "; the command \(status.words)"
  }

  var loss: String? { lost == 0 ? nil : "\(counted(lost, "event")) lost" }
}
