import HapticPatterns
import HapticProtocol
import HapticSystem
import Testing

@testable import Haptics

/// The short way of a play has the bytes of the protocol.
@Suite struct PlainPlays {
  @Test(arguments: [UInt16.min, 1, 0x1234, .max], [Int64(0), 1, 0x0123_4567_89ab_cdef, .max])
  func `a plain play has the bytes of its request`(_ intensity: UInt16, _ nanoseconds: Int64) throws {
    let cause = Instant(nanoseconds: nanoseconds)
    for number: UInt32 in [1, 7, 64] {
      let handle = try #require(Handle(rawValue: number))
      let request = Request.Play(.handle(handle), intensity: intensity, causeNanoseconds: nanoseconds)
      let play = PlainPlay(.handle(handle), intensity: intensity, cause: cause)
      #expect(play.bytes == RequestPacket(.play(request)).bytes)
      #expect(play.playedHandle == handle)
    }
    for text in ["a", "impact.medium", "Gerät-vibriert", String(repeating: "x", count: 48)] {
      let name = try #require(ShortName(text))
      let request = Request.Play(.name(name), intensity: intensity, causeNanoseconds: nanoseconds)
      let play = PlainPlay(.name(name), intensity: intensity, cause: cause)
      #expect(play.bytes == RequestPacket(.play(request)).bytes)
      #expect(play.playedHandle == nil)
    }
  }
}

extension PlainPlay {
  fileprivate var bytes: [UInt8] {
    withBytes { bytes in bytes.withUnsafeBytes { Array($0) } }
  }
}
