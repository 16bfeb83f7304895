internal import HapticProtocol

/// What became of the latest requests.
struct Chronicle {
  private var records: [Observed] = []
  /// The number of the next record.
  private(set) var next: UInt64 = 1

  /// All at once: growing would copy what is there in the middle of a play, and what is not written costs no memory.
  init() { records.reserveCapacity(Limits.history) }

  /// Keeps a record under the next number, and forgets the oldest where there are enough.
  mutating func keep(_ record: Observed) {
    var record = record
    record.number = next
    if records.count < Limits.history { records.append(record) } else { records[index(of: next)] = record }
    next += 1
  }

  /// Adds what became known later to a record that is still kept.
  mutating func amend(_ number: UInt64, _ body: (inout Observed) -> Void) {
    guard number > 0, number < next, number + UInt64(records.count) >= next else { return }
    body(&records[index(of: number)])
  }

  /// Those after a number, as many as a packet holds, oldest first.
  func records(after number: UInt64) -> History {
    let oldest = next - UInt64(records.count)
    let first = max(number == .max ? next : number + 1, oldest)
    let end = min(next, first.addingReportingOverflow(UInt64(Limits.historyPerPacket)).partialValue)
    return History(latest: next - 1, records: first < end ? (first..<end).map { records[index(of: $0)] } : [])
  }

  private func index(of number: UInt64) -> Int { Int((number - 1) % UInt64(Limits.history)) }
}
