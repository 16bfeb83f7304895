import HapticPatterns
import HapticProtocol

let goldenQueries: [Golden<RequestPacket>] = [
  Golden(
    "devices", RequestPacket(serial: 12, .query(DevicesQuery())), numbers: [:],
    "0700 0000 0c000000 // devices, flags, serial 12"),
  Golden(
    "feedbacks", RequestPacket(serial: 0x14, .query(FeedbacksQuery(first: 0x0102_0304))),
    numbers: ["first": 0x0102_0304],
    """
    0e00 0000 14000000 // feedbacks, flags, serial 20
    04030201           // from this position on
    """),
  Golden(
    "statistics", RequestPacket(serial: 13, .query(StatisticsQuery(resetting: true))), numbers: ["reset": 1],
    """
    0800 0000 0d000000 // statistics, flags, serial 13
    01000000           // reset after reading
    """),
  Golden(
    "history", RequestPacket(serial: 0x15, .query(HistoryQuery(after: 0x0102_0304_0506_0708))),
    numbers: ["number": 0x0102_0304_0506_0708],
    """
    0f00 0000 15000000 // history, flags, serial 21
    0807060504030201   // after
    """),
  Golden(
    "status", RequestPacket(serial: 0x16, .query(StatusQuery())), numbers: [:],
    "1000 0000 16000000 // status, flags, serial 22"),
  Golden(
    "playing", RequestPacket(serial: 0x18, .query(PlayingQuery(after: 0x0102_0304_0506_0708))),
    numbers: ["number": 0x0102_0304_0506_0708],
    """
    1200 0000 18000000 // playing, flags, serial 24
    0807060504030201   // after this number
    """),
  Golden(
    "setting", RequestPacket(serial: 0x19, .query(SettingQuery("touch.gap"))), texts: ["key": "touch.gap"],
    """
    1300 0000 19000000               // setting, flags, serial 25
    746f7563 682e6761 70 00..(119)   // touch.gap
    """),
]

let goldenAnswers: [Golden<DaemonPacket>] = [
  Golden(
    "no devices", .reply(serial: 12, .answer(to: DevicesQuery.self, DeviceList(records: []))),
    """
    0780 0000 0c000000 // devices, flags, serial 12
    00000000 00010000  // none, records of 256 bytes
    """),
  Golden(
    "two devices", .reply(serial: 12, .answer(to: DevicesQuery.self, DeviceList(records: [pad, wheel]))),
    numbers: ["count": 2, "record": 256],
    records: [
      padFields(at: 16),
      Fields(
        of: "Device record", at: 272,
        ["state": 3, "driver": 3, "kind": 3, "motors": 0, "on/off": 1, "waves": 1, "measured": 1],
        ["name": "Wheel", "reason": "a wheel pushes, it does not tap"]),
    ],
    """
    0780 0000 0c000000 // devices, flags, serial 12
    02000000 00010000  // two, records of 256 bytes
    \(padBytes)
    \(wheelBytes)
    """),
  Golden(
    "no feedbacks", .reply(serial: 14, .answer(to: FeedbacksQuery.self, FeedbackList(total: 68, records: []))),
    numbers: ["total": 68, "count": 0, "record": 176],
    """
    0e80 0000 0e000000 // feedbacks, flags, serial 14
    44000000 00000000  // of 68, none
    b0000000 00000000  // records of 176 bytes, reserved
    """),
  Golden(
    "two feedbacks",
    .reply(
      serial: 14,
      .answer(
        to: FeedbacksQuery.self,
        FeedbackList(
          total: 2,
          records: [
            FeedbackRecord(
              "tap", patternName: "impact.light", theme: "default", category: .touch, isFallback: true,
              duration: .milliseconds(20)),
            FeedbackRecord(
              "unlike", patternName: "", theme: "hig", category: .keyboard, isSilent: true, duration: .zero),
          ]))), numbers: ["count": 2],
    records: [
      Fields(
        of: "Feedback record", at: 24, ["category": 1, "flags": 2, "duration": 20_000],
        ["name": "tap", "pattern": "impact.light", "theme": "default"])
    ],
    """
    0e80 0000 0e000000                 // feedbacks, flags, serial 14
    02000000 02000000                  // of two, two
    b0000000 00000000                  // records of 176 bytes, reserved
    746170 00..(45)                    // tap
    696d7061 63742e6c 69676874 00..(36) // impact.light
    64656661 756c74 00..(41)           // default
    01 02 0000 204e0000 00..(24)       // touch, by fallback, reserved; 20,000 us, reserved
    756e6c69 6b65 00..(42)             // unlike
    00..(48)                           // plays nothing
    686967 00..(45)                    // hig
    02 01 0000 00000000 00..(24)       // keyboard, silent, reserved; 0 us, reserved
    """),
  Golden(
    "statistics", .reply(serial: 13, .answer(to: StatisticsQuery.self, report)),
    numbers: [
      "uptime": 0x1000, "clients": 2, "uploads": 11, "writes": 12, "count": 4, "record": 320, "requests": 0x21,
      "requests[63]": 0x23,
    ],
    records: [
      Fields(
        of: "Stage", at: 560,
        [
          "stage": 1, "count": 1, "minimum": 2, "p50": 3, "p90": 4, "p99": 5, "p999": 6, "maximum": 7, "buckets": 0x31,
        ]),
      Fields(of: "Stage", at: 560 + 3 * 320, ["stage": 4, "buckets[31]": 0x32_0000_0001]),
    ],
    """
    0880 0000 0d000000                // statistics, flags, serial 13
    0010000000000000 0200000000000000 // uptime, clients
    0b00000000000000 0c00000000000000 // uploads, writes
    04000000 40010000                 // four stages of 320 bytes
    2100000000000000 00..(72) 2200000000000000 00..(416) 2300000000000000 // played, done, the last verdict
    01000000 00000000                 // stage 1: received
    0100000000000000 0200000000000000 0300000000000000 0400000000000000
    0500000000000000 0600000000000000 0700000000000000
    31000000 00..(252)
    02000000 00000000                 // stage 2: admitted
    0800000000000000 00..(48) 00..(256)
    03000000 00000000                 // stage 3: written
    00..(56) 00..(256)
    04000000 00000000                 // stage 4: step
    00..(56) 00..(248) 0100000032000000
    """),
  Golden(
    "no history", .reply(serial: 15, .answer(to: HistoryQuery.self, History(latest: 0, records: []))),
    """
    0f80 0000 0f000000                // history reply, flags, serial 15
    00..(8) 00000000 b0000000         // nothing kept, no records of 176 bytes
    """),
  Golden(
    "history",
    .reply(
      serial: 15,
      .answer(
        to: HistoryQuery.self,
        History(
          latest: 9,
          records: [
            Observed(
              opcode: .play, verdict: .outranked, processID: 4711, receivedNanoseconds: 2, feedback: "tap",
              applicationName: "", number: 8),
            Observed(
              opcode: .stop, verdict: .unknownPlayback, processID: 4711, receivedNanoseconds: 3, applicationName: "a",
              identity: .claimed, number: 9),
          ]))), numbers: ["latest": 9, "count": 2, "record": 176],
    """
    0f80 0000 0f000000                // history reply, flags, serial 15
    0900000000000000 02000000 b0000000 // latest 9, 2 records of 176 bytes
    1700 00 00 00000000               // outranked
    67120000 0000 0400                // process 4711, play
    00..(8) 0200000000000000 00..(16) // received
    00..(8)
    746170 00..(45) 00..(48)          // tap
    0800000000000000 00..(16)         // number 8
    0600 00 00 00000000               // unknownPlayback
    67120000 0000 0500                // process 4711, stop
    00..(8) 0300000000000000 00..(16) // received
    00..(8)
    00..(48) 61 00..(47)              // a
    0900000000000000 0000 01 00 00..(12) // number 9, claimed
    """),
  Golden(
    "status", .reply(serial: 16, .answer(to: StatusQuery.self, goldenStatus)),
    numbers: [
      "uptime": 0x0102_0304_0506_0708, "process": 4711, "clients": 3, "enabled": 1, "profile": 2, "circumstances": 9,
      "problems": 2,
    ], texts: ["theme": "hig", "complaint": "x.toml:3:1: no"],
    """
    1080 0000 10000000 // status reply, flags, serial 16
    \(goldenStatusBytes)
    """),
  Golden(
    "nothing playing", .reply(serial: 17, .answer(to: PlayingQuery.self, PlayingList(total: 0, records: []))),
    """
    1280 0000 11000000          // playing reply, flags, serial 17
    00..(8) 00000000 90000000   // none, none, records of 144 bytes
    """),
  Golden(
    "playing",
    .reply(
      serial: 17,
      .answer(
        to: PlayingQuery.self,
        PlayingList(
          total: 0x1_0000_0002,
          records: [
            PlayingRecord(
              number: 8, playback: PlaybackID(rawValue: 5), device: DeviceID(rawValue: 3)!, processID: 4711,
              applicationName: "org.example", identity: .unit, feedback: "tap", category: .touch, treatment: .ducked,
              state: .waiting, intensity: 0xc000, felt: 0x8000, startNanoseconds: 0x0102_0304_0506_0708,
              endNanoseconds: 0x1112_1314_1516_1718),
            PlayingRecord(
              number: 9, device: DeviceID(rawValue: 4)!, processID: 4712, applicationName: "", identity: .none,
              feedback: "", category: .media, treatment: .held, state: .muted, startNanoseconds: 1),
          ]))), numbers: ["total": 0x1_0000_0002, "count": 2, "record": 144],
    records: [
      Fields(
        of: "Playing record", at: 24,
        [
          "number": 8, "playback": 5, "device": 3, "process": 4711, "category": 1, "identity": 2, "treatment": 2,
          "state": 1, "intensity": 0xc000, "felt": 0x8000, "start": 0x0102_0304_0506_0708,
          "end": 0x1112_1314_1516_1718,
        ], ["name": "tap", "application": "org.example"])
    ],
    """
    1280 0000 11000000               // playing reply, flags, serial 17
    0200000001000000 02000000 90000000 // 2^32 + 2 in all, 2 here, records of 144 bytes
    0800000000000000                 // number 8
    05000000 03000000 67120000       // playback 5, device 3, process 4711
    01 02 02 01                      // touch, says systemd, ducked, waiting
    00c0 0080 00000000               // intensity, felt, reserved
    0807060504030201 1817161514131211 // start, end
    746170 00..(45)                  // tap
    6f72672e 6578616d 706c65 00..(37) // org.example
    0900000000000000                 // number 9
    00000000 04000000 68120000       // no number of the client's, device 4, process 4712
    06 00 03 04                      // media, nobody says, held, muted
    ffff ffff 00000000               // intensity, felt, reserved
    0100000000000000 00..(8)         // start, no end
    00..(48) 00..(48)                // a pattern of its own, no name
    """),
  Golden(
    "setting", .reply(serial: 18, .answer(to: SettingQuery.self, SettingValue("\"60%\""))), texts: ["value": "\"60%\""],
    """
    1380 0000 12000000       // setting reply, flags, serial 18
    22363025 22 00..(251)    // "60%"
    """),
]
