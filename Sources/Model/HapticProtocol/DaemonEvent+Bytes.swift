extension Finished: Record {
  static let byteCount = 40
  static var blank: Self {
    Self(playback: .first, reason: .ended, firstWrittenNanoseconds: nil, endedNanoseconds: 0, device: nil)
  }

  @inline(__always)
  mutating func layout<C: Coder>(in packet: inout C) throws(C.Failure) {
    try packet.field(&playback, at: 8, .playback)
    try packet.field(&reason, at: 12)
    try packet.moment(&firstWrittenNanoseconds, at: 16, .written)
    try packet.moment(&endedNanoseconds, at: 24, .ended)
    try packet.field(&device, at: 32, .device)
  }
}

extension PlaybackEnd: Record {
  static let byteCount = 40
  static var blank: Self {
    Self(number: 0, device: .first, reason: .ended, firstWrittenNanoseconds: nil, endedNanoseconds: 0)
  }

  mutating func layout<C: Coder>(in packet: inout C) throws(C.Failure) {
    try packet.field(&number, at: 8)
    try packet.field(&device, at: 16, .device)
    try packet.field(&reason, at: 20)
    try packet.moment(&firstWrittenNanoseconds, at: 24, .written)
    try packet.moment(&endedNanoseconds, at: 32, .ended)
  }
}

extension DeviceChange: Record {
  static let byteCount = 16 + DeviceRecord.byteCount
  static var blank: Self { Self(.added, .blank) }

  init(checking packet: RawSpan, of opcode: Opcode) throws(ProtocolError) {
    try self.init(checking: packet, of: opcode, endingWith: DeviceRecord.self, at: 16, sizeAt: 12)
  }

  @inline(__always)
  mutating func layout<C: Coder>(in packet: inout C) throws(C.Failure) {
    try packet.field(&kind, at: 8)
    try packet.recordSize(of: DeviceRecord.self, at: 12)
    try packet.record(&device, at: 16)
  }
}

/// The packet of an `observed` event.
struct ObservedEvent: Record {
  var observed: Observed

  static let byteCount = 16 + Observed.byteCount
  static var blank: Self { Self(observed: .blank) }

  init(observed: Observed) { self.observed = observed }

  init(checking packet: RawSpan, of opcode: Opcode) throws(ProtocolError) {
    try self.init(checking: packet, of: opcode, endingWith: Observed.self, at: 16, sizeAt: 8)
  }

  @inline(__always)
  mutating func layout<C: Coder>(in packet: inout C) throws(C.Failure) {
    try packet.recordSize(of: Observed.self, at: 8)
    try packet.record(&observed, at: 16)
  }
}

extension LevelChange: Record {
  static let byteCount = 40
  static var blank: Self {
    Self(device: .first, strong: 0, weak: 0, plannedNanoseconds: 0, writtenNanoseconds: 0, leaseMilliseconds: 0)
  }

  @inline(__always)
  mutating func layout<C: Coder>(in packet: inout C) throws(C.Failure) {
    try packet.field(&device, at: 8, .device)
    try packet.field(&strong, at: 12)
    try packet.field(&weak, at: 14)
    try packet.moment(&plannedNanoseconds, at: 16, .planned)
    try packet.moment(&writtenNanoseconds, at: 24, .written)
    try packet.field(&leaseMilliseconds, at: 32)
    try packet.field(&periodMilliseconds, at: 36)
  }
}
