internal import HapticPatterns

/// Encodes the fields of a packet that is zero after its header.
struct FieldWriter: FieldCoder, ~Copyable, ~Escapable {
  private(set) var packet: MutableRawSpan
  private var start = 0
  let version: UInt16

  @_lifetime(copy packet)
  init(_ packet: consuming MutableRawSpan, for version: UInt16) {
    self.packet = packet
    self.version = version
  }

  @_lifetime(self: copy self)
  @inline(__always)
  mutating func number<Value, Number: FixedWidthInteger & BitwiseCopyable>(
    _ value: inout Value, at offset: Int, encode: (Value) -> Number,
    decode: (Number) throws(ProtocolError) -> Value
  ) {
    packet.store(encode(value), at: start &+ offset)
  }

  @_lifetime(self: copy self)
  mutating func field(_ name: inout ShortName, at offset: Int, _ field: ProtocolError.Field) {
    for index in name.words.indices { packet.store(name.words[index], at: start + offset + 8 * index) }
  }

  @_lifetime(self: copy self)
  mutating func field(_ text: inout String, at offset: Int, size: Int, _ field: ProtocolError.Field) {
    var end = start + offset
    let limit = end + size
    for character in text {
      guard character != "\0", end + character.utf8.count <= limit else { return }
      for byte in character.utf8 {
        packet.store(byte, at: end)
        end += 1
      }
    }
  }

  @_lifetime(self: copy self)
  mutating func field<Element: Record>(_ records: inout [Element], at offset: Int, stride: Int) {
    for index in records.indices {
      var element = records[index]
      record(&element, at: offset + stride * index)
    }
  }

  @_lifetime(self: copy self)
  mutating func reserved(_ range: Range<Int>) {}

  @_lifetime(self: copy self)
  mutating func decode(_ body: () throws(ProtocolError) -> Void) {}

  @_lifetime(self: copy self)
  mutating func move(by distance: Int) { start += distance }
}
