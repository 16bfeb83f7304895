/// A packet from the daemon: a reply with the serial of its request, or an event.
public enum DaemonPacket: Equatable, Sendable {
  case reply(serial: UInt32, Reply)
  case event(DaemonEvent)

  /// Decodes one packet.
  ///
  /// - Throws: `ProtocolError` if the packet is malformed; the client then closes the connection.
  public init(decoding packet: RawSpan) throws(ProtocolError) {
    let header = try Header(from: packet, limit: Limits.maximumDaemonPacketSize)
    if header.opcode.isEvent {
      if header.serial != 0 { throw .serial(header.serial) }
      self = .event(try DaemonEvent(header.opcode, from: packet))
    } else {
      let reply = try Reply(header.opcode, from: packet)
      if header.serial == 0 { throw .serial(0) }
      self = .reply(serial: header.serial, reply)
    }
  }
}

extension Reply {
  fileprivate init(_ opcode: Opcode, from packet: RawSpan) throws(ProtocolError) {
    switch opcode {
    case .verdictReply: self = .verdict(try VerdictReply(checking: packet))
    case .helloReply: self = .hello(try HelloReply(checking: packet))
    default:
      guard let query = opcode.answeredQuery else { throw .opcode(opcode) }
      self = try query.reply(in: packet)
    }
  }

  fileprivate var opcode: Opcode {
    switch self {
    case .verdict: .verdictReply
    case .hello: .helloReply
    case .answer(let answer): answer.opcode
    }
  }

  fileprivate var byteCount: Int {
    switch self {
    case .verdict: VerdictReply.byteCount
    case .hello: HelloReply.byteCount
    case .answer(let answer): answer.body.byteCount
    }
  }

  fileprivate func write(to bytes: inout MutableRawSpan, for version: UInt16) {
    switch self {
    case .verdict(let verdict): verdict.write(to: &bytes, for: version)
    case .hello(let hello): hello.write(to: &bytes, for: version)
    case .answer(let answer): answer.body.write(to: &bytes, for: version)
    }
  }
}

extension DaemonEvent {
  fileprivate init(_ opcode: Opcode, from packet: RawSpan) throws(ProtocolError) {
    switch opcode {
    case .finished: self = .finished(try Finished(checking: packet))
    case .reset:
      try packet.checkSize(Limits.headerSize, of: opcode)
      self = .reset
    case .device: self = .device(try DeviceChange(checking: packet))
    case .observed: self = .observed(try ObservedEvent(checking: packet).observed)
    case .level: self = .level(try LevelChange(checking: packet))
    case .ended: self = .ended(try PlaybackEnd(checking: packet))
    case .statusEvent: self = .status(try Status(checking: packet, of: opcode))
    default: self = .unknown(opcode, byteCount: packet.byteCount)
    }
  }

  fileprivate var opcode: Opcode {
    switch self {
    case .finished: .finished
    case .reset: .reset
    case .device: .device
    case .observed: .observed
    case .level: .level
    case .ended: .ended
    case .status: .statusEvent
    case .unknown(let opcode, _): opcode
    }
  }

  fileprivate var byteCount: Int {
    switch self {
    case .finished: Finished.byteCount
    case .reset: Limits.headerSize
    case .device: DeviceChange.byteCount
    case .observed: ObservedEvent.byteCount
    case .level: LevelChange.byteCount
    case .ended: PlaybackEnd.byteCount
    case .status: Status.byteCount
    case .unknown(_, let byteCount): byteCount
    }
  }

  fileprivate func write(to bytes: inout MutableRawSpan, for version: UInt16) {
    switch self {
    case .finished(let finished): finished.write(to: &bytes, for: version)
    case .device(let change): change.write(to: &bytes, for: version)
    case .observed(let observed): ObservedEvent(observed: observed).write(to: &bytes, for: version)
    case .level(let level): level.write(to: &bytes, for: version)
    case .ended(let end): end.write(to: &bytes, for: version)
    case .status(let status): status.write(to: &bytes, for: version)
    case .reset, .unknown: break
    }
  }
}

extension DaemonPacket: Packet {
  /// The type of the packet.
  public var opcode: Opcode {
    switch self {
    case .reply(_, let reply): reply.opcode
    case .event(let event): event.opcode
    }
  }

  public var byteCount: Int {
    switch self {
    case .reply(_, let reply): reply.byteCount
    case .event(let event): event.byteCount
    }
  }

  public func encode(into bytes: inout MutableRawSpan, for version: UInt16) {
    switch self {
    case .reply(let serial, let reply):
      bytes.begin(reply.opcode, serial: serial, byteCount: reply.byteCount)
      reply.write(to: &bytes, for: version)
    case .event(let event):
      bytes.begin(event.opcode, serial: 0, byteCount: event.byteCount)
      event.write(to: &bytes, for: version)
    }
  }
}
