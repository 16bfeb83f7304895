import HapticPatterns
import HapticProtocol
import Testing

@Suite struct `Malformed packets` {
  @Test(arguments: goldenRequests)
  func `a request of every shorter length is refused, and one byte longer`(golden: Golden<RequestPacket>) {
    for length in 0..<golden.bytes.count {
      #expect((requestError(Array(golden.bytes[..<length])) == nil) == golden.isWhole(at: length), "\(length)")
    }
    #expect(requestError(golden.bytes + [0]) != nil)
  }

  @Test(arguments: goldenDaemonPackets)
  func `a daemon packet of every shorter length is refused, and one byte longer`(golden: Golden<DaemonPacket>) {
    for length in 0..<golden.bytes.count { #expect(daemonError(Array(golden.bytes[..<length])) != nil, "\(length)") }
    #expect(daemonError(golden.bytes + [0]) != nil)
  }

  @Test func `the size comes first`() {
    #expect(requestError([]) == .noHeader(byteCount: 0))
    #expect(requestError(hex("0400 0000 000000")) == .noHeader(byteCount: 7))
    #expect(requestError(hex("0400 0000 00000000 00..(87)")) == .size(.play, expected: 96, actual: 95))
    #expect(requestError(hex("1234 0000 00000000 00..(4089)")) == .tooLong(byteCount: 4097))
    #expect(daemonError(hex("0780 0000 01000000 01000000 00000000")) == .size(.devicesReply, expected: 272, actual: 16))
  }

  @Test func `flags are zero`() {
    #expect(requestError(hex("0700 0100 00000000")) == .flags(1))
    #expect(daemonError(hex("0240 0080 00000000")) == .flags(0x8000))
  }

  @Test func `a packet travels in its direction only`() {
    #expect(requestError(hex("0080 0000 01000000 00..(40)")) == .opcode(.verdictReply))
    #expect(requestError(hex("0240 0000 00000000")) == .opcode(.reset))
    #expect(requestError(hex("0000 0000 00000000")) == .opcode(Opcode(rawValue: 0)))
    #expect(daemonError(hex("0700 0000 01000000")) == .opcode(.devices))
  }

  @Test func `an event has no serial and a reply has one`() {
    #expect(daemonError(hex("0240 0000 01000000")) == .serial(1))
    #expect(daemonError(hex("0780 0000 00000000 00000000 00000000")) == .serial(0))
  }

  @Test func `a request of a later version is carried with its serial, to be answered`() throws {
    let packet = hex("2100 0000 07000000 0102030405")
    let request = try RequestPacket(decoding: packet.span.bytes)
    #expect(request == RequestPacket(serial: 7, .unknown(Opcode(rawValue: 0x21), byteCount: 13)))
  }

  @Test func `an event of a later version is carried, to be skipped`() throws {
    let event = try DaemonPacket(decoding: hex("ff7f 0000 00000000 01").span.bytes)
    #expect(event == .event(.unknown(Opcode(rawValue: 0x7fff), byteCount: 9)))
  }

  @Test func `a field outside its range is named`() {
    #expect(error(in: "prepare for any device", setting: 8, to: 0) == .outOfRange(.handle, value: 0))
    #expect(error(in: "prepare for any device", setting: 8, to: 65) == .outOfRange(.handle, value: 65))
    #expect(error(in: "release", setting: 8, to: 0) == .outOfRange(.handle, value: 0))
    #expect(error(in: "play by name", setting: 22, to: 8) == .outOfRange(.category, value: 8))
    #expect(error(in: "play by name", setting: 31, to: 0x80) == .outOfRange(.start, value: 1 << 63))
    #expect(error(in: "play by name", setting: 39, to: 0x80) == .outOfRange(.cause, value: 1 << 63))
    #expect(error(in: "hello", setting: 8, to: 0) == .outOfRange(.version, value: 0))
    #expect(error(in: "statistics", setting: 8, to: 2) == .outOfRange(.reset, value: 2))
    #expect(error(in: "monitor", setting: 8, to: 8) == .outOfRange(.scope, value: 8))
  }

  @Test func `reserved bytes are zero`() {
    #expect(error(in: "hello", setting: 15, to: 1) == .reserved(.hello, offset: 10))
    #expect(error(in: "play by name", setting: 23, to: 1) == .reserved(.play, offset: 23))
    #expect(error(in: "play by name", setting: 47, to: 1) == .reserved(.play, offset: 44))
  }

  @Test func `a play by handle carries no name`() {
    #expect(error(in: "play by handle", setting: 48, to: 0x61) == .reserved(.play, offset: 48))
  }

  @Test func `a name is UTF-8 followed by nothing but NUL`() {
    #expect(error(in: "play by name", setting: 48, to: 0xff) == .notUTF8(.name))
    #expect(error(in: "play by name", setting: 95, to: 0x61) == .notPadded(.name))
    #expect(error(in: "hello", setting: 63, to: 0x61) == .notPadded(.application))
    #expect(error(in: "prepare for any device", setting: 28, to: 0xc3) == .notUTF8(.name))
  }

  @Test func `a name may fill its field`() throws {
    let name = ShortName(String(repeating: "x", count: 48))!
    let packet = RequestPacket(.play(.init(.name(name))))
    #expect(Array(packet.bytes[48...]) == Array(repeating: 0x78, count: 48))
    #expect(try RequestPacket(decoding: packet.bytes.span.bytes) == packet)
  }

  @Test func `an error reads as one line`() {
    #expect("\(requestError(hex("0400 0000 00000000"))!)" == "play is 96 bytes, not 8")
    #expect("\(requestError(hex("0800 0000 00000000 02000000"))!)" == "reset does not allow 2")
  }
}

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

/// What is wrong with a golden request after one byte was changed.
private func error(in name: String, setting offset: Int, to value: UInt8) -> ProtocolError? {
  var bytes = goldenRequests.first { $0.name == name }!.bytes
  bytes[offset] = value
  return requestError(bytes)
}
