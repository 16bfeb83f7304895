internal import HapticProtocol
internal import HapticSystem

// What clients have made ready under a handle: feedbacks here, patterns of their own once they are defined.

extension Server {
  func prepare(_ prepare: Request.Prepare, _ exchange: Exchange) {
    var reply = VerdictReply(.done, exchange.received)
    var name = prepare.name
    do throws(Refusal) {
      try exchange.session.handles.reserve(prepare.handle)
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
    let session = exchange.session
    try session.handles.bind(Prepared(material: material, device: device), to: handle)
    let player = try roster.route(to: device, policy.locality(session), at: exchange.received).first
    let intensity = policy.felt(.max, material.category, of: session, on: player)
    let (content, levels) = player.preparation.prepare(
      material.composition, intensity: intensity, at: exchange.received)
    session.handles.keep(content, intensity: intensity, on: player.actuator.id, for: handle)
    reply.device = player.actuator.id
    reply.count = UInt64(levels)
    reply.admittedNanoseconds = scheduler.now.nanoseconds
  }

  func release(_ handle: Handle, _ exchange: Exchange) {
    let known = exchange.session.handles.remove(handle)
    conclude(exchange, VerdictReply(known ? .done : .unknownHandle, exchange.received))
  }
}
