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
    case .verdictReply: self = .verdict(try .init(checking: packet, of: opcode))
    case .helloReply: self = .hello(try .init(checking: packet, of: opcode))
    default:
      guard let query = opcode.answeredQuery else { throw .opcode(opcode) }
      self = try query.reply(in: packet)
    }
  }

  fileprivate var frame: (opcode: Opcode, byteCount: Int) {
    switch self {
    case .verdict: (.verdictReply, VerdictReply.byteCount)
    case .hello: (.helloReply, HelloReply.byteCount)
    case .answer(let answer): (answer.opcode, answer.body.byteCount)
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
    case .finished: self = .finished(try .init(checking: packet, of: opcode))
    case .reset:
      try packet.checkSize(Limits.headerSize, of: opcode)
      self = .reset
    case .device: self = .device(try .init(checking: packet, of: opcode))
    case .observed: self = .observed(try ObservedEvent(checking: packet, of: opcode).observed)
    case .level: self = .level(try .init(checking: packet, of: opcode))
    case .ended: self = .ended(try .init(checking: packet, of: opcode))
    case .statusEvent: self = .status(try .init(checking: packet, of: opcode))
    default: self = .unknown(opcode, byteCount: packet.byteCount)
    }
  }

  fileprivate var frame: (opcode: Opcode, byteCount: Int) {
    switch self {
    case .finished: (.finished, Finished.byteCount)
    case .reset: (.reset, Limits.headerSize)
    case .device: (.device, DeviceChange.byteCount)
    case .observed: (.observed, ObservedEvent.byteCount)
    case .level: (.level, LevelChange.byteCount)
    case .ended: (.ended, PlaybackEnd.byteCount)
    case .status: (.statusEvent, Status.byteCount)
    case .unknown(let opcode, let byteCount): (opcode, byteCount)
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
  public var opcode: Opcode { frame.opcode }

  public var byteCount: Int { frame.byteCount }

  private var frame: (opcode: Opcode, byteCount: Int) {
    switch self {
    case .reply(_, let reply): reply.frame
    case .event(let event): event.frame
    }
  }

  public func encode(into bytes: inout MutableRawSpan, for version: UInt16) {
    switch self {
    case .reply(let serial, let reply):
      bytes.begin(reply.frame.opcode, serial: serial)
      reply.write(to: &bytes, for: version)
    case .event(let event):
      bytes.begin(event.frame.opcode, serial: 0)
      event.write(to: &bytes, for: version)
    }
  }
}
