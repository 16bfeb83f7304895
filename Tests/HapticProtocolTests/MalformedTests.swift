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

  @Test func `a wrong packet size is refused before the fields are read`() {
    #expect(requestError([]) == .noHeader(byteCount: 0))
    #expect(requestError(hex("0400 0000 000000")) == .noHeader(byteCount: 7))
    #expect(requestError(hex("0400 0000 00000000 00..(135)")) == .size(.play, expected: 144, actual: 143))
    #expect(requestError(hex("1234 0000 00000000 00..(4089)")) == .tooLong(byteCount: 4097))
    #expect(daemonError(hex("0780 0000 01000000 01000000 00010000")) == .size(.devicesReply, expected: 272, actual: 16))
  }

  @Test func `a packet with flags is refused`() {
    #expect(requestError(hex("0700 0100 00000000")) == .flags(1))
    #expect(daemonError(hex("0240 0080 00000000")) == .flags(0x8000))
  }

  @Test func `a packet in the wrong direction is refused`() {
    #expect(requestError(hex("0080 0000 01000000 00..(40)")) == .opcode(.verdictReply))
    #expect(requestError(hex("0240 0000 00000000")) == .opcode(.reset))
    #expect(requestError(hex("0000 0000 00000000")) == .opcode(Opcode(rawValue: 0)))
    #expect(daemonError(hex("0700 0000 01000000")) == .opcode(.devices))
  }

  @Test func `an event has no serial and a reply has one`() {
    #expect(daemonError(hex("0240 0000 01000000")) == .serial(1))
    #expect(daemonError(hex("0780 0000 00000000 00000000 00010000")) == .serial(0))
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

  @Test func `reserved bytes that are not zero are refused in a request`() {
    #expect(error(in: "hello", setting: 15, to: 1) == .reserved(.hello, offset: 10))
    #expect(error(in: "play by name", setting: 23, to: 5) == .outOfRange(.locality, value: 5))
    #expect(error(in: "play by name", setting: 47, to: 1) == .reserved(.play, offset: 46))
    #expect(error(in: "prepare for any device", setting: 23, to: 1) == .reserved(.prepare, offset: 17))
  }

  @Test func `a play by handle carries no name`() {
    #expect(error(in: "play by handle", setting: 96, to: 0x61) == .reserved(.play, offset: 96))
  }

  @Test func `a name is UTF-8 followed by nothing but NUL`() {
    #expect(error(in: "play by name", setting: 96, to: 0xff) == .notUTF8(.name))
    #expect(error(in: "play by name", setting: 143, to: 0x61) == .notPadded(.name))
    #expect(error(in: "hello", setting: 63, to: 0x61) == .notPadded(.application))
    #expect(error(in: "prepare for any device", setting: 36, to: 0xc3) == .notUTF8(.name))
  }

  @Test func `a name may fill its field`() throws {
    let name = ShortName(String(repeating: "x", count: 48))!
    let packet = RequestPacket(.play(.init(.name(name))))
    #expect(Array(packet.bytes[96...]) == Array(repeating: 0x78, count: 48))
    #expect(try RequestPacket(decoding: packet.bytes.span.bytes) == packet)
  }

  @Test func `a packet without a whole record is refused`() {
    #expect(requestError(hex("0b00 0000 00000000")) == .size(.part, expected: 16, actual: 8))
    #expect(error(in: "part: events", cutTo: 16) == .size(.part, expected: 36, actual: 16))
    #expect(error(in: "part: events", cutTo: 55) == .size(.part, expected: 36, actual: 55))
    #expect(error(in: "part: parameters", cutTo: 39) == .size(.part, expected: 28, actual: 39))
    #expect(error(in: "part: points", cutTo: 47) == .size(.part, expected: 32, actual: 47))
    #expect(error(in: "modulate: a curve", cutTo: 24) == .size(.modulate, expected: 32, actual: 24))
    #expect(error(in: "modulate: a curve", cutTo: 8) == .size(.modulate, expected: 32, actual: 8))
    #expect(requestError(modulation(points: 500)) == nil)
    #expect(requestError(modulation(points: 501)) == .size(.modulate, expected: 4024, actual: 4032))
    #expect(error(in: "two feedbacks", cutTo: 192) == .size(.feedbacksReply, expected: 376, actual: 192))
    #expect(error(in: "two feedbacks", setting: 16, to: 0) == .outOfRange(.record, value: 0))
    #expect(error(in: "two feedbacks", setting: 12, to: 33) == .outOfRange(.count, value: 33))
  }

  @Test func `points of a modulation come in order of time`() {
    #expect(error(in: "modulate: a curve", setting: 27, to: 6) == .outOfRange(.time, value: 0x0506_0708))
    #expect(error(in: "modulate: a curve", setting: 27, to: 5) == nil)
  }

  @Test func `fields that an action does not use are zero`() {
    for name in ["stop at a time", "pause", "resume", "seek", "loop", "loop no more", "rate", "cancel"] {
      #expect(error(in: name, setting: 13, to: 1) == .outOfRange(.flag, value: 1), "\(name)")
    }
    for name in ["stop at a time", "pause", "resume", "loop no more", "rate", "mute", "cancel"] {
      #expect(error(in: name, setting: 24, to: 7) == .outOfRange(.offset, value: 7), "\(name)")
    }
    for name in ["stop at a time", "pause", "resume", "seek", "rate", "mute", "cancel"] {
      #expect(error(in: name, setting: 36, to: 7) == .outOfRange(.repeats, value: 7), "\(name)")
    }
    for name in ["stop at a time", "pause", "resume", "seek", "loop a part", "mute", "cancel"] {
      #expect(error(in: name, setting: 32, toNumber: 0x3f80_0000) == .number(.rate, bits: 0x3f80_0000), "\(name)")
      // Minus zero has other bits than zero.
      #expect(error(in: name, setting: 32, toNumber: 0x8000_0000) == .number(.rate, bits: 0x8000_0000), "\(name)")
    }
  }

  @Test func `an error reads as one line`() {
    #expect(
      "\(requestError(hex("0c00 0000 00000000 01000000 01 00..(3) 00..(16) 0000c07f 00..(4)"))!)"
        == "rate does not allow nan")
    #expect("\(requestError(hex("0400 0000 00000000"))!)" == "play has 8 bytes; expected 144")
    #expect("\(requestError(hex("0800 0000 00000000 02000000"))!)" == "reset does not allow 2")
  }
}
