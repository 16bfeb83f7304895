internal import HapticPatterns

extension Observed: Body {
  // The `opcode` of an instance is that of the request.
  static let opcode = Opcode.observed
  static let byteCount = 184
  static var blank: Self {
    Self(opcode: .play, verdict: .played, processID: 0, receivedNanoseconds: 0, applicationName: .empty)
  }

  @inline(__always)
  mutating func layout<C: Coder>(in packet: inout C) throws(C.Failure) {
    try packet.field(&verdict, at: 8, .verdict)
    try packet.field(&category, at: 10, .category)
    try packet.field(&importance, at: 11, .importance)
    try packet.field(&device, at: 12, .device)
    try packet.field(&processID, at: 16)
    try packet.field(&intensity, at: 20)
    try packet.number(&opcode, at: 22, encode: { $0.rawValue }, decode: { Opcode(rawValue: $0) })
    try packet.moment(&causeNanoseconds, at: 24, .cause)
    try packet.moment(&receivedNanoseconds, at: 32, .received)
    try packet.moment(&admittedNanoseconds, at: 40, .admitted)
    try packet.moment(&writtenNanoseconds, at: 48, .written)
    try packet.field(&playback, at: 56, .playback)
    try packet.field(&lateMicroseconds, at: 60)
    try packet.field(&feedback, at: 64, .name)
    try packet.field(&applicationName, at: 112, .application)
    try packet.field(&number, at: 160)
    try packet.field(&felt, at: 168)
    try packet.field(&identity, at: 170, .identity)
    try packet.field(&medium, at: 171, .medium)
    try packet.field(&end, at: 172, .reason)
    try packet.reserved(174..<176)
    try packet.field(&lost, at: 176)
  }
}
