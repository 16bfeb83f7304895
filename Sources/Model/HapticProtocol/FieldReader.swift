internal import HapticPatterns

/// Decodes the fields of a packet. Text is UTF-8 in a field of fixed size, padded with NUL. A text that fills its field has
/// no NUL.
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
    var words = [6 of UInt64](repeating: 0)
    for index in words.indices { words[index] = packet.uint64(at: start + offset + 8 * index) }
    if let valid = ShortName(words: words) {
      name = valid
    } else {
      _ = try textLength(at: offset, size: ShortName.capacity, field)
      throw .notUTF8(field)
    }
  }

  @_lifetime(self: copy self)
  mutating func field(
    _ text: inout String, at offset: Int, size: Int, _ field: ProtocolError.Field
  ) throws(ProtocolError) {
    let length = try textLength(at: offset, size: size, field)
    let bytes = (start + offset..<start + offset + length).map { packet.uint8(at: $0) }
    guard let valid = String(validating: bytes, as: UTF8.self) else { throw .notUTF8(field) }
    text = valid
  }

  /// Returns the number of bytes before the first NUL.
  ///
  /// - Throws: `.notPadded` if other bytes follow.
  private func textLength(at offset: Int, size: Int, _ field: ProtocolError.Field) throws(ProtocolError) -> Int {
    let bytes = packet.extracting(start + offset..<start + offset + size)
    var length = 0
    while length < size, bytes.uint8(at: length) != 0 { length += 1 }
    for padding in length..<size where bytes.uint8(at: padding) != 0 { throw .notPadded(field) }
    return length
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
  mutating func reserved(_ range: Range<Int>) throws(ProtocolError) {
    var offset = start + range.lowerBound
    let end = start + range.upperBound
    // A play by handle has 48 reserved bytes: check eight at a time.
    while offset + 8 <= end {
      if packet.uint64(at: offset) != 0 { throw .reserved(opcode, offset: start + range.lowerBound) }
      offset += 8
    }
    while offset < end {
      if packet.uint8(at: offset) != 0 { throw .reserved(opcode, offset: start + range.lowerBound) }
      offset += 1
    }
  }

  @_lifetime(self: copy self)
  @inline(__always)
  mutating func decode(_ body: () throws(ProtocolError) -> Void) throws(ProtocolError) { try body() }

  @_lifetime(self: copy self)
  mutating func move(by distance: Int) { start += distance }
}
