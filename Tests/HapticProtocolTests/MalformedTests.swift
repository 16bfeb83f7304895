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

  @Test func `a field outside its range is named`() {
    #expect(error(in: "prepare for any device", setting: 8, to: 0) == .outOfRange(.handle, value: 0))
    #expect(error(in: "prepare for any device", setting: 8, to: 65) == .outOfRange(.handle, value: 65))
    #expect(error(in: "release", setting: 8, to: 0) == .outOfRange(.handle, value: 0))
    #expect(error(in: "play by name", setting: 22, to: 8) == .outOfRange(.category, value: 8))
    #expect(error(in: "play by name", setting: 45, to: 2) == .outOfRange(.fallback, value: 2))
    #expect(error(in: "prepare for any device", setting: 16, to: 2) == .outOfRange(.fallback, value: 2))
    #expect(error(in: "play by name", setting: 31, to: 0x80) == .outOfRange(.start, value: 1 << 63))
    #expect(error(in: "play by name", setting: 39, to: 0x80) == .outOfRange(.cause, value: 1 << 63))
    #expect(error(in: "hello", setting: 8, to: 0) == .outOfRange(.version, value: 0))
    #expect(error(in: "statistics", setting: 8, to: 2) == .outOfRange(.reset, value: 2))
    #expect(error(in: "monitor", setting: 8, to: 16) == .outOfRange(.scope, value: 16))
  }

  @Test func `a field of the playing list outside its range is named`() {
    #expect(error(in: "playing", of: goldenDaemonPackets, setting: 16, to: 33) == .outOfRange(.count, value: 33))
    #expect(error(in: "playing", of: goldenDaemonPackets, setting: 24 + 12, to: 0) == .outOfRange(.device, value: 0))
    #expect(error(in: "playing", of: goldenDaemonPackets, setting: 20, to: 143) == .outOfRange(.record, value: 143))
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

  @Test func `a field of a pattern outside its range is named`() {
    #expect(error(in: "define", setting: 8, to: 0) == .outOfRange(.handle, value: 0))
    #expect(error(in: "define", setting: 16, to: 8) == .outOfRange(.category, value: 8))
    #expect(error(in: "part: events", setting: 8, to: 65) == .outOfRange(.handle, value: 65))
    #expect(error(in: "part: events", setting: 12, to: 0) == .outOfRange(.kind, value: 0))
    #expect(error(in: "part: events", setting: 12, to: 4) == .outOfRange(.kind, value: 4))
    #expect(error(in: "part: events", setting: 16 + 3, to: 0xff) == .outOfRange(.time, value: 0xff02_0304))
    #expect(error(in: "part: events", setting: 36 + 4, to: 1) == .outOfRange(.duration, value: 3_600_000_001))
    #expect(error(in: "part: events", setting: 16 + 8, to: 3) == .outOfRange(.kind, value: 3))
    #expect(error(in: "part: events", setting: 36 + 9, to: 2) == .outOfRange(.flags, value: 2))
    #expect(error(in: "part: parameters", setting: 16, to: 0) == .outOfRange(.control, value: 0))
    #expect(error(in: "part: parameters", setting: 28, to: 13) == .outOfRange(.control, value: 13))
    #expect(error(in: "part: points", setting: 32, to: 13) == .outOfRange(.control, value: 13))
    #expect(error(in: "part: points", setting: 33, to: 2) == .outOfRange(.flags, value: 2))
  }

  @Test func `a field of a playback action outside its range is named`() {
    #expect(error(in: "pause", setting: 8, to: 0) == .outOfRange(.playback, value: 0))
    #expect(error(in: "pause", setting: 12, to: 0) == .outOfRange(.action, value: 0))
    #expect(error(in: "pause", setting: 12, to: 9) == .outOfRange(.action, value: 9))
    #expect(error(in: "mute", setting: 13, to: 2) == .outOfRange(.flag, value: 2))
    #expect(error(in: "pause", setting: 23, to: 0x80) == .outOfRange(.at, value: 1 << 63))
    #expect(error(in: "seek to the start", setting: 31, to: 0x80) == .outOfRange(.offset, value: 1 << 63))
    #expect(error(in: "modulate: a parameter", setting: 8, to: 0) == .outOfRange(.playback, value: 0))
    #expect(error(in: "modulate: a curve", setting: 12, to: 13) == .outOfRange(.control, value: 13))
    #expect(error(in: "modulate: a curve", setting: 23, to: 0x80) == .outOfRange(.at, value: 0x8012_1314_1516_1718))
  }

  @Test func `points of a modulation come in order of time`() {
    #expect(error(in: "modulate: a curve", setting: 27, to: 6) == .outOfRange(.time, value: 0x0506_0708))
    #expect(error(in: "modulate: a curve", setting: 27, to: 5) == nil)
  }

  @Test func `a number that is infinite or not a number is refused`() {
    for bits: UInt32 in [0x7f80_0000, 0xff80_0000, 0x7fc0_0000, 0x7f80_0001] {
      #expect(error(in: "part: parameters", setting: 24, toNumber: bits) == .number(.value, bits: bits))
      #expect(error(in: "part: points", setting: 28, toNumber: bits) == .number(.value, bits: bits))
      #expect(error(in: "modulate: a curve", setting: 36, toNumber: bits) == .number(.value, bits: bits))
      #expect(error(in: "rate", setting: 32, toNumber: bits) == .number(.rate, bits: bits))
      #expect(error(in: "play by name", setting: 76, toNumber: bits) == .number(.rate, bits: bits))
    }
    // A rate of zero, which is 1 in a play, and a negative one.
    #expect(error(in: "rate", setting: 32, toNumber: 0) == .number(.rate, bits: 0))
    for bits: UInt32 in [0x8000_0000, 0xbf80_0000] {
      #expect(error(in: "rate", setting: 32, toNumber: bits) == .number(.rate, bits: bits))
      #expect(error(in: "play by name", setting: 76, toNumber: bits) == .number(.rate, bits: bits))
    }
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

  @Test func `a value outside its control's range counts as the nearest in it`() throws {
    let packet = hex("0b00 0000 00000000 01000000 02 000000 01 000000 00000000 000000c0 02 000000 00000000 0000c03f")
    guard case .part(let part) = try RequestPacket(decoding: packet.span.bytes).request else {
      Issue.record("not a part")
      return
    }
    #expect(part.records == .parameters([DynamicParameter(.intensity, 0), DynamicParameter(.sharpness, 1)]))
    let curve = Request.Modulate(
      PlaybackID(rawValue: 1)!, .intensity, points: [.init(at: .milliseconds(1), 7), .init(at: .zero, -7)])
    #expect(curve.points == [.init(at: .zero, 0), .init(at: .milliseconds(1), 1)])
  }

  @Test func `an action that a packet cannot hold is sent as the nearest one that it can`() throws {
    let actions: [(Request.Transport.Action, Request.Transport.Action)] = [
      (.seek(to: .seconds(-1)), .seek(to: .zero)), (.seek(to: .nanoseconds(1500)), .seek(to: .microseconds(2))),
      (.loop(Loop(end: .zero)), .loop(Loop())), (.loop(Loop(end: .seconds(-1))), .loop(Loop())),
      (.loop(Loop(end: .seconds(1), repeats: 0)), .loop(nil)), (.loop(Loop(repeats: .max)), .loop(Loop())),
      (.loop(Loop(end: .nanoseconds(1))), .loop(Loop(end: .microseconds(1)))), (.rate(.nan), .rate(1)),
      (.rate(-1), .rate(Double(Float.leastNonzeroMagnitude))),
      (.rate(.infinity), .rate(Double(Float.greatestFiniteMagnitude))),
    ]
    for (asked, arrived) in actions {
      let packet = RequestPacket(.transport(.init(PlaybackID(rawValue: 1)!, asked)))
      #expect(
        try RequestPacket(decoding: packet.bytes.span.bytes)
          == RequestPacket(.transport(.init(PlaybackID(rawValue: 1)!, arrived))))
    }
  }

  @Test func `a timing outside its range is named`() {
    let name = "play with all of its timing"
    #expect(error(in: name, setting: 55, to: 0x80) == .outOfRange(.offset, value: 0x8000_1112_1314_1516))
    #expect(error(in: name, setting: 63, to: 0x80) == .outOfRange(.loopEnd, value: 0x8000_2122_2324_2526))
    #expect(error(in: name, setting: 71, to: 0x80) == .outOfRange(.limit, value: 0x8000_3132_3334_3536))
    #expect(error(in: "play by name", setting: 56, to: 7) == .outOfRange(.loopEnd, value: 7))
    for offset in 80..<96 {
      #expect(error(in: name, setting: offset, to: 1) == .reserved(.play, offset: 80), "\(offset)")
    }
  }

  @Test func `a timing that a packet cannot hold is sent as the nearest one that it can`() throws {
    let timings: [(Request.Play.Timing, Request.Play.Timing)] = [
      (.init(offset: .seconds(-1)), .init()), (.init(offset: .nanoseconds(1500)), .init(offset: .microseconds(2))),
      (.init(rate: .nan), .init()), (.init(rate: 1), .init()),
      (.init(rate: -1), .init(rate: Double(Float.leastNonzeroMagnitude))),
      (.init(loop: Loop(repeats: 0)), .init()), (.init(loop: Loop(end: .seconds(1), repeats: 0)), .init()),
      (.init(loop: Loop(end: .seconds(-1), repeats: .max)), .init(loop: Loop())),
      (.init(loop: Loop(end: .nanoseconds(1))), .init(loop: Loop(end: .microseconds(1)))),
      (.init(limit: .zero), .init(limit: .microseconds(1))),
      (.init(limit: .seconds(-1)), .init(limit: .microseconds(1))),
      (.init(limit: .seconds(1 << 62)), .init(limit: .microseconds(Int64.max))),
    ]
    for (asked, arrived) in timings {
      #expect(asked == arrived)
      let packet = RequestPacket(.play(.init(.name("a"), timing: asked)))
      #expect(try RequestPacket(decoding: packet.bytes.span.bytes) == packet)
    }
    #expect(Request.Play.Timing().isPlain && !Request.Play.Timing(limit: .seconds(1)).isPlain)
  }

  @Test func `an error reads as one line`() {
    #expect(
      "\(requestError(hex("0c00 0000 00000000 01000000 01 00..(3) 00..(16) 0000c07f 00..(4)"))!)"
        == "rate does not allow nan")
    #expect("\(requestError(hex("0400 0000 00000000"))!)" == "play has 8 bytes; expected 144")
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

/// Returns the error in a golden packet with one changed byte.
private func error(in name: String, setting offset: Int, to value: UInt8) -> ProtocolError? {
  var bytes = golden(name)
  bytes[offset] = value
  return packetError(bytes)
}

/// Returns the error in one of `goldens` with one changed byte.
private func error<Packet>(
  in name: String, of goldens: [Golden<Packet>], setting offset: Int, to value: UInt8
) -> ProtocolError? {
  var bytes = goldens.first { $0.name == name }!.bytes
  bytes[offset] = value
  return packetError(bytes)
}

/// Returns the error in a golden packet with four changed bytes.
private func error(in name: String, setting offset: Int, toNumber bits: UInt32) -> ProtocolError? {
  var bytes = golden(name)
  for index in 0..<4 { bytes[offset + index] = UInt8(truncatingIfNeeded: bits >> UInt32(8 * index)) }
  return packetError(bytes)
}

/// Returns the error in a truncated golden packet.
private func error(in name: String, cutTo length: Int) -> ProtocolError? { packetError(Array(golden(name)[..<length])) }

private func packetError(_ bytes: [UInt8]) -> ProtocolError? {
  bytes[1] < 0x40 ? requestError(bytes) : daemonError(bytes)
}

private func golden(_ name: String) -> [UInt8] {
  goldenRequests.first { $0.name == name }?.bytes ?? goldenDaemonPackets.first { $0.name == name }!.bytes
}

private func modulation(points count: Int) -> [UInt8] {
  hex("0d00 0000 00000000 01000000 01 00..(3) 00..(8)") + [UInt8](repeating: 0, count: 8 * count)
}
