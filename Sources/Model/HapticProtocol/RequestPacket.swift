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
    serial = header.serial
    request = try Request(header.opcode, from: packet)
  }
}

extension Request {
  fileprivate init(_ opcode: Opcode, from packet: RawSpan) throws(ProtocolError) {
    switch opcode {
    case .hello: self = .hello(try Hello(checking: packet))
    case .prepare: self = .prepare(try Prepare(checking: packet))
    case .release: self = .release(try Handle(packet.onlyNumber(of: opcode), .handle))
    case .play: self = .play(try Play(checking: packet))
    case .stop: self = .stop(try PlaybackID.optional(packet.onlyNumber(of: opcode), .playback))
    case .stopEverything:
      try packet.checkSize(Limits.headerSize, of: opcode)
      self = .stopEverything
    case .monitor: self = .monitor(try MonitorScope(bits: packet.onlyNumber(of: opcode)))
    case .define: self = .define(try Define(checking: packet))
    case .part: self = .part(try Part(checking: packet))
    case .transport: self = .transport(try Transport(checking: packet))
    case .modulate: self = .modulate(try Modulate(checking: packet))
    case .reload:
      try packet.checkSize(Limits.headerSize, of: opcode)
      self = .reload
    default:
      if !opcode.isRequest { throw .opcode(opcode) }
      self = try opcode.query?.request(in: packet) ?? .unknown(opcode, byteCount: packet.byteCount)
    }
  }

  /// The opcode of the packet.
  public var opcode: Opcode {
    switch self {
    case .hello: .hello
    case .prepare: .prepare
    case .release: .release
    case .play: .play
    case .stop: .stop
    case .stopEverything: .stopEverything
    case .monitor: .monitor
    case .define: .define
    case .part: .part
    case .transport: .transport
    case .modulate: .modulate
    case .reload: .reload
    case .query(let query): query.opcode
    case .unknown(let opcode, _): opcode
    }
  }
}

extension RequestPacket: Packet {
  public var byteCount: Int {
    switch request {
    case .hello: Request.Hello.byteCount
    case .prepare: Request.Prepare.byteCount
    case .play: Request.Play.byteCount
    case .define: Request.Define.byteCount
    case .part(let part): part.byteCount
    case .transport: Request.Transport.byteCount
    case .modulate(let modulate): modulate.byteCount
    case .release, .stop, .monitor: SingleNumber.byteCount
    case .stopEverything, .reload: Limits.headerSize
    case .query(let query): query.body.byteCount
    case .unknown(_, let byteCount): byteCount
    }
  }

  public func encode(into bytes: inout MutableRawSpan, for version: UInt16) {
    bytes.begin(request.opcode, serial: serial, byteCount: byteCount)
    switch request {
    case .hello(let hello): hello.write(to: &bytes)
    case .prepare(let prepare): prepare.write(to: &bytes)
    case .release(let handle): SingleNumber(number: handle.rawValue).write(to: &bytes)
    case .play(let play): play.write(to: &bytes)
    case .stop(let playback): SingleNumber(number: playback?.rawValue ?? 0).write(to: &bytes)
    case .monitor(let scope): SingleNumber(number: scope.rawValue).write(to: &bytes)
    case .define(let define): define.write(to: &bytes)
    case .part(let part): part.write(to: &bytes)
    case .transport(let transport): transport.write(to: &bytes)
    case .modulate(let modulate): modulate.write(to: &bytes)
    case .query(let query): query.body.write(to: &bytes, for: version)
    case .stopEverything, .reload, .unknown: break
    }
  }
}

extension RawSpan {
  /// Reads the only field of a request.
  fileprivate func onlyNumber(of opcode: Opcode) throws(ProtocolError) -> UInt32 {
    try SingleNumber(checking: self, of: opcode).number
  }
}

extension MonitorScope {
  fileprivate init(bits: UInt32) throws(ProtocolError) {
    self.init(rawValue: bits)
    if !isSubset(of: .all) { throw .outOfRange(.scope, value: UInt64(bits)) }
  }
}
