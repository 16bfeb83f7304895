internal import HapticPatterns

// Each packet and each record declares its layout once, in `layout(in:)`: one line per field, in the order of the
// tables in hapticd-protocol(7). A `FieldReader` follows the layout to decode and a `FieldWriter` to encode, so that
// the two cannot differ. Both are specialized for each packet: no call is dynamic and nothing is allocated. The layouts
// of the packets on the path of a play are inlined, so that their offsets are constants in the code.

/// Reads or writes the fields of a packet. Offsets count from the start of the packet or of the current record.
protocol FieldCoder: ~Copyable, ~Escapable {
  /// `ProtocolError` for a reader; a writer never fails.
  associatedtype Failure: Error
  /// The version of the protocol that was agreed with the other side.
  var version: UInt16 { get }

  /// Reads or writes a number, converted from and to the field's value.
  @_lifetime(self: copy self)
  mutating func number<Value, Number: FixedWidthInteger & BitwiseCopyable>(
    _ value: inout Value, at offset: Int, encode: (Value) -> Number,
    decode: (Number) throws(ProtocolError) -> Value
  ) throws(Failure)

  /// Reads or writes a name of up to 48 bytes.
  @_lifetime(self: copy self)
  mutating func field(_ name: inout ShortName, at offset: Int, _ field: ProtocolError.Field) throws(Failure)

  /// Reads a text of up to `size` bytes, or writes the whole characters that fit, up to a NUL.
  @_lifetime(self: copy self)
  mutating func field(_ text: inout String, at offset: Int, size: Int, _ field: ProtocolError.Field) throws(Failure)

  /// Reads the records that fill the rest of the packet, or writes `records`. `stride` is the size of one record.
  @_lifetime(self: copy self)
  mutating func field<Element: Record>(_ records: inout [Element], at offset: Int, stride: Int) throws(Failure)

  /// Checks on reading that bytes of a request that are reserved for later versions are zero. Those of other packets are
  /// ignored, because a later daemon may use them.
  @_lifetime(self: copy self)
  mutating func reserved(_ range: Range<Int>) throws(Failure)

  /// Calls `body` on reading only: to check fields that depend on each other, or to assemble a value from them.
  @_lifetime(self: copy self)
  mutating func decode(_ body: () throws(ProtocolError) -> Void) throws(Failure)

  /// Moves the start of the current record.
  @_lifetime(self: copy self)
  mutating func move(by distance: Int)
}

/// The constraint of `layout(in:)`: a coder is a view of bytes, which is not copied and does not escape.
typealias Coder = FieldCoder & ~Copyable & ~Escapable

extension FieldCoder where Self: ~Copyable & ~Escapable {
  /// A number with all values valid.
  @_lifetime(self: copy self)
  @inline(__always)
  mutating func field<Number: FixedWidthInteger & BitwiseCopyable>(
    _ value: inout Number, at offset: Int
  ) throws(Failure) {
    try number(&value, at: offset, encode: { $0 }, decode: { $0 })
  }

  /// A value of a closed set.
  @_lifetime(self: copy self)
  @inline(__always)
  mutating func field<Value: RawRepresentable>(
    _ value: inout Value, at offset: Int, _ field: ProtocolError.Field
  ) throws(Failure) where Value.RawValue: FixedWidthInteger & BitwiseCopyable {
    try number(
      &value, at: offset, encode: { $0.rawValue },
      decode: { number throws(ProtocolError) in try Value(number, field) })
  }

  /// A value of a closed set, or nil for zero.
  @_lifetime(self: copy self)
  @inline(__always)
  mutating func field<Value: RawRepresentable>(
    _ value: inout Value?, at offset: Int, _ field: ProtocolError.Field
  ) throws(Failure) where Value.RawValue: FixedWidthInteger & BitwiseCopyable {
    try number(
      &value, at: offset, encode: { $0?.rawValue ?? 0 },
      decode: { number throws(ProtocolError) in try Value.optional(number, field) })
  }

  /// A value of any number. The daemon sends a value that the other side's version has.
  @_lifetime(self: copy self)
  @inline(__always)
  mutating func field<Value: OpenNumber>(_ value: inout Value, at offset: Int) throws(Failure) {
    let version = version
    try number(&value, at: offset, encode: { $0.value(for: version).rawValue }, decode: { Value(rawValue: $0) })
  }

  /// A value of any number, or nil for zero.
  @_lifetime(self: copy self)
  @inline(__always)
  mutating func field<Value: OpenNumber>(_ value: inout Value?, at offset: Int) throws(Failure) {
    let version = version
    try number(
      &value, at: offset, encode: { $0?.value(for: version).rawValue ?? 0 },
      decode: { $0 == 0 ? nil : Value(rawValue: $0) })
  }

  /// A Boolean in a packet of the daemon; a client takes all numbers but 0 as true.
  @_lifetime(self: copy self)
  @inline(__always)
  mutating func field(_ flag: inout Bool, at offset: Int) throws(Failure) {
    try number(&flag, at: offset, encode: { $0 ? 1 : 0 as UInt8 }, decode: { $0 != 0 })
  }

  /// A Boolean of a request: 0 or 1.
  @_lifetime(self: copy self)
  @inline(__always)
  mutating func field<Number: FixedWidthInteger & BitwiseCopyable>(
    _ flag: inout Bool, at offset: Int, _ field: ProtocolError.Field, as type: Number.Type = UInt8.self
  ) throws(Failure) {
    try number(
      &flag, at: offset, encode: { $0 ? 1 : 0 as Number },
      decode: { number throws(ProtocolError) in
        if number > 1 { throw .outOfRange(field, value: UInt64(number)) }
        return number == 1
      })
  }

  /// A time on CLOCK_MONOTONIC in nanoseconds, or nil for zero. The clock never reaches the sign bit.
  @_lifetime(self: copy self)
  @inline(__always)
  mutating func moment(_ time: inout Int64?, at offset: Int, _ field: ProtocolError.Field) throws(Failure) {
    try number(
      &time, at: offset, encode: { UInt64(clamping: $0 ?? 0) },
      decode: { number throws(ProtocolError) in
        guard let nanoseconds = Int64(exactly: number) else { throw .outOfRange(field, value: number) }
        return nanoseconds == 0 ? nil : nanoseconds
      })
  }

  /// A time on CLOCK_MONOTONIC in nanoseconds.
  @_lifetime(self: copy self)
  @inline(__always)
  mutating func moment(_ time: inout Int64, at offset: Int, _ field: ProtocolError.Field) throws(Failure) {
    var moment = Optional(time)
    try self.moment(&moment, at: offset, field)
    time = moment ?? 0
  }

  /// A record within the packet.
  @_lifetime(self: copy self)
  mutating func record<Element: Record>(_ record: inout Element, at offset: Int) throws(Failure) {
    move(by: offset)
    defer { move(by: -offset) }
    try record.layout(in: &self)
  }
}

extension RawRepresentable where RawValue: FixedWidthInteger {
  /// Creates a value of a closed set.
  ///
  /// - Throws: `.outOfRange` if the set has no such value.
  @inline(__always)
  init(_ rawValue: RawValue, _ field: ProtocolError.Field) throws(ProtocolError) {
    guard let value = Self(rawValue: rawValue) else { throw .outOfRange(field, value: UInt64(rawValue)) }
    self = value
  }

  /// Creates a value of a closed set, or nil for zero.
  @inline(__always)
  static func optional(_ rawValue: RawValue, _ field: ProtocolError.Field) throws(ProtocolError) -> Self? {
    if rawValue == 0 { return nil }
    return try Self(rawValue, field)
  }
}
