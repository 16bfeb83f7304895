internal import HapticPatterns

// How quantities travel:
//
// - A time within a pattern is a number of whole microseconds, the nearest one. That is far below what any motor or any
//   hand tells apart, and 32 bits of it are 71 minutes, while nothing in a pattern lasts longer than `Event.endless`.
// - A share of one (an intensity, a sharpness, a knob of an envelope) is the nearest of 65,535 parts, so that 0 and 1
//   are exact. A hand tells some ten of them apart.
// - The value of a control and a rate are IEEE numbers of 32 bits, the nearest one.
//
// What has come over the wire goes back as the same bytes.

extension Duration {
  /// In microseconds, rounded to the nearest; 0 below zero, 2^32 - 1 above.
  var microseconds: UInt32 { UInt32(clamping: roundedMicroseconds) }

  /// In microseconds, rounded to the nearest; 0 below zero, 2^63 - 1 above.
  var longMicroseconds: UInt64 { UInt64(Int64(clamping: max(roundedMicroseconds, 0))) }

  private var roundedMicroseconds: Int128 {
    let (whole, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000_000)
    return rest >= 500_000_000_000 ? whole + 1 : whole
  }
}

extension Double {
  /// As parts of 65,535, rounded to the nearest; of what is within 0...1.
  var share: UInt16 { UInt16(self * 65535 + 0.5) }

  init(share: UInt16) { self = Double(share) / 65535 }
}

extension RawSpan {
  /// A time within a pattern.
  func time(at offset: Int) -> Duration { .microseconds(Int64(uint32(at: offset))) }

  /// A time within a pattern, or a length, of an event: nothing lasts longer than `Event.endless`.
  func eventTime(at offset: Int, _ field: ProtocolError.Field) throws(ProtocolError) -> Duration {
    let time = time(at: offset)
    if time > Event.endless { throw .outOfRange(field, value: UInt64(uint32(at: offset))) }
    return time
  }

  /// A time of 64 bits, below 2^63 microseconds.
  func longTime(at offset: Int, _ field: ProtocolError.Field) throws(ProtocolError) -> Duration {
    let value = uint64(at: offset)
    guard let microseconds = Int64(exactly: value) else { throw .outOfRange(field, value: value) }
    return .microseconds(microseconds)
  }

  func share(at offset: Int) -> Double { Double(share: uint16(at: offset)) }

  func control(at offset: Int) throws(ProtocolError) -> Control { try Control(uint8(at: offset), .control) }

  /// The value of a control: a finite number; outside the control's range it counts as the nearest in it.
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
