package import HapticProtocol
internal import HapticSystem

extension HapticClient {
  package func ask<Q: Query>(_ query: Q, timeout: Duration = .seconds(1)) async throws(ClientError) -> Q.Answer {
    try await core.call(.request(.query(query)), timeout).answer(to: query)
  }

  /// Asks the daemon for all parts of a list.
  package func list<Q: ListQuery>(
    _ query: Q, timeout: Duration = .seconds(1)
  ) async throws(ClientError) -> [Q.Answer.Element] {
    let deadline = Instant.now + timeout
    var page = try await ask(query, timeout: timeout)
    var (query, records) = (query, page.records)
    while let next = query.next(after: page) {
      (query, page) = (next, try await ask(next, timeout: deadline - .now))
      records += page.records
    }
    return records
  }
}

extension HapticClient.Blocking {
  /// The daemon's reply to hello: its version and its limits.
  package func hello(timeout: Duration) throws(ClientError) -> HelloReply {
    // Replies keep the order of requests: after this one, the reply to hello has arrived.
    _ = try client.core.call(.request(.query(DevicesQuery())), timeout)
    guard let hello = client.core.withConnection({ $0.hello }) else { throw .disconnected }
    return hello
  }

  package func ask<Q: Query>(_ query: Q, timeout: Duration = .seconds(1)) throws(ClientError) -> Q.Answer {
    try client.core.call(.request(.query(query)), timeout).answer(to: query)
  }

  /// Asks the daemon for all parts of a list.
  package func list<Q: ListQuery>(
    _ query: Q, timeout: Duration = .seconds(1)
  ) throws(ClientError) -> [Q.Answer.Element] {
    let deadline = Instant.now + timeout
    var page = try ask(query, timeout: timeout)
    var (query, records) = (query, page.records)
    while let next = query.next(after: page) {
      (query, page) = (next, try ask(next, timeout: deadline - .now))
      records += page.records
    }
    return records
  }
}

extension Reply {
  fileprivate func answer<Q: Query>(to query: Q) throws(ClientError) -> Q.Answer {
    if let answer = answer(to: Q.self) { return answer }
    if case .verdict(let reply) = self, reply.verdict == .notPermitted { throw .notPermitted }
    throw .unexpectedReply
  }
}
