import HapticPatterns
import HapticProtocol

let goldenEvents: [Golden<DaemonPacket>] = [
  Golden(
    "finished",
    .event(
      .finished(
        Finished(
          playback: PlaybackID(rawValue: 5)!, reason: .stopped, firstWrittenNanoseconds: 0x0102_0304_0506_0708,
          endedNanoseconds: 0x1112_1314_1516_1718, device: DeviceID(rawValue: 3)))),
    numbers: [
      "playback": 5, "reason": 2, "written": 0x0102_0304_0506_0708, "ended": 0x1112_1314_1516_1718, "device": 3,
    ],
    """
    0140 0000 00000000  // finished, flags, no serial
    05000000 0200 0000  // playback 5, stopped, reserved
    0807060504030201    // first written
    1817161514131211    // ended
    03000000 00000000   // device 3, reserved
    """),
  Golden("reset", .event(.reset), numbers: [:], "0240 0000 00000000 // reset, flags, no serial"),
  Golden(
    "device removed", .event(.device(DeviceChange(.removed, pad))), numbers: ["change": 2, "record": 256],
    records: [padFields(at: 16)],
    """
    0340 0000 00000000 // device, flags, no serial
    02000000 00010000  // removed, a record of 256 bytes
    \(padBytes)
    """),
  Golden(
    "observed",
    .event(
      .observed(
        Observed(
          opcode: .play, verdict: .expired, category: .touch, device: DeviceID(rawValue: 3), processID: 4711,
          intensity: 0xc000, causeNanoseconds: 1, receivedNanoseconds: 2, admittedNanoseconds: 3,
          writtenNanoseconds: 4, playback: PlaybackID(rawValue: 5), lost: 0x1_0000_0006, feedback: "selection",
          applicationName: "Tür", identity: .flatpak, number: 7, felt: 0x8000, importance: .denied,
          end: .forbidden, medium: .light, lateMicroseconds: 0x0102_0304))),
    numbers: ["record": 176],
    records: [
      Fields(
        of: "Observed record", at: 16,
        [
          "opcode": 4, "verdict": 3, "category": 1, "device": 3, "process": 4711, "intensity": 0xc000, "cause": 1,
          "received": 2, "admitted": 3, "written": 4, "playback": 5, "late": 0x0102_0304, "number": 7, "felt": 0x8000,
          "identity": 4, "medium": 2, "importance": 1, "reason": 7, "lost": 0x1_0000_0006,
        ], ["name": "selection", "application": "Tür"])
    ],
    """
    0440 0000 00000000                // observed, flags, no serial
    b0000000 00000000                 // a record of 176 bytes, reserved
    0300 01 01 03000000               // expired, touch, importance denied, device 3
    67120000 00c0 0400                // process 4711, intensity, play
    0100000000000000 0200000000000000 // cause, received
    0300000000000000 0400000000000000 // admitted, written
    05000000 04030201                 // playback 5, late
    73656c65 6374696f 6e 00..(39)     // selection
    54c3bc72 00..(44)                 // Tür
    0700000000000000 0080 04 02       // number 7, felt by half, says Flatpak, light
    0700 0000                         // forbidden, reserved
    0600000001000000                  // 2^32 + 6 events lost
    """),
  Golden(
    "status changed", .event(.status(goldenStatus)), numbers: [:],
    """
    0640 0000 00000000 // status, flags, no serial
    \(goldenStatusBytes)
    """),
  Golden(
    "level",
    .event(
      .level(
        LevelChange(
          device: DeviceID(rawValue: 3)!, strong: 0x8080, weak: 0x4040, plannedNanoseconds: 0x0102_0304_0506_0708,
          writtenNanoseconds: 0x1112_1314_1516_1718, leaseMilliseconds: 256, periodMilliseconds: 6))),
    numbers: [
      "device": 3, "strong": 0x8080, "weak": 0x4040, "planned": 0x0102_0304_0506_0708,
      "written": 0x1112_1314_1516_1718, "lease": 256, "period": 6,
    ],
    """
    0540 0000 00000000  // level, flags, no serial
    03000000 8080 4040  // device 3, strong, weak
    0807060504030201    // planned
    1817161514131211    // written
    00010000 0600 0000  // lease 256 ms, period 6 ms, reserved
    """),
  Golden(
    "ended",
    .event(
      .ended(
        PlaybackEnd(
          number: 0x0102_0304_0506_0708, device: DeviceID(rawValue: 3)!, reason: .stopped,
          firstWrittenNanoseconds: 0x1112_1314_1516_1718, endedNanoseconds: 0x2122_2324_2526_2728))),
    numbers: [
      "number": 0x0102_0304_0506_0708, "device": 3, "reason": 2, "written": 0x1112_1314_1516_1718,
      "ended": 0x2122_2324_2526_2728,
    ],
    """
    0740 0000 00000000  // ended, flags, no serial
    0807060504030201    // number
    03000000 0200 0000  // device 3, stopped, reserved
    1817161514131211    // first written
    2827262524232221    // ended
    """),
]

/// The fields of a status reply and of a status event.
let goldenStatus = Status(
  uptimeNanoseconds: 0x0102_0304_0506_0708, processID: 4711, clients: 3, isEnabled: true, profile: .quiet,
  circumstances: [.quietHours, .locked], problems: 2, theme: "hig", complaint: "x.toml:3:1: no")
let goldenStatusBytes = """
  0807060504030201              // uptime
  67120000 03000000             // process 4711, 3 clients
  01 02 0900 02000000           // on, quiet, quiet hours and locked, 2 problems
  00..(8)                       // reserved
  686967 00..(45)               // hig
  782e746f 6d6c3a33 3a313a20 6e6f 00..(226)
  """

let goldenDaemonPackets = goldenReplies + goldenAnswers + goldenEvents
