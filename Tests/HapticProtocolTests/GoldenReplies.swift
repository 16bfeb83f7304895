import HapticPatterns
import HapticProtocol

let pad = DeviceRecord(
  id: DeviceID(rawValue: 3), state: .ready, driver: .memless, effect: .rumble, kind: .gamepad, slots: 16,
  slotShare: 8, bus: 3, vendor: 0x054c, product: 0x0ce6, version: 0x8111, uploadNanoseconds: 9000,
  playNanoseconds: 4000, errorNumber: 5, capabilities: 0x0000_0001_0307_0000,
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
  28230000 a00f0000 05000000          // upload 9000 ns, play 4000 ns, error 5
  0000070301000000                    // capabilities
  02 00 0010                          // two motors, graded, deadband
  60ea0000 50c30000 30750000 a8610000 // rise, fall, weak rise, weak fall
  a00f0000 e02e0000 0001 00ff         // interval, shortest pulse, floor, ceiling
  00 00 00..(6)                       // plays no waves, not measured, reserved
  506164 00..(61)                     // Pad
  2f646576 2f696e70 75742f65 76656e74 37 00..(31) // /dev/input/event7
  00..(64)                            // no reason
  """

func padFields(at base: Int) -> Fields {
  Fields(
    of: "Device record", at: base,
    [
      "device": 3, "state": 1, "driver": 1, "effect": 1, "kind": 2, "slots": 16, "slots-ours": 8, "bus": 3,
      "vendor": 0x054c, "product": 0x0ce6, "revision": 0x8111, "upload": 9000, "play": 4000, "error": 5,
      "capabilities": 0x0000_0001_0307_0000, "motors": 2, "on/off": 0, "deadband": 0x1000, "rise": 60_000,
      "fall": 50_000, "weak-rise": 30_000, "weak-fall": 25_000, "interval": 4000, "shortest": 12_000,
      "floor": 0x0100, "ceiling": 0xff00, "waves": 0, "measured": 0,
    ], ["name": "Pad", "path": "/dev/input/event7", "reason": ""])
}

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
  var report = StatisticsReport(uptimeNanoseconds: 0x1000, clients: 2, uploads: 11, writes: 12)
  report[stage: .received] = StageSummary(count: 1, minimum: 2, p50: 3, p90: 4, p99: 5, p999: 6, maximum: 7)
  report[stage: .admitted] = StageSummary(count: 8)
  report[.played] = 0x21
  report[.done] = 0x22
  report.requests[63] = 0x23
  report[stage: .received].buckets[0] = 0x31
  report[stage: .step].buckets[31] = 0x32_0000_0001
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
    numbers: [
      "verdict": 0, "device": 3, "playback": 5, "count": 0x1_0000_0001, "received": 0x0102_0304_0506_0708,
      "admitted": 0x1112_1314_1516_1718, "written": 0x2122_2324_2526_2728,
    ],
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
    numbers: ["verdict": 9],
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
    numbers: ["version": 1, "handles": 64, "playbacks": 32, "request": 4096], texts: ["name": "0.9.0"],
    """
    0180 0000 01000000   // hello, flags, serial 1
    0100 4000 2000 0010  // version 1, 64 handles, 32 playbacks, requests of up to 4096 bytes
    302e392e30 00..(43)  // 0.9.0
    00..(16)             // reserved
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
]
