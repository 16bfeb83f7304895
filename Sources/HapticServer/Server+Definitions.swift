internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem

// Clients' own patterns. A definition is collected part by part; once it is complete its handle stands for it, as for
// anything that is prepared.

extension Server {
  /// Opens a definition. What the handle stood for is gone, whatever becomes of it.
  func define(_ define: Request.Define, _ exchange: Exchange) {
    var reply = VerdictReply(.done, exchange.received)
    let session = exchange.session
    session.definitions[define.handle] = nil
    session.prepared[define.handle] = nil
    do throws(Refusal) {
      try checkHandles(define.handle, session)
      session.definitions[define.handle] = try collector(define, session)
      try bindIfComplete(define.handle, exchange, &reply)
    } catch {
      reply.verdict = error.verdict
    }
    conclude(exchange, reply)
  }

  func add(_ part: Request.Part, _ exchange: Exchange) {
    var reply = VerdictReply(.done, exchange.received)
    do throws(Refusal) {
      try collect(part, exchange.session)
      try bindIfComplete(part.handle, exchange, &reply)
    } catch {
      reply.verdict = error.verdict
    }
    conclude(exchange, reply)
  }

  private func collector(_ define: Request.Define, _ session: Session) throws(Refusal) -> DefinitionCollector {
    do throws(DefinitionCollector.Excess) {
      let share = Limits.patternBytes * Limits.clientsWorthPerApplication - session.application.patternBytes
      return try DefinitionCollector(define, budget: max(min(Limits.patternBytes - session.patternBytes, share), 0))
    } catch {
      throw Refusal(.limit)
    }
  }

  private func collect(_ part: Request.Part, _ session: Session) throws(Refusal) {
    guard session.definitions[part.handle] != nil else { throw Refusal(.unknownHandle) }
    do throws(DefinitionCollector.Excess) {
      try session.definitions[part.handle]?.collect(part.records)
    } catch {
      session.definitions[part.handle] = nil
      throw Refusal(.limit)
    }
  }

  private func bindIfComplete(
    _ handle: Handle, _ exchange: Exchange, _ reply: inout VerdictReply
  ) throws(Refusal) {
    guard let collector = exchange.session.definitions[handle], let pattern = collector.pattern else { return }
    exchange.session.definitions[handle] = nil
    let define = collector.define
    let material = Material(
      name: .empty, category: define.category ?? .media, composition: Composition(pattern),
      recordBytes: define.recordBytes)
    try bind(material, to: handle, for: define.device, exchange, &reply)
  }
}
