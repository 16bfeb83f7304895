import HapticProtocol

/// Packets: a packet that decodes is encoded to bytes that decode to an equal packet, and then stay the same.
extension Fuzzer {
  static let requests = Fuzzer("requests") { (input) throws(Flaw) in
    guard let packet = request(input) else { return }
    let bytes = packet.bytes
    try requireEqual(bytes.count, input.count, "the size of \(packet)")
    try requireEqual(request(bytes), packet, "encoded and decoded")
    try requireEqual(request(bytes)?.bytes, bytes, "encoded again")
  }

  static let daemonPackets = Fuzzer("daemon-packets") { (input) throws(Flaw) in
    guard let packet = daemonPacket(input) else { return }
    // It has several encodings, because a client ignores what a later version may use.
    let bytes = packet.bytes
    try requireEqual(daemonPacket(bytes), packet, "encoded and decoded")
    try requireEqual(daemonPacket(bytes)?.bytes, bytes, "encoded again")
  }

  static func request(_ bytes: [UInt8]) -> RequestPacket? { try? RequestPacket(decoding: bytes.span.bytes) }

  private static func daemonPacket(_ bytes: [UInt8]) -> DaemonPacket? {
    try? DaemonPacket(decoding: bytes.span.bytes)
  }
}
