internal import HapticPatterns

extension Observed: Body {
  static let opcode = Opcode.observed
  static let byteCount = 184

  init(from packet: RawSpan) throws(ProtocolError) { try self.init(from: packet, of: Self.opcode) }

  /// Decodes the fields.
  ///
  /// - Parameter packet: the event; for a record of `history`, the record and the 8 bytes before it in place of the
  ///   event's header.
  init(from packet: RawSpan, of opcode: Opcode) throws(ProtocolError) {
    verdict = try Verdict(packet.uint16(at: 8), .verdict)
    category = try packet.category(at: 10)
    importance = try Importance(packet.uint8(at: 11), .importance)
    device = try DeviceID.optional(packet.uint32(at: 12), .device)
    processID = packet.uint32(at: 16)
    intensity = packet.uint16(at: 20)
    self.opcode = Opcode(rawValue: packet.uint16(at: 22))
    causeNanoseconds = try packet.moment(at: 24, .cause)
    receivedNanoseconds = try packet.moment(at: 32, .received) ?? 0
    admittedNanoseconds = try packet.moment(at: 40, .admitted)
    writtenNanoseconds = try packet.moment(at: 48, .written)
    playback = try PlaybackID.optional(packet.uint32(at: 56), .playback)
    try packet.checkReserved(60..<64, of: opcode)
    feedback = try packet.name(at: 64, .name)
    applicationName = try packet.name(at: 112, .application)
    number = packet.uint64(at: 160)
    felt = packet.uint16(at: 168)
    identity = try IdentitySource(packet.uint8(at: 170), .identity)
    try packet.checkReserved(171..<172, of: opcode)
    let reason = packet.uint16(at: 172)
    end = reason == 0 ? nil : try FinishReason(reason, .reason)
    try packet.checkReserved(174..<176, of: opcode)
    lost = packet.uint64(at: 176)
  }

  func write(to packet: inout MutableRawSpan) { write(to: &packet, at: 0) }

  /// Encodes the fields.
  ///
  /// - Parameter start: the offset of the event including its header, which is not written.
  func write(to packet: inout MutableRawSpan, at start: Int) {
    packet.store(verdict.rawValue, at: start + 8)
    packet.store(category?.rawValue ?? 0, at: start + 10)
    packet.store(importance.rawValue, at: start + 11)
    packet.store(device?.rawValue ?? 0, at: start + 12)
    packet.store(processID, at: start + 16)
    packet.store(intensity, at: start + 20)
    packet.store(opcode.rawValue, at: start + 22)
    packet.store(moment: causeNanoseconds, at: start + 24)
    packet.store(moment: receivedNanoseconds, at: start + 32)
    packet.store(moment: admittedNanoseconds, at: start + 40)
    packet.store(moment: writtenNanoseconds, at: start + 48)
    packet.store(playback?.rawValue ?? 0, at: start + 56)
    packet.store(feedback, at: start + 64)
    packet.store(applicationName, at: start + 112)
    packet.store(number, at: start + 160)
    packet.store(felt, at: start + 168)
    packet.store(identity.rawValue, at: start + 170)
    packet.store(end?.rawValue ?? 0, at: start + 172)
    packet.store(lost, at: start + 176)
  }
}
