// Access to the bytes of a packet. All numbers are little-endian, at the offsets of the tables in hapticd-protocol(7).
// Check the size of a packet before using these functions; access beyond the end traps.

extension RawSpan {
  @inline(__always)
  func load<Value: FixedWidthInteger & BitwiseCopyable>(_ type: Value.Type, at offset: Int) -> Value {
    // unsafe: any bytes are a valid integer, and the bounds are checked by the call
    Value(littleEndian: unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: type))
  }

  func uint8(at offset: Int) -> UInt8 { load(UInt8.self, at: offset) }
  func uint16(at offset: Int) -> UInt16 { load(UInt16.self, at: offset) }
  func uint32(at offset: Int) -> UInt32 { load(UInt32.self, at: offset) }
  func uint64(at offset: Int) -> UInt64 { load(UInt64.self, at: offset) }
}

extension MutableRawSpan {
  @_lifetime(self: copy self)
  @inline(__always)
  mutating func store<Value: FixedWidthInteger & BitwiseCopyable>(_ value: Value, at offset: Int) {
    storeBytes(of: value.littleEndian, toByteOffset: offset, as: Value.self)
  }
}
