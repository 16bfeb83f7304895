internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem

// Clients' own patterns. A definition is collected part by part; once it is complete its handle stands for it, as for
// anything that is prepared.

extension Server {
  /// Opens a definition. What the handle stood for is gone, whatever becomes of it.
  func define(_ define: Request.Define, _ exchange: Exchange) {
    var reply = VerdictReply(.done, exchange.received)
    do throws(Refusal) {
      let definition = try exchange.session.handles.define(define)
      try bindIfComplete(definition, define.handle, exchange, &reply)
    } catch {
      reply.verdict = error.verdict
    }
    conclude(exchange, reply)
  }

  func add(_ part: Request.Part, _ exchange: Exchange) {
    var reply = VerdictReply(.done, exchange.received)
    do throws(Refusal) {
      let definition = try collect(part, exchange.session.handles)
      try bindIfComplete(definition, part.handle, exchange, &reply)
    } catch {
      reply.verdict = error.verdict
    }
    conclude(exchange, reply)
  }

  private func collect(_ part: Request.Part, _ handles: HandleTable) throws(Refusal) -> PatternDefinition {
    guard let definition = handles.definition(part.handle) else { throw Refusal(.unknownHandle) }
    do throws(Refusal) {
      try definition.collect(part.records)
    } catch {
      handles.remove(part.handle)
      throw error
    }
    return definition
  }

  private func bindIfComplete(
    _ definition: PatternDefinition, _ handle: Handle, _ exchange: Exchange, _ reply: inout VerdictReply
  ) throws(Refusal) {
    guard let material = definition.material else { return }
    try bind(material, to: handle, for: definition.device, exchange, &reply)
  }
}
