internal import HapticPatterns

/// Decodes the fields of a packet.
struct FieldReader: FieldCoder, ~Escapable {
  private let packet: RawSpan
  private let opcode: Opcode
  private var start = 0
  let version = Limits.version

  @_lifetime(copy packet)
  init(_ packet: RawSpan, of opcode: Opcode) {
    self.packet = packet
    self.opcode = opcode
  }

  @_lifetime(self: copy self)
  @inline(__always)
  mutating func number<Value, Number: FixedWidthInteger & BitwiseCopyable>(
    _ value: inout Value, at offset: Int, encode: (Value) -> Number,
    decode: (Number) throws(ProtocolError) -> Value
  ) throws(ProtocolError) {
    value = try decode(packet.load(Number.self, at: start &+ offset))
  }

  @_lifetime(self: copy self)
  mutating func field(
    _ name: inout ShortName, at offset: Int, _ field: ProtocolError.Field
  ) throws(ProtocolError) {
    name = try packet.name(at: start &+ offset, field)
  }

  @_lifetime(self: copy self)
  mutating func field(
    _ text: inout String, at offset: Int, size: Int, _ field: ProtocolError.Field
  ) throws(ProtocolError) {
    text = try packet.text(at: start &+ offset, size: size, field)
  }

  @_lifetime(self: copy self)
  mutating func field<Element: Record>(
    _ records: inout [Element], at offset: Int, stride: Int
  ) throws(ProtocolError) {
    let count = (packet.byteCount - offset) / stride
    records = []
    records.reserveCapacity(count)
    for index in 0..<count {
      var element = Element.blank
      try record(&element, at: offset + stride * index)
      records.append(element)
    }
  }

  @_lifetime(self: copy self)
  @inline(__always)
  mutating func reserved(_ range: Range<Int>) throws(ProtocolError) {
    try packet.checkReserved(start &+ range.lowerBound..<start &+ range.upperBound, of: opcode)
  }

  @_lifetime(self: copy self)
  @inline(__always)
  mutating func decode(_ body: () throws(ProtocolError) -> Void) throws(ProtocolError) { try body() }

  @_lifetime(self: copy self)
  mutating func move(by distance: Int) { start += distance }
}
