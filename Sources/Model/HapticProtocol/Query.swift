/// A request for a part of the daemon's state, with a reply of its own. A query and its answer are declared in one file,
/// with the layouts of both packets; `queries` lists the types.
///
/// The opcode of the reply is that of the request with the highest bit. The daemon can reply a verdict instead.
public protocol Query: PacketBody {
  associatedtype Answer: PacketBody
  static var opcode: Opcode { get }
}

/// A query for a list that can be longer than one packet.
public protocol ListQuery: Query where Answer: RecordList {
  /// The query for the rest of the list; nil after its last part.
  func next(after page: Answer) -> Self?
}

/// The fields of a packet.
public protocol PacketBody: Equatable, Sendable {
  /// The size of the packet in bytes, including the header.
  var byteCount: Int { get }

  /// Checks the size of a packet and decodes its fields.
  init(checking packet: RawSpan, of opcode: Opcode) throws(ProtocolError)

  /// Encodes the fields into a packet that is zero after its header, for a client of this version.
  func write(to packet: inout MutableRawSpan, for version: UInt16)
}

/// The fields of a packet that contains a list.
public protocol RecordList: PacketBody {
  associatedtype Element: Sendable
  var records: [Element] { get }
}

/// The fields of a query or an answer of any type.
public struct AnyBody: Equatable, Sendable {
  let opcode: Opcode
  public let body: any PacketBody

  public static func == (left: AnyBody, right: AnyBody) -> Bool {
    left.opcode == right.opcode && left.body.isEqual(to: right.body)
  }
}

extension PacketBody {
  fileprivate func isEqual(to other: any PacketBody) -> Bool { self == other as? Self }
}

extension Request {
  public static func query<Q: Query>(_ query: Q) -> Request { .query(AnyBody(opcode: Q.opcode, body: query)) }
}

extension Reply {
  /// The answer to a query of this type.
  public static func answer<Q: Query>(to query: Q.Type, _ answer: Q.Answer) -> Reply {
    .answer(AnyBody(opcode: Q.opcode.ofReply, body: answer))
  }

  /// The answer to a query of this type; nil for another reply.
  public func answer<Q: Query>(to query: Q.Type) -> Q.Answer? {
    guard case .answer(let answer) = self, answer.opcode == Q.opcode.ofReply else { return nil }
    return answer.body as? Q.Answer
  }
}

extension Query {
  static func request(in packet: RawSpan) throws(ProtocolError) -> Request {
    .query(try Self(checking: packet, of: opcode))
  }

  static func reply(in packet: RawSpan) throws(ProtocolError) -> Reply {
    .answer(to: Self.self, try Answer(checking: packet, of: opcode.ofReply))
  }
}

extension Opcode {
  fileprivate var ofReply: Opcode { Opcode(rawValue: rawValue | 0x8000) }

  var query: (any Query.Type)? { queries.first { $0.opcode == self } }

  var answeredQuery: (any Query.Type)? { queries.first { $0.opcode.ofReply == self } }
}

/// A query without fields.
protocol PlainRequest: Record {
  init()
}

extension PlainRequest {
  static var byteCount: Int { Limits.headerSize }
  static var blank: Self { Self() }

  mutating func layout<C: Coder>(in packet: inout C) throws(C.Failure) {}
}
