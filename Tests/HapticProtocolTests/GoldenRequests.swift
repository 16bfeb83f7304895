import HapticPatterns
import HapticProtocol
import Testing

/// A packet with its expected bytes.
struct Golden<Packet: Sendable>: Sendable, CustomTestStringConvertible {
  var name: String
  var packet: Packet
  var bytes: [UInt8]
  /// The size of the records at its end if their number is variable; otherwise 0.
  var recordSize: Int
  /// Its fields and those of its records, to compare them with the table of the protocol; none if other packets with the
  /// opcode have them all.
  var fields: [Fields]

  init(
    _ name: String, _ packet: Packet, endingInRecordsOf recordSize: Int = 0, numbers: [String: UInt64]? = nil,
    texts: [String: String] = [:], records: [Fields] = [], _ text: String
  ) {
    self.name = name
    self.packet = packet
    self.recordSize = recordSize
    bytes = hex(text)
    fields = records
    if numbers != nil || !texts.isEmpty { fields.append(Fields(of: bytes, numbers ?? [:], texts)) }
    for index in fields.indices { fields[index].bytes = bytes }
  }

  /// Whether the packet truncated to this length is valid: it has fewer records, but at least one.
  func isWhole(at length: Int) -> Bool {
    guard recordSize > 0, (bytes.count - length) % recordSize == 0 else { return false }
    return length >= (bytes[0] == Opcode.modulate.rawValue ? 24 : 16) + recordSize
  }

  var testDescription: String { name }
}

let goldenRequests = goldenPlainRequests + goldenPatternRequests + goldenPlayingRequests + goldenQueries

private let goldenPlainRequests: [Golden<RequestPacket>] = [
  Golden(
    "hello", RequestPacket(serial: 1, .hello(Request.Hello(applicationName: "org.example.Game"))),
    numbers: ["version": 1], texts: ["application": "org.example.Game"],
    """
    0100 0000 01000000                  // hello, flags, serial 1
    0100 0000 00000000                  // version 1, reserved
    6f72672e 6578616d 706c652e 47616d65 // org.example.Game
    00..(32)
    """),
  Golden(
    "hello without a reply or a name", RequestPacket(.hello(Request.Hello(applicationName: ""))),
    """
    0100 0000 00000000 // hello, flags, serial 0
    0100 0000 00000000 // version 1, reserved
    00..(48)
    """),
  Golden(
    "prepare for any device",
    RequestPacket(serial: 2, .prepare(Request.Prepare(handle: Handle(rawValue: 7)!, name: "impact.medium"))),
    """
    0200 0000 02000000             // prepare, flags, serial 2
    07000000 00000000              // handle 7, routed
    00 00..(7)                     // no fallback, reserved
    696d7061 63742e6d 65646975 6d  // impact.medium
    00..(35)
    """),
  Golden(
    "prepare for one device",
    RequestPacket(
      serial: 0x0102_0304,
      .prepare(
        Request.Prepare(
          handle: Handle(rawValue: 64)!, device: DeviceID(rawValue: 0xa1b2_c3d4)!, name: "selection",
          allowsFallback: true))),
    numbers: ["handle": 64, "device": 0xa1b2_c3d4, "fallback": 1], texts: ["name": "selection"],
    """
    0200 0000 04030201     // prepare, flags, serial 0x01020304
    40000000 d4c3b2a1      // handle 64, device 0xa1b2c3d4
    01 00..(7)             // a shorter name will do, reserved
    73656c65 6374696f 6e   // selection
    00..(39)
    """),
  Golden(
    "release", RequestPacket(serial: 3, .release(Handle(rawValue: 7)!)), numbers: ["handle": 7],
    """
    0300 0000 03000000 // release, flags, serial 3
    07000000           // handle 7
    """),
  Golden(
    "play by name", RequestPacket(.play(Request.Play(.name("success")))),
    """
    0400 0000 00000000 // play, flags, no reply
    00000000 00000000  // anonymous, by name
    00000000           // routed
    ffff 00 00         // full intensity, the feedback's own category, reserved
    00..(8)            // at once
    00..(8)            // cause: receipt
    00000000 00000000  // the category's deadline, reserved
    00..(48)           // the whole pattern once
    73756363 65737300  // success
    00..(40)
    """),
  Golden(
    "play by a name that may be shorter",
    RequestPacket(.play(Request.Play(.name("a-b"), locality: .hand, isImportant: true, allowsFallback: true))),
    numbers: ["locality": 3, "important": 1, "fallback": 1], texts: ["name": "a-b"],
    """
    0400 0000 00000000 // play, flags, no reply
    00000000 00000000  // anonymous, by name
    00000000           // routed
    ffff 00 03         // full intensity, the feedback's own category, in the hand
    00..(8)            // at once
    00..(8)            // cause: receipt
    00000000 01 01 0000 // the category's deadline, important, a shorter name will do, reserved
    00..(48)           // the whole pattern once
    612d62 00..(45)    // a-b
    """),
  Golden(
    "play by handle",
    RequestPacket(
      serial: 9,
      .play(
        Request.Play(
          .handle(Handle(rawValue: 7)!), playback: PlaybackID(rawValue: 5)!, device: DeviceID(rawValue: 2)!,
          intensity: 0x8000, category: .keyboard, startNanoseconds: 0x0102_0304_0506_0708,
          causeNanoseconds: 0x1112_1314_1516_1718, deadlineMicroseconds: 20_000))),
    numbers: [
      "playback": 5, "handle": 7, "device": 2, "intensity": 0x8000, "category": 2, "start": 0x0102_0304_0506_0708,
      "cause": 0x1112_1314_1516_1718, "deadline": 20_000,
    ],
    """
    0400 0000 09000000 // play, flags, serial 9
    05000000 07000000  // playback 5, handle 7
    02000000           // device 2
    0080 02 00         // half intensity, keyboard, reserved
    0807060504030201   // start
    1817161514131211   // cause
    204e0000 00000000  // deadline 20,000 us, reserved
    00..(48)           // the whole pattern once
    00..(48)           // no name
    """),
  Golden(
    "play with all of its timing",
    RequestPacket(
      .play(
        Request.Play(
          .name("a"),
          timing: .init(
            offset: .microseconds(0x1112_1314_1516), rate: 1.5,
            loop: Loop(end: .microseconds(0x2122_2324_2526), repeats: 0x0102_0304),
            limit: .microseconds(0x3132_3334_3536))))),
    numbers: [
      "offset": 0x1112_1314_1516, "loop-end": 0x2122_2324_2526, "limit": 0x3132_3334_3536, "repeats": 0x0102_0304,
      "rate": 0x3fc0_0000,
    ],
    """
    0400 0000 00000000 // play, flags, no reply
    00000000 00000000  // anonymous, by name
    00000000           // routed
    ffff 00 00         // full intensity, the feedback's own category, reserved
    00..(8) 00..(8)    // at once; cause: receipt
    00000000 00000000  // the category's deadline, reserved
    1615141312110000   // from 18768 s on
    2625242322210000   // the loop ends at 36432 s
    3635343332310000   // for 54095 s
    04030201 0000c03f  // 16909060 returns, rate 1.5
    00..(16)           // reserved
    61 00..(47)        // a
    """),
  Golden(
    "play by handle in a loop without end",
    RequestPacket(.play(Request.Play(.handle(Handle(rawValue: 7)!), timing: .init(loop: Loop())))),
    """
    0400 0000 00000000 // play, flags, no reply
    00000000 07000000  // anonymous, handle 7
    00000000           // routed
    ffff 00 00         // full intensity, the feedback's own category, reserved
    00..(8) 00..(8)    // at once; cause: receipt
    00000000 00000000  // the category's deadline, reserved
    00..(8)            // from the start
    00..(8) 00..(8)    // the loop ends at the pattern's end, no limit
    ffffffff 00000000  // until it is stopped, rate 1
    00..(16) 00..(48)  // reserved, no name
    """),
  Golden(
    "stop one", RequestPacket(serial: 10, .stop(PlaybackID(rawValue: 5)!)), numbers: ["playback": 5],
    """
    0500 0000 0a000000 // stop, flags, serial 10
    05000000           // playback 5
    """),
  Golden(
    "stop all of this client", RequestPacket(.stop(nil)),
    """
    0500 0000 00000000 // stop, flags, no reply
    00000000           // all
    """),
  Golden(
    "stop everything", RequestPacket(serial: 11, .stopEverything), numbers: [:],
    "0600 0000 0b000000 // stopEverything, flags, serial 11"),
  Golden(
    "monitor", RequestPacket(serial: 14, .monitor([.requests, .devices])), numbers: ["scope": 5],
    """
    0900 0000 0e000000 // monitor, flags, serial 14
    05000000           // requests and devices
    """),
]
