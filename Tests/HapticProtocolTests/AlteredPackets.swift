import HapticPatterns
import HapticProtocol
import Testing

func requestError(_ bytes: [UInt8]) -> ProtocolError? {
  do throws(ProtocolError) {
    _ = try RequestPacket(decoding: bytes.span.bytes)
    return nil
  } catch { return error }
}

func daemonError(_ bytes: [UInt8]) -> ProtocolError? {
  do throws(ProtocolError) {
    _ = try DaemonPacket(decoding: bytes.span.bytes)
    return nil
  } catch { return error }
}

/// Returns the error in a golden packet with one changed byte.
func error(in name: String, setting offset: Int, to value: UInt8) -> ProtocolError? {
  var bytes = golden(name)
  bytes[offset] = value
  return packetError(bytes)
}

/// Returns the error in one of `goldens` with one changed byte.
func error<Packet>(
  in name: String, of goldens: [Golden<Packet>], setting offset: Int, to value: UInt8
) -> ProtocolError? {
  var bytes = goldens.first { $0.name == name }!.bytes
  bytes[offset] = value
  return packetError(bytes)
}

/// Returns the error in a golden packet with four changed bytes.
func error(in name: String, setting offset: Int, toNumber bits: UInt32) -> ProtocolError? {
  var bytes = golden(name)
  for index in 0..<4 { bytes[offset + index] = UInt8(truncatingIfNeeded: bits >> UInt32(8 * index)) }
  return packetError(bytes)
}

/// Returns the error in a truncated golden packet.
func error(in name: String, cutTo length: Int) -> ProtocolError? { packetError(Array(golden(name)[..<length])) }

func packetError(_ bytes: [UInt8]) -> ProtocolError? {
  bytes[1] < 0x40 ? requestError(bytes) : daemonError(bytes)
}

func golden(_ name: String) -> [UInt8] {
  goldenRequests.first { $0.name == name }?.bytes ?? goldenDaemonPackets.first { $0.name == name }!.bytes
}

func modulation(points count: Int) -> [UInt8] {
  hex("0d00 0000 00000000 01000000 01 00..(3) 00..(8)") + [UInt8](repeating: 0, count: 8 * count)
}
