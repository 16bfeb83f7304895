internal import HapticPatterns

extension VerdictReply: Body {
  static let opcode = Opcode.verdictReply
  static let byteCount = 56
  static var blank: Self { Self(.played, receivedNanoseconds: 0) }

  @inline(__always)
  mutating func layout<C: Coder>(in packet: inout C) throws(C.Failure) {
    try packet.field(&verdict, at: 8)
    try packet.field(&device, at: 12, .device)
    try packet.field(&playback, at: 16, .playback)
    try packet.field(&count, at: 24)
    try packet.moment(&receivedNanoseconds, at: 32, .received)
    try packet.moment(&admittedNanoseconds, at: 40, .admitted)
    try packet.moment(&writtenNanoseconds, at: 48, .written)
  }
}

extension HelloReply: Body {
  static let opcode = Opcode.helloReply
  static let byteCount = 80
  static var blank: Self { Self(daemonVersion: .empty) }

  @inline(__always)
  mutating func layout<C: Coder>(in packet: inout C) throws(C.Failure) {
    try packet.version(&version, at: 8)
    try packet.field(&handles, at: 10)
    try packet.field(&playbacks, at: 12)
    try packet.field(&maximumRequestSize, at: 14)
    try packet.field(&daemonVersion, at: 16, .name)
  }
}
