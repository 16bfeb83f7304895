internal import HapticProtocol
internal import HapticSystem

// What clients have made ready under a handle: feedbacks here, patterns of their own once they are defined.

extension Server {
  func prepare(_ prepare: Request.Prepare, _ exchange: Exchange) {
    var reply = VerdictReply(.done, exchange.received)
    var name = prepare.name
    do throws(Refusal) {
      try checkHandles(prepare.handle, exchange.session)
      let material = try policy.material(named: name, allowingFallback: prepare.allowsFallback)
      name = material.name
      try bind(material, to: prepare.handle, for: prepare.device, exchange, &reply)
    } catch {
      reply.verdict = error.verdict
    }
    conclude(exchange, reply, Matter(feedback: name))
  }

  /// Makes a handle stand for something, and its levels resident.
  func bind(
    _ material: Material, to handle: Handle, for device: DeviceID?, _ exchange: Exchange, _ reply: inout VerdictReply
  ) throws(Refusal) {
    // The handle stands whether or not a device is there to play it: one may come.
    exchange.session.prepared[handle] = Prepared(material: material, device: device)
    let session = exchange.session
    let player = try roster.route(to: device, policy.locality(session), at: exchange.received).first
    let intensity = policy.felt(.max, material.category, of: session, on: player)
    let (content, levels) = player.preparation.prepare(
      material.composition, intensity: intensity, at: exchange.received)
    session.prepared[handle]?.rendering = .init(
      actuator: player.actuator.id, intensity: intensity, content: content)
    reply.device = player.actuator.id
    reply.count = UInt64(levels)
    reply.admittedNanoseconds = scheduler.now.nanoseconds
  }

  /// One more handle must be within what the application may have.
  func checkHandles(_ handle: Handle, _ session: Session) throws(Refusal) {
    if session.prepared[handle] != nil || session.definitions[handle] != nil { return }
    if session.application.handles >= Limits.handles * Limits.clientsWorthPerApplication { throw Refusal(.limit) }
  }

  func release(_ handle: Handle, _ exchange: Exchange) {
    exchange.session.definitions[handle] = nil
    let known = exchange.session.prepared.removeValue(forKey: handle) != nil
    conclude(exchange, VerdictReply(known ? .done : .unknownHandle, exchange.received))
  }
}
