import HapticPatterns
import HapticProtocol

let goldenPlayingRequests: [Golden<RequestPacket>] = [
  transport(
    "stop at a time", .stop, at: 0x0102_0304_0506_0708,
    """
    01 00 0000        // stop, no flag, reserved
    0807060504030201  // at
    00..(8) 00..(8)   // no offset, no rate, reserved
    """),
  transport("pause", .pause, "02 00 0000 00..(8) 00..(16) // pause, now"),
  transport("resume", .resume, "03 00 0000 00..(8) 00..(16) // resume, now"),
  transport(
    "seek", .seek(to: .microseconds(0x1112_1314_1516)), at: 2,
    numbers: ["action": 4, "at": 2, "offset": 0x1112_1314_1516],
    """
    04 00 0000 0200000000000000  // seek, at
    1615141312110000 00..(8)     // to 18768 s, no rate, reserved
    """),
  transport("seek to the start", .seek(to: .zero), "04 00 0000 00..(8) 00..(16) // seek, now, to 0"),
  transport(
    "loop", .loop(Loop()),
    """
    05 00 0000 00..(8)         // loop, now
    00..(8) 00..(4) ffffffff   // the pattern's end, no rate, until it is stopped
    """),
  transport(
    "loop a part", .loop(Loop(end: .milliseconds(1), repeats: 0x0102_0304)),
    numbers: ["action": 5, "offset": 1000, "repeats": 0x0102_0304],
    """
    05 00 0000 00..(8)                 // loop, now
    e803000000000000 00..(4) 04030201  // until 1000 us, no rate, 16909060 returns
    """),
  transport("loop no more", .loop(nil), "05 00 0000 00..(8) 00..(16) // loop, now, no returns"),
  transport(
    "rate", .rate(1.5), numbers: ["action": 6, "rate": 0x3fc0_0000],
    "06 00 0000 00..(8) 00..(8) 0000c03f 00..(4) // rate, now, no offset, 1.5, no repeats"),
  transport(
    "mute", .mute(true), numbers: ["playback": 5, "action": 7, "flag": 1],
    "07 01 0000 00..(8) 00..(16) // mute, on, now"),
  transport("mute no more", .mute(false), "07 00 0000 00..(8) 00..(16) // mute, off, now"),
  transport("cancel", .cancel, "08 00 0000 00..(8) 00..(16) // cancel, now"),
  Golden(
    "modulate: a parameter",
    RequestPacket(
      .modulate(
        Request.Modulate(
          PlaybackID(rawValue: 5)!, .intensity, points: [ParameterCurve.Point(at: .zero, 0.5)]))),
    endingInRecordsOf: 8,
    """
    0d00 0000 00000000 // modulate, flags, no reply
    05000000 01 000000 // playback 5, intensity, reserved
    00..(8)            // now
    00000000 0000003f  // at once, 0.5
    """),
  Golden(
    "modulate: a curve",
    RequestPacket(
      serial: 0x13,
      .modulate(
        Request.Modulate(
          PlaybackID(rawValue: 0x0102_0304)!, .sharpness, atNanoseconds: 0x1112_1314_1516_1718,
          points: [
            ParameterCurve.Point(at: .microseconds(5), -1), ParameterCurve.Point(at: .microseconds(0x0506_0708), 0.25),
          ]))), endingInRecordsOf: 8,
    numbers: ["playback": 0x0102_0304, "control": 2, "at": 0x1112_1314_1516_1718],
    records: [Fields(of: "Modulation point", at: 32, ["time": 0x0506_0708, "value": 0x3e80_0000])],
    """
    0d00 0000 13000000 // modulate, flags, serial 19
    04030201 02 000000 // playback, sharpness, reserved
    1817161514131211   // at
    05000000 000080bf  // 5 us later, -1
    08070605 0000803e  // 84.281096 s later, 0.25
    """),
  Golden(
    "reload", RequestPacket(serial: 0x17, .reload), numbers: [:],
    "1100 0000 17000000 // reload, flags, serial 23"),
]

private func transport(
  _ name: String, _ action: Request.Transport.Action, at moment: Int64? = nil, numbers: [String: UInt64]? = nil,
  _ text: String
) -> Golden<RequestPacket> {
  Golden(
    name,
    RequestPacket(
      serial: 0x12, .transport(Request.Transport(PlaybackID(rawValue: 5)!, action, atNanoseconds: moment))),
    numbers: numbers,
    """
    0c00 0000 12000000 // transport, flags, serial 18
    05000000           // playback 5
    \(text)
    """)
}
