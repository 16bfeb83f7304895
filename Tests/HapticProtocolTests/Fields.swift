import Testing

/// The values of the fields of a golden packet or of a record in it, by the names of the table of the protocol.
struct Fields: Sendable, CustomTestStringConvertible {
  /// The packet or the record, such as `0x0004 play` or `Device record`.
  let section: String
  /// The offset of the record in the packet; 0 for the packet.
  let base: Int
  /// The numbers; for an array, the first element, or the one at an index, such as `buckets[31]`.
  let numbers: [String: UInt64]
  let texts: [String: String]
  /// The packet.
  var bytes: [UInt8] = []

  init(of section: String, at base: Int, _ numbers: [String: UInt64], _ texts: [String: String] = [:]) {
    self.section = section
    self.base = base
    self.numbers = numbers
    self.texts = texts
  }

  /// The fields of a whole packet, whose section is that of its opcode.
  init(of packet: [UInt8], _ numbers: [String: UInt64], _ texts: [String: String]) {
    let opcode = UInt16(packet[0]) | UInt16(packet[1]) << 8
    let layout = Contract.present.packets.first { $0.opcode.map { UInt16($0.dropFirst(2), radix: 16) } == opcode }
    self.init(of: layout?.section ?? "", at: 0, numbers, texts)
  }

  var testDescription: String { section }
}

let goldenFields = goldenRequests.flatMap(\.fields) + goldenDaemonPackets.flatMap(\.fields)
