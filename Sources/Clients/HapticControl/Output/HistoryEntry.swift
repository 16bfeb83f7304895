internal import HapticProtocol

/// A record of the history, with the further records of the same play if it runs on several devices.
struct HistoryEntry {
  let record: Observed
  var further: [Observed] = []

  /// The entries of a list of records, which is in order of the numbers.
  static func entries(_ records: [Observed]) -> [HistoryEntry] {
    records.reduce(into: []) { entries, record in
      if let last = entries.last, last.contains(sameRequestAs: record) {
        entries[entries.count - 1].further.append(record)
      } else {
        entries.append(HistoryEntry(record: record))
      }
    }
  }

  var all: [Observed] { [record] + further }

  /// The daemon reads each request at its own time, and records a play once for each of its devices.
  private func contains(sameRequestAs other: Observed) -> Bool {
    other.isHapticPlay && record.isHapticPlay && other.device != nil && other.processID == record.processID
      && other.receivedNanoseconds == record.receivedNanoseconds && other.playback == record.playback
      && !all.contains { $0.device == other.device }
  }
}

extension Observed {
  /// Whether it is a play on a motor, and not a sound, a light or another request.
  var isHapticPlay: Bool { opcode == .play && medium == .haptic }
}
