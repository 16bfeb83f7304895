import HapticPatterns
import HapticProtocol

let pad = DeviceRecord(
  id: DeviceID(rawValue: 3), state: .ready, driver: .memless, effect: .rumble, kind: .gamepad, slots: 16,
  slotShare: 8, bus: 3, vendor: 0x054c, product: 0x0ce6, version: 0x8111, uploadNanoseconds: 9000,
  playNanoseconds: 4000, errorNumber: 0, capabilities: 0x0000_0001_0307_0000,
  motor: DeviceRecord.MotorProperties(
    motors: 2, isOnOff: false, deadband: 0x1000, riseMicroseconds: 60_000, fallMicroseconds: 50_000,
    weakRiseMicroseconds: 30_000, weakFallMicroseconds: 25_000, minimumIntervalMicroseconds: 4000,
    shortestPulseMicroseconds: 12_000, floor: 0x0100, ceiling: 0xff00),
  name: "Pad", path: "/dev/input/event7", reason: "")

let wheel = DeviceRecord(
  id: nil, state: .ignored, driver: .own, kind: .wheel,
  motor: DeviceRecord.MotorProperties(isOnOff: true, playsWaves: true, isMeasured: true),
  name: "Wheel",
  path: "/dev/input/event8", reason: "a wheel pushes, it does not tap")

let padBytes = """
  03000000 01 01 01 02                // device 3, ready, memless, rumble, gamepad
  1000 0800 0300 4c05 e60c 1181       // 16 slots, 8 ours; bus, vendor, product, version
  28230000 a00f0000 00000000          // upload 9000 ns, play 4000 ns, no error
  0000070301000000                    // capabilities
  02 00 0010                          // two motors, graded, deadband
  60ea0000 50c30000 30750000 a8610000 // rise, fall, weak rise, weak fall
  a00f0000 e02e0000 0001 00ff         // interval, shortest pulse, floor, ceiling
  00 00 00..(6)                       // plays no waves, not measured, reserved
  506164 00..(61)                     // Pad
  2f646576 2f696e70 75742f65 76656e74 37 00..(31) // /dev/input/event7
  00..(64)                            // no reason
  """

let wheelBytes = """
  00000000 03 03 00 03  // no actuator, ignored, driver of its own, no effect, wheel
  00..(20)
  00..(12)
  00 01 00..(30)        // no motors, on/off
  01 01 00..(6)         // plays waves, measured, reserved
  576865656c 00..(59)   // Wheel
  2f646576 2f696e70 75742f65 76656e74 38 00..(31) // /dev/input/event8
  6120776865656c207075736865732c20697420646f6573206e6f7420746170 00..(33) // a wheel pushes, it does not tap
  """

let report: StatisticsReport = {
  var report = StatisticsReport(
    uptimeNanoseconds: 0x1000, clients: 2, uploads: 11, writes: 12,
    received: StageSummary(count: 1, minimum: 2, p50: 3, p90: 4, p99: 5, p999: 6, maximum: 7),
    admitted: StageSummary(count: 8))
  report[.played] = 0x21
  report[.done] = 0x22
  report.requests[63] = 0x23
  report.received.buckets[0] = 0x31
  report.step.buckets[31] = 0x32_0000_0001
  return report
}()

let goldenReplies: [Golden<DaemonPacket>] = [
  Golden(
    "verdict: played",
    .reply(
      serial: 9,
      .verdict(
        VerdictReply(
          .played, device: DeviceID(rawValue: 3), playback: PlaybackID(rawValue: 5), count: 0x1_0000_0001,
          receivedNanoseconds: 0x0102_0304_0506_0708, admittedNanoseconds: 0x1112_1314_1516_1718,
          writtenNanoseconds: 0x2122_2324_2526_2728))),
    """
    0080 0000 09000000 // verdict, flags, serial 9
    0000 0000 03000000 // played, reserved, device 3
    05000000 00000000  // playback 5, reserved
    0100000001000000   // count 2^32 + 1
    0807060504030201   // received
    1817161514131211   // admitted
    2827262524232221   // written
    """),
  Golden(
    "verdict: unsupported",
    .reply(serial: 0xffff_ffff, .verdict(VerdictReply(.unsupported, receivedNanoseconds: 1))),
    """
    0080 0000 ffffffff // verdict, flags, serial
    0900 0000 00000000 // unsupported, reserved, no device
    00000000 00000000  // no playback, reserved
    00..(8)            // count 0
    0100000000000000   // received
    00..(16)           // neither admitted nor written
    """),
  Golden(
    "hello", .reply(serial: 1, .hello(HelloReply(daemonVersion: "0.9.0"))),
    """
    0180 0000 01000000   // hello, flags, serial 1
    0100 4000 2000 0010  // version 1, 64 handles, 32 playbacks, requests of up to 4096 bytes
    302e392e30 00..(43)  // 0.9.0
    00..(16)             // reserved
    """),
  Golden(
    "no devices", .reply(serial: 12, .devices([])),
    """
    0780 0000 0c000000 // devices, flags, serial 12
    00000000 00010000  // none, records of 256 bytes
    """),
  Golden(
    "two devices", .reply(serial: 12, .devices([pad, wheel])),
    """
    0780 0000 0c000000 // devices, flags, serial 12
    02000000 00010000  // two, records of 256 bytes
    \(padBytes)
    \(wheelBytes)
    """),
  Golden(
    "statistics", .reply(serial: 13, .statistics(report)),
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
    "verdict: silent", .reply(serial: 7, .verdict(VerdictReply(.silent, receivedNanoseconds: 2))),
    """
    0080 0000 07000000 // verdict, flags, serial 7
    0b00 0000 00000000 // silent, reserved, no device
    00000000 00000000  // no playback, reserved
    00..(8)            // count 0
    0200000000000000   // received
    00..(16)           // neither admitted nor written
    """),
  Golden(
    "status", .reply(serial: 16, .status(goldenStatus)),
    """
    1080 0000 10000000 // status reply, flags, serial 16
    \(goldenStatusBytes)
    """),
  Golden(
    "setting", .reply(serial: 18, .setting("\"60%\"")),
    """
    1380 0000 12000000       // setting reply, flags, serial 18
    22363025 22 00..(251)    // "60%"
    """),
  Golden(
    "nothing playing", .reply(serial: 17, .playing(PlayingList(total: 0, records: []))),
    """
    1280 0000 11000000          // playing reply, flags, serial 17
    00..(8) 00000000 90000000   // none, none, records of 144 bytes
    """),
  Golden(
    "playing",
    .reply(
      serial: 17,
      .playing(
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
          ]))),
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
    "no history", .reply(serial: 15, .history(History(latest: 0, records: []))),
    """
    0f80 0000 0f000000                // history reply, flags, serial 15
    00..(8) 00000000 b0000000         // nothing kept, no records of 176 bytes
    """),
  Golden(
    "history",
    .reply(
      serial: 15,
      .history(
        History(
          latest: 9,
          records: [
            Observed(
              opcode: .play, verdict: .outranked, processID: 4711, receivedNanoseconds: 2, feedback: "tap",
              applicationName: "", number: 8),
            Observed(
              opcode: .stop, verdict: .unknownPlayback, processID: 4711, receivedNanoseconds: 3, applicationName: "a",
              identity: .claimed, number: 9),
          ]))),
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
    "no feedbacks", .reply(serial: 14, .feedbacks(FeedbackList(total: 68, records: []))),
    """
    0e80 0000 0e000000 // feedbacks, flags, serial 14
    44000000 00000000  // of 68, none
    b0000000 00000000  // records of 176 bytes, reserved
    """),
  Golden(
    "two feedbacks",
    .reply(
      serial: 14,
      .feedbacks(
        FeedbackList(
          total: 2,
          records: [
            FeedbackRecord(
              "tap", patternName: "impact.light", theme: "default", category: .touch, isFallback: true,
              duration: .milliseconds(20)),
            FeedbackRecord(
              "unlike", patternName: "", theme: "hig", category: .keyboard, isSilent: true, duration: .zero),
          ]))),
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
]
