internal import HapticProtocol

/// The latest requests and their outcomes, numbered from 1.
struct HistoryLog {
  private var records: [Observed] = []
  /// The number of the next record.
  private(set) var next: UInt64 = 1

  /// Reserves the whole capacity, because growing would copy all records during a play. Unused capacity costs no
  /// resident memory.
  init() { records.reserveCapacity(Limits.history) }

  /// Adds a record, and gives it its number. If the log is full, it takes the place of the oldest one.
  mutating func add(_ record: inout Observed) {
    record.number = next
    next += 1
    if records.count < Limits.history { records.append(record) } else { records[index(of: record.number)] = record }
  }

  /// Changes a record when later facts become known. A record that was dropped meanwhile is ignored.
  mutating func amend(_ number: UInt64, _ body: (inout Observed) -> Void) {
    guard number > 0, number < next, number + UInt64(records.count) >= next else { return }
    body(&records[index(of: number)])
  }

  /// The records after a number, oldest first, as many as fit in a packet.
  func records(after number: UInt64) -> History {
    let oldest = next - UInt64(records.count)
    let first = max(number == .max ? next : number + 1, oldest)
    let end = min(next, first.addingReportingOverflow(UInt64(Limits.historyPerPacket)).partialValue)
    return History(latest: next - 1, records: first < end ? (first..<end).map { records[index(of: $0)] } : [])
  }

  private func index(of number: UInt64) -> Int { Int((number - 1) % UInt64(Limits.history)) }
}
