internal import HapticProtocol
internal import HapticSystem

// Collects the definitions of clients' own patterns. A handle refers to its pattern once the definition is complete, as
// to any prepared feedback.

extension Server {
  /// Opens a definition. The previous content of the handle is removed in any case.
  func define(_ define: Request.Define, _ exchange: Exchange) {
    conclude(exchange) { outcome throws(Refusal) in
      let definition = try exchange.session.handles.define(define)
      try bindIfComplete(definition, define.handle, exchange, &outcome)
    }
  }

  func add(_ part: Request.Part, _ exchange: Exchange) {
    conclude(exchange) { outcome throws(Refusal) in
      let handles = exchange.session.handles
      guard let definition = handles.definition(part.handle) else { throw Refusal(.unknownHandle) }
      do throws(Refusal) { try definition.collect(part.records) } catch {
        handles.remove(part.handle)
        throw error
      }
      try bindIfComplete(definition, part.handle, exchange, &outcome)
    }
  }

  private func bindIfComplete(
    _ definition: PatternDefinition, _ handle: Handle, _ exchange: Exchange, _ outcome: inout Outcome
  ) throws(Refusal) {
    guard let feedback = definition.feedback else { return }
    try bind(feedback, to: handle, for: definition.device, exchange, &outcome)
  }
}
