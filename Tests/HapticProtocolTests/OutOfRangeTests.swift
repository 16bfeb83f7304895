import HapticPatterns
import HapticProtocol
import Testing

/// Values outside their ranges: refused in a packet, and carried as the nearest one by the types of requests.
@Suite struct `Values out of range` {
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
}
