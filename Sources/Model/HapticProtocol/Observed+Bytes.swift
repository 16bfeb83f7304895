internal import HapticPatterns

extension Observed: Record {
  static let byteCount = 176
  static var blank: Self {
    Self(opcode: .play, verdict: .played, processID: 0, receivedNanoseconds: 0, applicationName: .empty)
  }

  @inline(__always)
  mutating func layout<C: Coder>(in packet: inout C) throws(C.Failure) {
    try packet.field(&verdict, at: 0)
    try packet.field(&category, at: 2)
    try packet.field(&importance, at: 3)
    try packet.field(&device, at: 4, .device)
    try packet.field(&processID, at: 8)
    try packet.field(&intensity, at: 12)
    try packet.field(&opcode, at: 14)
    try packet.moment(&causeNanoseconds, at: 16, .cause)
    try packet.moment(&receivedNanoseconds, at: 24, .received)
    try packet.moment(&admittedNanoseconds, at: 32, .admitted)
    try packet.moment(&writtenNanoseconds, at: 40, .written)
    try packet.field(&playback, at: 48, .playback)
    try packet.field(&lateMicroseconds, at: 52)
    try packet.field(&feedback, at: 56, .name)
    try packet.field(&applicationName, at: 104, .application)
    try packet.field(&number, at: 152)
    try packet.field(&felt, at: 160)
    try packet.field(&identity, at: 162)
    try packet.field(&medium, at: 163)
    try packet.field(&end, at: 164)
    try packet.field(&lost, at: 168)
  }
}
