internal import HapticProtocol

extension Server {
  func serve(_ packet: RequestPacket, from session: Session) {
    guard !session.isClosing else { return }
    let exchange = Exchange(
      session: session, serial: packet.serial, opcode: packet.request.opcode, received: scheduler.now)
    session.lastRequest = exchange.received
    guard session.version != nil || exchange.opcode == .hello else {
      return session.close("violated the protocol: \(exchange.opcode) came before hello")
    }
    switch packet.request {
    case .play(let play):
      var transaction = PlayTransaction(self, play, exchange)
      transaction.run(play)
    case .hello(let hello): greet(hello, exchange)
    case .prepare(let prepare): self.prepare(prepare, exchange)
    case .release(let handle): release(handle, exchange)
    case .define(let define): self.define(define, exchange)
    case .part(let part): add(part, exchange)
    case .stop(let playback): stop(playback, exchange)
    case .transport(let transport): change(transport, exchange)
    case .modulate(let modulate): change(modulate, exchange)
    case .query(let query): answer(query.body, exchange)
    case .stopEverything, .monitor, .reload: obey(packet.request, exchange)
    case .unknown: recorder.conclude(exchange, .unsupported)
    }
    // The events of the next request have their own part of its turn.
    recorder.monitors.renewBudget()
  }

  /// Serves a request that only unconfined clients may make.
  private func obey(_ request: Request, _ exchange: Exchange) {
    guard isTool(exchange.session) else { return recorder.conclude(exchange, .notPermitted) }
    switch request {
    case .stopEverything: stopEverything(exchange)
    case .monitor(let scope):
      recorder.conclude(exchange, .done)
      recorder.monitors.setScope(scope, of: exchange.session)
    case .reload: settings.reload(exchange)
    default: recorder.conclude(exchange, .unsupported)
    }
  }

  /// Whether a client may see and stop the playbacks of others. This holds for the user's own programs outside
  /// sandboxes and for root's.
  func isTool(_ session: Session) -> Bool { session.application.key.trust.isOwn }

  private func greet(_ hello: Request.Hello, _ exchange: Exchange) {
    let session = exchange.session
    guard session.version == nil else { return session.close("violated the protocol: a second hello") }
    let agreed = min(hello.version, Limits.version)
    session.version = agreed
    session.peer.claim(hello.applicationName)
    session.preferences = policy.preferences(of: session)
    exchange.reply(.hello(HelloReply(version: agreed, daemonVersion: version)))
  }
}
