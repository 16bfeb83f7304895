package import HapticProtocol
internal import HapticSystem

/// A question about the state of the daemon, with the value in its reply. A long list comes in pages: each reply has the
/// question for the next one.
package struct Query<Value: Sendable>: Sendable {
  /// The request, after the pages that have arrived; nil before the first one.
  let request: @Sendable (Value?) -> Request
  /// Adds a reply to the former pages; nil for a reply of another type.
  let take: @Sendable (Reply, Value?) -> (value: Value, isComplete: Bool)?

  /// A question with one reply.
  fileprivate init(_ request: Request, _ value: @escaping @Sendable (Reply) -> Value?) {
    self.request = { _ in request }
    take = { reply, _ in value(reply).map { ($0, true) } }
  }

  fileprivate init<Record>(
    pages request: @escaping @Sendable ([Record]) -> Request,
    page: @escaping @Sendable (Reply, _ former: [Record]) -> (records: [Record], isComplete: Bool)?
  ) where Value == [Record] {
    self.request = { request($0 ?? []) }
    take = { reply, former in
      page(reply, former ?? []).map { ((former ?? []) + $0.records, $0.isComplete || $0.records.isEmpty) }
    }
  }
}

extension Query<[DeviceRecord]> {
  /// All force feedback devices that the daemon knows, including those that it ignores.
  package static var devices: Query<[DeviceRecord]> {
    Query(.devices) { if case .devices(let records) = $0 { records } else { nil } }
  }
}

extension Query<[FeedbackRecord]> {
  /// All feedbacks of the daemon, in its order, with their patterns and themes.
  package static var feedbacks: Query<[FeedbackRecord]> {
    Query(
      pages: { .feedbacks(first: UInt32(clamping: $0.count)) },
      page: { reply, former in
        guard case .feedbacks(let page) = reply else { return nil }
        return (page.records, former.count + page.records.count >= Int(page.total))
      })
  }
}

extension Query<StatisticsReport> {
  /// The daemon's counters, which it sets to zero after the reply if `resetting`.
  package static func statistics(resetting: Bool = false) -> Query<StatisticsReport> {
    Query(.statistics(resetting: resetting)) { if case .statistics(let report) = $0 { report } else { nil } }
  }
}

extension Query<[Observed]> {
  /// The latest requests of all clients after the one with this number, with their verdicts, oldest first. The daemon
  /// keeps `Limits.history` of them. `.notPermitted` in a sandbox.
  package static func history(after number: UInt64 = 0) -> Query<[Observed]> {
    Query(
      pages: { .history(after: $0.last?.number ?? number) },
      page: { reply, _ in
        guard case .history(let page) = reply else { return nil }
        return (page.records, page.records.last?.number == page.latest)
      })
  }
}

extension Query<Status> {
  /// The settings and circumstances in force. `.notPermitted` in a sandbox.
  package static var status: Query<Status> {
    Query(.status) { if case .status(let status) = $0 { status } else { nil } }
  }
}

extension Query<[PlayingRecord]> {
  /// The active and waiting playbacks of all clients, in the order of their requests. A play on several devices has one
  /// record for each, with the same number. `.notPermitted` in a sandbox.
  package static var playing: Query<[PlayingRecord]> {
    Query(
      pages: { .playing(after: $0.last?.number ?? 0) },
      page: { reply, former in
        guard case .playing(let page) = reply else { return nil }
        return (page.records, UInt64(page.records.count) >= page.total)
      })
  }
}

extension Query<String> {
  /// The value in force of a setting, in TOML, by its key in `hapticd.toml(5)`; empty if it is not set. It can differ
  /// from the value in the files while one of them has a mistake. `.notPermitted` in a sandbox, `.unexpectedReply` for an
  /// unknown key.
  package static func setting(_ key: String) -> Query<String> {
    Query(.setting(key)) { if case .setting(let value) = $0 { value } else { nil } }
  }
}

extension HapticClient {
  /// Asks the daemon.
  package func ask<Value>(
    _ query: Query<Value>, timeout: Duration = .seconds(1)
  ) async throws(ClientError) -> Value {
    let deadline = Instant.now + timeout
    var value: Value?
    repeat {
      let reply = try await core.call(.request(query.request(value)), value == nil ? timeout : deadline - .now)
      guard let (next, isComplete) = query.take(reply, value) else { throw reply.refusal }
      if isComplete { return next }
      value = next
    } while true
  }
}

extension HapticClient.Blocking {
  /// Asks the daemon.
  package func ask<Value>(_ query: Query<Value>, timeout: Duration = .seconds(1)) throws(ClientError) -> Value {
    let deadline = Instant.now + timeout
    var value: Value?
    repeat {
      let reply = try client.core.call(.request(query.request(value)), value == nil ? timeout : deadline - .now)
      guard let (next, isComplete) = query.take(reply, value) else { throw reply.refusal }
      if isComplete { return next }
      value = next
    } while true
  }
}

extension Reply {
  /// The error for a reply of another type.
  fileprivate var refusal: ClientError {
    if case .verdict(let reply) = self, reply.verdict == .notPermitted { return .notPermitted }
    return .unexpectedReply
  }
}
