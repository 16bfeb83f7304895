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

extension Double {
  /// The value in units of 1/65,535, rounded to the nearest. The value must be within 0...1.
  var share: UInt16 { UInt16(self * 65535 + 0.5) }

  init(share: UInt16) { self = Double(share) / 65535 }
}

extension RawSpan {
  /// Reads a time within a pattern.
  func time(at offset: Int) -> Duration { .microseconds(Int64(uint32(at: offset))) }

  /// Reads the time or duration of an event.
  ///
  /// - Throws: `.outOfRange` above `Event.endless`.
  func eventTime(at offset: Int, _ field: ProtocolError.Field) throws(ProtocolError) -> Duration {
    let time = time(at: offset)
    if time > Event.endless { throw .outOfRange(field, value: UInt64(uint32(at: offset))) }
    return time
  }

  /// Reads a time of 64 bits.
  ///
  /// - Throws: `.outOfRange` from 2^63 microseconds on.
  func longTime(at offset: Int, _ field: ProtocolError.Field) throws(ProtocolError) -> Duration {
    let value = uint64(at: offset)
    guard let microseconds = Int64(exactly: value) else { throw .outOfRange(field, value: value) }
    return .microseconds(microseconds)
  }

  func share(at offset: Int) -> Double { Double(share: uint16(at: offset)) }

  func control(at offset: Int) throws(ProtocolError) -> Control { try Control(uint8(at: offset), .control) }

  /// Reads the value of a control, clamped to the control's range.
  ///
  /// - Throws: `.number` if the value is not finite.
  func value(of control: Control, at offset: Int) throws(ProtocolError) -> Double {
    let value = Float(bitPattern: uint32(at: offset))
    if !value.isFinite { throw .number(.value, bits: value.bitPattern) }
    return control.clamped(Double(value))
  }

}

extension MutableRawSpan {
  @_lifetime(self: copy self)
  mutating func store(time: Duration, at offset: Int) { store(time.microseconds, at: offset) }

  @_lifetime(self: copy self)
  mutating func store(share: Double, at offset: Int) { store(share.share, at: offset) }

  @_lifetime(self: copy self)
  mutating func store(_ value: Double, of control: Control, at offset: Int) {
    store(Float(control.clamped(value)).bitPattern, at: offset)
  }
}
