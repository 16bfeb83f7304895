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
    """
    0140 0000 00000000  // finished, flags, no serial
    05000000 0200 0000  // playback 5, stopped, reserved
    0807060504030201    // first written
    1817161514131211    // ended
    03000000 00000000   // device 3, reserved
    """),
  Golden("reset", .event(.reset), "0240 0000 00000000 // reset, flags, no serial"),
  Golden(
    "device removed", .event(.device(DeviceChange(.removed, pad))),
    """
    0340 0000 00000000 // device, flags, no serial
    02000000 00000000  // removed, reserved
    \(padBytes)
    """),
  Golden(
    "observed",
    .event(
      .observed(
        Observed(
          opcode: .play, verdict: .expired, category: .touch, device: DeviceID(rawValue: 3), processID: 4711,
          intensity: 0xc000, causeNanoseconds: 1, receivedNanoseconds: 2, admittedNanoseconds: 3,
          writtenNanoseconds: 4, playback: PlaybackID(rawValue: 5), lost: 6, feedback: "selection",
          applicationName: "Tür"))),
    """
    0440 0000 00000000                // observed, flags, no serial
    0300 01 00 03000000               // expired, touch, reserved, device 3
    67120000 00c0 0400                // process 4711, intensity, play
    0100000000000000 0200000000000000 // cause, received
    0300000000000000 0400000000000000 // admitted, written
    05000000 06000000                 // playback 5, 6 events lost
    73656c65 6374696f 6e 00..(39)     // selection
    54c3bc72 00..(44)                 // Tür
    """),
  Golden(
    "level",
    .event(
      .level(
        LevelChange(
          device: DeviceID(rawValue: 3)!, strong: 0x8080, weak: 0x4040, plannedNanoseconds: 0x0102_0304_0506_0708,
          writtenNanoseconds: 0x1112_1314_1516_1718, leaseMilliseconds: 256, periodMilliseconds: 6))),
    """
    0540 0000 00000000  // level, flags, no serial
    03000000 8080 4040  // device 3, strong, weak
    0807060504030201    // planned
    1817161514131211    // written
    00010000 0600 0000  // lease 256 ms, period 6 ms, reserved
    """),
]

let goldenDaemonPackets = goldenReplies + goldenEvents
