/// A request as a packet from client to daemon.
public struct RequestPacket: Equatable, Sendable {
  /// A number that the client chooses and the reply repeats; 0 for no reply.
  public var serial: UInt32
  public var request: Request

  public init(serial: UInt32 = 0, _ request: Request) {
    self.serial = serial
    self.request = request
  }

  /// Decodes one packet. Allocates only for the records of `part` and `modulate`, no more than the packet contains, and
  /// for queries.
  ///
  /// - Throws: `ProtocolError` if the packet is malformed; the daemon then closes the connection.
  public init(decoding packet: RawSpan) throws(ProtocolError) {
    let header = try Header(from: packet, limit: Limits.maximumRequestSize)
    let opcode = header.opcode
    serial = header.serial
    switch opcode {
    case .hello: request = .hello(try .init(checking: packet, of: opcode))
    case .prepare: request = .prepare(try .init(checking: packet, of: opcode))
    case .release: request = .release(try Handle(packet.onlyNumber(of: opcode), .handle))
    case .play: request = .play(try .init(checking: packet, of: opcode))
    case .stop: request = .stop(try PlaybackID.optional(packet.onlyNumber(of: opcode), .playback))
    case .define: request = .define(try .init(checking: packet, of: opcode))
    case .part: request = .part(try .init(checking: packet))
    case .transport: request = .transport(try .init(checking: packet, of: opcode))
    case .modulate: request = .modulate(try .init(checking: packet))
    case .stopEverything:
      try packet.checkSize(Limits.headerSize, of: opcode)
      request = .stopEverything
    case .monitor:
      let scope = MonitorScope(rawValue: try packet.onlyNumber(of: opcode))
      if !scope.isSubset(of: .all) { throw .outOfRange(.scope, value: UInt64(scope.rawValue)) }
      request = .monitor(scope)
    case .reload:
      try packet.checkSize(Limits.headerSize, of: opcode)
      request = .reload
    default:
      if !opcode.isRequest { throw .opcode(opcode) }
      request = try opcode.query?.request(in: packet) ?? .unknown(opcode, byteCount: packet.byteCount)
    }
  }
}

extension Request {
  /// The opcode of the packet.
  public var opcode: Opcode { frame.opcode }

  fileprivate var frame: (opcode: Opcode, byteCount: Int) {
    switch self {
    case .hello: (.hello, Hello.byteCount)
    case .prepare: (.prepare, Prepare.byteCount)
    case .release: (.release, onlyNumberByteCount)
    case .play: (.play, Play.byteCount)
    case .stop: (.stop, onlyNumberByteCount)
    case .define: (.define, Define.byteCount)
    case .part(let part): (.part, part.byteCount)
    case .transport: (.transport, Transport.byteCount)
    case .modulate(let modulate): (.modulate, modulate.byteCount)
    case .query(let query): (query.opcode, query.body.byteCount)
    case .stopEverything: (.stopEverything, Limits.headerSize)
    case .monitor: (.monitor, onlyNumberByteCount)
    case .reload: (.reload, Limits.headerSize)
    case .unknown(let opcode, let byteCount): (opcode, byteCount)
    }
  }
}

extension RequestPacket: Packet {
  public var byteCount: Int { request.frame.byteCount }

  public func encode(into bytes: inout MutableRawSpan, for version: UInt16) {
    bytes.begin(request.opcode, serial: serial)
    switch request {
    case .hello(let hello): hello.write(to: &bytes)
    case .prepare(let prepare): prepare.write(to: &bytes)
    case .release(let handle): bytes.store(handle.rawValue, at: Limits.headerSize)
    case .play(let play): play.write(to: &bytes)
    case .stop(let playback): bytes.store(playback?.rawValue ?? 0, at: Limits.headerSize)
    case .define(let define): define.write(to: &bytes)
    case .part(let part): part.write(to: &bytes)
    case .transport(let transport): transport.write(to: &bytes)
    case .modulate(let modulate): modulate.write(to: &bytes)
    case .query(let query): query.body.write(to: &bytes, for: version)
    case .monitor(let scope): bytes.store(scope.rawValue, at: Limits.headerSize)
    case .stopEverything, .reload, .unknown: break
    }
  }
}

/// The size of a request whose only field is a number of 32 bits.
private let onlyNumberByteCount = Limits.headerSize + 4

extension RawSpan {
  /// Reads the only field of a request.
  fileprivate func onlyNumber(of opcode: Opcode) throws(ProtocolError) -> UInt32 {
    try checkSize(onlyNumberByteCount, of: opcode)
    return uint32(at: Limits.headerSize)
  }
}
