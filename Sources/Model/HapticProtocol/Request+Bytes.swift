internal import HapticPatterns

extension Request.Hello: Record {
  static let byteCount = 64
  static var blank: Self { Self(applicationName: .empty) }

  @inline(__always)
  mutating func layout<C: Coder>(in packet: inout C) throws(C.Failure) {
    try packet.version(&version, at: 8)
    try packet.reserved(10..<16)
    try packet.field(&applicationName, at: 16, .application)
  }
}

extension Request.Prepare: Record {
  static let byteCount = 72
  static var blank: Self { Self(handle: .first, name: .empty) }

  @inline(__always)
  mutating func layout<C: Coder>(in packet: inout C) throws(C.Failure) {
    try packet.field(&handle, at: 8, .handle)
    try packet.field(&device, at: 12, .device)
    try packet.field(&allowsFallback, at: 16, .fallback)
    try packet.reserved(17..<24)
    try packet.field(&name, at: 24, .name)
  }
}

extension Request.Play: Record {
  static let byteCount = 144
  static var blank: Self { Self(.handle(.first)) }

  @inline(__always)
  mutating func layout<C: Coder>(in packet: inout C) throws(C.Failure) {
    var deadline = deadlineMicroseconds ?? 0
    try packet.field(&playback, at: 8, .playback)
    try subject.layout(in: &packet)
    try packet.field(&device, at: 16, .device)
    try packet.field(&intensity, at: 20)
    try packet.field(&category, at: 22, .category)
    try packet.field(&locality, at: 23, .locality)
    try packet.moment(&startNanoseconds, at: 24, .start)
    try packet.moment(&causeNanoseconds, at: 32, .cause)
    try packet.field(&deadline, at: 40)
    try packet.field(&isImportant, at: 44, .important)
    try packet.field(&allowsFallback, at: 45, .fallback)
    try packet.reserved(46..<48)
    try timing.layout(in: &packet)
    try packet.reserved(80..<96)
    deadlineMicroseconds = deadline == 0 ? nil : deadline
  }
}

extension Request.Play.Subject {
  @inline(__always)
  fileprivate mutating func layout<C: Coder>(in packet: inout C) throws(C.Failure) {
    var (handle, name) = (handle, name)
    try packet.field(&handle, at: 12, .handle)
    if let handle {
      // A play by handle has no name.
      try packet.reserved(96..<144)
      self = .handle(handle)
    } else {
      try packet.field(&name, at: 96, .name)
      self = .name(name)
    }
  }

  private var handle: Handle? { if case .handle(let handle) = self { handle } else { nil } }
  private var name: ShortName { if case .name(let name) = self { name } else { .empty } }
}

extension Request.Play.Timing {
  @inline(__always)
  fileprivate mutating func layout<C: Coder>(in packet: inout C) throws(C.Failure) {
    var rate = rawRate.bitPattern
    try packet.longTime(&offsetMicroseconds, at: 48, .offset)
    try packet.longTime(&loopEndMicroseconds, at: 56, .loopEnd)
    try packet.longTime(&limitMicroseconds, at: 64, .limit)
    try packet.field(&rawRepeats, at: 72)
    try packet.field(&rate, at: 76)
    rawRate = Float(bitPattern: rate)
    try packet.decode { () throws(ProtocolError) in
      // Without repeats, the end of the loop has no meaning.
      if rawRepeats == 0, loopEndMicroseconds > 0 { throw .outOfRange(.loopEnd, value: loopEndMicroseconds) }
      if rate != 0, !(rawRate > 0 && rawRate.isFinite) { throw .number(.rate, bits: rate) }
    }
  }
}

extension FieldCoder where Self: ~Copyable & ~Escapable {
  /// A version of the protocol, from 1 on.
  @_lifetime(self: copy self)
  mutating func version(_ version: inout UInt16, at offset: Int) throws(Failure) {
    try number(
      &version, at: offset, encode: { $0 },
      decode: { number throws(ProtocolError) in
        if number == 0 { throw .outOfRange(.version, value: 0) }
        return number
      })
  }
}
