import HapticProtocol
import TestSupport
import Testing

/// A request has exactly one encoding: bytes that decode are encoded to the same bytes. Every random request is checked
/// in this way. The only exception is the value of a control: values outside its range decode to the nearest one in it.
@Suite struct `Random bytes` {
  @Test(arguments: goldenRequests)
  func `a request with any single byte changed is refused or encoded back unchanged`(golden: Golden<RequestPacket>) {
    for bytes in mutations(of: golden.bytes) { checkRequest(bytes) }
  }

  @Test(arguments: goldenDaemonPackets)
  func `a daemon packet with any single byte changed is refused or encoded back unchanged`(golden: Golden<DaemonPacket>)
  {
    for bytes in mutations(of: golden.bytes) { checkDaemonPacket(bytes) }
  }

  /// The number of packets of each kind.
  private let count = TestExtent.all(100_000, quick: 20_000)

  @Test func `a random packet is refused, or encoded back to the same bytes`() {
    var random = SplitMix64(seed: 0x6861_7074_6963_6421)
    for _ in 0..<count {
      let bytes = randomPacket(using: &random)
      checkRequest(bytes)
      checkDaemonPacket(bytes)
    }
  }

  @Test func `a golden packet with random fields is refused, or encoded back to the same bytes`() {
    var random = SplitMix64(seed: 0x6669_656c_6473)
    let goldens = goldenRequests.map(\.bytes) + goldenDaemonPackets.map(\.bytes)
    var accepted = 0
    for _ in 0..<count {
      var bytes = goldens.randomElement(using: &random)!
      randomizeField(of: &bytes, using: &random)
      if checkRequest(bytes) || checkDaemonPacket(bytes) { accepted += 1 }
    }
    // Valid and invalid packets must both occur, otherwise the test has no effect.
    #expect((count / 10...count / 20 * 19).contains(accepted))
  }
}

/// Returns copies with each byte set to extreme values.
private func mutations(of bytes: [UInt8]) -> [[UInt8]] {
  bytes.indices.flatMap { offset in
    extremes.map { value in
      var changed = bytes
      changed[offset] = value
      return changed
    }
  }
}

private let extremes: [UInt8] = TestExtent.all(
  [0x00, 0x01, 0x02, 0x40, 0x41, 0x7f, 0x80, 0xc3, 0xff], quick: [0x40, 0xff])

/// Returns random bytes. Half of them begin like a valid packet of the right size, because random bytes rarely have a
/// valid header.
private func randomPacket(using random: inout SplitMix64) -> [UInt8] {
  let sizes: [(UInt16, Int)] = [
    (1, 64), (2, 72), (3, 12), (4, 144), (5, 12), (6, 8), (7, 8), (8, 12), (9, 12), (10, 40), (11, 36), (11, 64),
    (12, 40), (13, 32), (13, 64), (14, 12), (15, 16), (16, 8), (0x8000, 56), (0x8001, 80), (0x8007, 272),
    (0x8008, 1840), (0x800e, 200), (0x800f, 200), (0x8010, 328),
    (0x4001, 40), (0x4002, 8), (0x4003, 272), (0x4004, 192), (0x4005, 40), (0x4006, 328),
  ]
  if Bool.random(using: &random) { return randomBytes(Int.random(in: 0...600, using: &random), using: &random) }
  let (opcode, size) = sizes.randomElement(using: &random)!
  let header = [UInt8(opcode & 0xff), UInt8(opcode >> 8), 0, 0]
  return header + randomBytes(size - header.count, using: &random)
}

private func randomBytes(_ count: Int, using random: inout SplitMix64) -> [UInt8] {
  (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
}

/// Randomises one aligned field of 1, 2, 4 or 8 bytes.
private func randomizeField(of bytes: inout [UInt8], using random: inout SplitMix64) {
  let size = [1, 2, 4, 8].randomElement(using: &random)!
  let start = Int.random(in: 0..<bytes.count / size, using: &random) * size
  for offset in start..<start + size { bytes[offset] = UInt8(truncatingIfNeeded: random.next()) }
}

/// Checks that a request is encoded to the same bytes.
///
/// - Returns: whether the bytes are a request.
@discardableResult
private func checkRequest(_ bytes: [UInt8]) -> Bool {
  guard let packet = try? RequestPacket(decoding: bytes.span.bytes) else { return false }
  // The body of an unknown request is not kept.
  let known = if case .unknown = packet.request { 8 } else { bytes.count }
  let spelled = packet.bytes
  if spelled[..<known] == bytes[..<known] { return true }
  let differing = bytes.indices.filter { bytes[$0] != spelled[$0] }
  if !differing.allSatisfy({ isValue($0, in: packet.request) }) || requestPacket(spelled) != packet {
    Issue.record("\(packet) has two spellings: \(bytes)")
  }
  return true
}

private func requestPacket(_ bytes: [UInt8]) -> RequestPacket? { try? RequestPacket(decoding: bytes.span.bytes) }

/// Whether the byte belongs to the value of a control.
private func isValue(_ offset: Int, in request: Request) -> Bool {
  switch request {
  case .part(let part):
    switch part.records {
    case .events: false
    case .parameters: (offset - 16) % 12 >= 8
    case .points: (offset - 16) % 16 >= 12
    }
  case .modulate: (offset - 24) % 8 >= 4
  default: false
  }
}

/// Checks that a reply or an event is the same after encoding and decoding. It has several encodings, because a client
/// ignores what a later version may use.
///
/// - Returns: whether the bytes are a reply or an event.
@discardableResult
private func checkDaemonPacket(_ bytes: [UInt8]) -> Bool {
  guard let packet = try? DaemonPacket(decoding: bytes.span.bytes) else { return false }
  if case .event(.unknown) = packet { return true }
  let again = try? DaemonPacket(decoding: packet.bytes.span.bytes)
  if again != packet { Issue.record("\(packet) changes when it is encoded: \(bytes)") }
  return true
}
