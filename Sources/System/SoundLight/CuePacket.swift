internal import HapticPatterns

/// The packets between the daemon and its helper program. `packets.h` of hapticd-sound-light has their layout.
enum CuePacket {
  /// - Returns: nil if a text has no place in a packet.
  static func play(_ cue: Cue, as number: UInt32) -> [UInt8]? {
    switch cue {
    case .sound(let sound, let file):
      let texts = [sound.effect, file ?? "", sound.role]
      guard texts.allSatisfy({ !$0.utf8.contains(0) }) else { return nil }
      let packet = head("s", number) + texts.flatMap { Array($0.utf8) + [0] }
      return packet.count <= mostBytes ? packet : nil
    case .light(let light, let rank):
      return head("l", rank: rank, number) + [light.red, light.green, light.blue, light.percent]
        + bytes(light.millihertz)
    }
  }

  static func end(_ number: UInt32) -> [UInt8] { head("e", number) }

  /// The number and the result in a packet of the program; nil if it is malformed.
  static func result(_ packet: [UInt8]) -> (number: UInt32, result: CueResult)? {
    guard packet.count == resultBytes, let result = CueResult(rawValue: packet[0]) else { return nil }
    return (packet[4...7].reversed().reduce(0) { $0 << 8 | UInt32($1) }, result)
  }

  static let resultBytes = 8
  private static let mostBytes = 4096

  private static func head(_ kind: Unicode.Scalar, rank: UInt8 = 0, _ number: UInt32) -> [UInt8] {
    [UInt8(ascii: kind), rank, 0, 0] + bytes(number)
  }

  private static func bytes(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
}
