// Access to the bytes of a packet. All numbers are little-endian, at the offsets of the tables in hapticd-protocol(7).
// Check the size of a packet before using these functions; access beyond the end traps.

extension RawSpan {
  @inline(__always)
  private func load<Value: FixedWidthInteger & BitwiseCopyable>(_ type: Value.Type, at offset: Int) -> Value {
    // unsafe: any bytes are a valid integer, and the bounds are checked by the call
    Value(littleEndian: unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: type))
  }

  func uint8(at offset: Int) -> UInt8 { load(UInt8.self, at: offset) }
  func uint16(at offset: Int) -> UInt16 { load(UInt16.self, at: offset) }
  func uint32(at offset: Int) -> UInt32 { load(UInt32.self, at: offset) }
  func uint64(at offset: Int) -> UInt64 { load(UInt64.self, at: offset) }

  /// Reads a time on CLOCK_MONOTONIC, or nil for zero. The clock never reaches the sign bit.
  ///
  /// - Throws: `.outOfRange` if the sign bit is set.
  func moment(at offset: Int, _ field: ProtocolError.Field) throws(ProtocolError) -> Int64? {
    let value = uint64(at: offset)
    guard let nanoseconds = Int64(exactly: value) else { throw .outOfRange(field, value: value) }
    return nanoseconds == 0 ? nil : nanoseconds
  }

  func boolean(at offset: Int, _ field: ProtocolError.Field) throws(ProtocolError) -> Bool {
    let value = uint8(at: offset)
    if value > 1 { throw .outOfRange(field, value: UInt64(value)) }
    return value == 1
  }

  /// Checks that bytes reserved for later versions are zero.
  func checkReserved(_ range: Range<Int>, of opcode: Opcode) throws(ProtocolError) {
    var offset = range.lowerBound
    // A play by handle has 48 reserved bytes: check eight at a time.
    while offset + 8 <= range.upperBound {
      if uint64(at: offset) != 0 { throw .reserved(opcode, offset: range.lowerBound) }
      offset += 8
    }
    while offset < range.upperBound {
      if uint8(at: offset) != 0 { throw .reserved(opcode, offset: range.lowerBound) }
      offset += 1
    }
  }
}

extension MutableRawSpan {
  @_lifetime(self: copy self)
  @inline(__always)
  mutating func store<Value: FixedWidthInteger & BitwiseCopyable>(_ value: Value, at offset: Int) {
    storeBytes(of: value.littleEndian, toByteOffset: offset, as: Value.self)
  }

  @_lifetime(self: copy self)
  mutating func store(moment: Int64?, at offset: Int) { store(UInt64(clamping: moment ?? 0), at: offset) }

  @_lifetime(self: copy self)
  mutating func store(_ flag: Bool, at offset: Int) { store(UInt8(flag ? 1 : 0), at: offset) }

  @_lifetime(self: copy self)
  mutating func clear(_ byteCount: Int) {
    var offset = 0
    while offset + 8 <= byteCount {
      storeBytes(of: 0, toByteOffset: offset, as: UInt64.self)
      offset += 8
    }
    while offset < byteCount {
      storeBytes(of: 0, toByteOffset: offset, as: UInt8.self)
      offset += 1
    }
  }
}

extension RawRepresentable where RawValue: FixedWidthInteger {
  /// Creates a value of a closed set.
  ///
  /// - Throws: `.outOfRange` if the set has no such value.
  init(_ rawValue: RawValue, _ field: ProtocolError.Field) throws(ProtocolError) {
    guard let value = Self(rawValue: rawValue) else { throw .outOfRange(field, value: UInt64(rawValue)) }
    self = value
  }
}

extension RawRepresentable<UInt32> {
  /// Reads a field in which zero means nil.
  static func optional(_ rawValue: UInt32, _ field: ProtocolError.Field) throws(ProtocolError) -> Self? {
    if rawValue == 0 { return nil }
    return try Self(rawValue, field)
  }
}
