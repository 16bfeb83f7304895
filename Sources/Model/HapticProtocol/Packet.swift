/// A message that is encoded as one packet.
public protocol Packet {
  /// The size in bytes.
  var byteCount: Int { get }

  /// Writes `byteCount` bytes at the start of `bytes`, which must be zero and large enough. Does not allocate.
  ///
  /// - Parameter version: the version of the protocol that was agreed with the receiver. It gets no value of a later one.
  func encode(into bytes: inout MutableRawSpan, for version: UInt16)
}

extension Packet {
  /// Encodes the packet on the stack and passes the bytes to `body`: `try packet.withBytes { bytes throws(Errno) in try
  /// socket.send(bytes) }`.
  ///
  /// - Parameter version: as in `encode(into:for:)`.
  @inlinable
  public func withBytes<Result, Failure: Error>(
    for version: UInt16 = Limits.version, _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let byteCount = byteCount
    if byteCount <= 192 {
      var storage = [192 of UInt8](repeating: 0)
      return try encoded(in: storage.mutableSpan, byteCount, for: version, body)
    }
    var storage = [16384 of UInt8](repeating: 0)
    return try encoded(in: storage.mutableSpan, byteCount, for: version, body)
  }

  @inlinable
  func encoded<Result, Failure: Error>(
    in storage: consuming MutableSpan<UInt8>, _ byteCount: Int, for version: UInt16,
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var bytes = MutableRawSpan(_elements: &storage)
    encode(into: &bytes, for: version)
    return try body(bytes.bytes.extracting(first: byteCount))
  }

  /// The encoded packet as an array.
  public var bytes: [UInt8] {
    withBytes { bytes in (0..<bytes.byteCount).map { bytes.uint8(at: $0) } }
  }
}

/// The header: the first eight bytes of every packet.
struct Header {
  var opcode: Opcode
  var serial: UInt32

  init(from packet: RawSpan, limit: Int) throws(ProtocolError) {
    if packet.byteCount < Limits.headerSize { throw .noHeader(byteCount: packet.byteCount) }
    if packet.byteCount > limit { throw .tooLong(byteCount: packet.byteCount) }
    let flags = packet.uint16(at: 2)
    if flags != 0 { throw .flags(flags) }
    opcode = Opcode(rawValue: packet.uint16(at: 0))
    serial = packet.uint32(at: 4)
  }
}

extension RawSpan {
  func checkSize(_ expected: Int, of opcode: Opcode) throws(ProtocolError) {
    if byteCount != expected { throw .size(opcode, expected: expected, actual: byteCount) }
  }
}

extension MutableRawSpan {
  /// Writes the header of a packet.
  @_lifetime(self: copy self)
  mutating func begin(_ opcode: Opcode, serial: UInt32) {
    store(opcode.rawValue, at: 0)
    store(serial, at: 4)
  }
}
