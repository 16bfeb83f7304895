internal import HapticPatterns

// The encoding of quantities:
//
// - A time within a pattern is rounded to whole microseconds, far below what any motor or user distinguishes. 32 bits
//   are 71 minutes, and nothing in a pattern lasts longer than `Event.endless`.
// - A fraction from 0 to 1 (an intensity, a sharpness, a time of an envelope) is rounded to 1/65,535, so that 0 and 1
//   are exact. Users distinguish about ten values.
// - The value of a control and a rate are rounded to 32-bit IEEE numbers.
//
// Decoding and encoding again gives the same bytes.

extension Duration {
  /// The duration in microseconds, rounded to the nearest; clamped to 0...2^32 - 1.
  var microseconds: UInt32 { UInt32(clamping: roundedMicroseconds) }

  /// The duration in microseconds, rounded to the nearest; clamped to 0...2^63 - 1.
  var longMicroseconds: UInt64 { UInt64(Int64(clamping: max(roundedMicroseconds, 0))) }

  private var roundedMicroseconds: Int128 {
    let (whole, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000_000)
    return rest >= 500_000_000_000 ? whole + 1 : whole
  }
}

extension FieldCoder where Self: ~Copyable & ~Escapable {
  /// A time within a pattern.
  ///
  /// - Parameter latest: the latest valid time.
  @_lifetime(self: copy self)
  @inline(__always)
  mutating func time(
    _ time: inout Duration, at offset: Int, latest: Duration = .microseconds(UInt32.max),
    _ field: ProtocolError.Field = .time
  ) throws(Failure) {
    try number(
      &time, at: offset, encode: { $0.microseconds },
      decode: { number throws(ProtocolError) in
        let time = Duration.microseconds(Int64(number))
        if time > latest { throw .outOfRange(field, value: UInt64(number)) }
        return time
      })
  }

  /// A time of 64 bits, in microseconds; from 2^63 on, it is not valid.
  @_lifetime(self: copy self)
  @inline(__always)
  mutating func longTime(_ microseconds: inout UInt64, at offset: Int, _ field: ProtocolError.Field) throws(Failure) {
    try number(
      &microseconds, at: offset, encode: { $0 },
      decode: { number throws(ProtocolError) in
        if number > UInt64(Int64.max) { throw .outOfRange(field, value: number) }
        return number
      })
  }

  /// A fraction from 0 to 1.
  @_lifetime(self: copy self)
  @inline(__always)
  mutating func share(_ share: inout Double, at offset: Int) throws(Failure) {
    try number(&share, at: offset, encode: { UInt16($0 * 65535 + 0.5) }, decode: { Double($0) / 65535 })
  }

  /// The value of a control, clamped to the control's range; it must be finite.
  @_lifetime(self: copy self)
  @inline(__always)
  mutating func value(_ value: inout Double, of control: Control, at offset: Int) throws(Failure) {
    try number(
      &value, at: offset, encode: { Float(control.clamped($0)).bitPattern },
      decode: { bits throws(ProtocolError) in
        let value = Float(bitPattern: bits)
        if !value.isFinite { throw .number(.value, bits: bits) }
        return control.clamped(Double(value))
      })
  }
}
