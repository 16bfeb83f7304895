import HapticPatterns
import HapticProtocol
import Testing

/// A packet with a recognisable value in each field, by the names of the table of the protocol.
struct ContractSample: Sendable, CustomTestStringConvertible {
  var section: String
  /// The offset of the section's bytes in the packet.
  var base = 0
  var bytes: [UInt8]
  /// The numbers by field; for an array, the first element, or the one at an index.
  var numbers: [String: UInt64] = [:]
  var texts: [String: String] = [:]

  var testDescription: String { section }
}

extension ContractSample {
  /// A sample of a whole packet, whose section is that of its opcode.
  init(_ bytes: [UInt8], numbers: [String: UInt64], texts: [String: String]) {
    let opcode = UInt16(bytes[0]) | UInt16(bytes[1]) << 8
    let layout = Contract.present.packets.first { $0.opcode.map { UInt16($0.dropFirst(2), radix: 16) } == opcode }
    self.init(section: layout?.section ?? "", bytes: bytes, numbers: numbers, texts: texts)
  }
}

private let request: [ContractSample] = [
  ContractSample(
    section: "0x0001 hello",
    bytes: RequestPacket(serial: 1, .hello(.init(version: 0x0203, applicationName: "org.example"))).bytes,
    numbers: ["version": 0x0203], texts: ["application": "org.example"]),
  ContractSample(
    section: "0x0002 prepare",
    bytes: RequestPacket(
      serial: 1,
      .prepare(
        .init(handle: Handle(rawValue: 7)!, device: DeviceID(rawValue: 0x0405)!, name: "success", allowsFallback: true))
    ).bytes,
    numbers: ["handle": 7, "device": 0x0405, "fallback": 1], texts: ["name": "success"]),
  ContractSample(
    section: "0x0003 release", bytes: RequestPacket(serial: 1, .release(Handle(rawValue: 9)!)).bytes,
    numbers: ["handle": 9]),
  ContractSample(
    section: "0x0004 play",
    bytes: RequestPacket(
      serial: 1,
      .play(
        .init(
          .name("error"), playback: PlaybackID(rawValue: 0x0102_0304), device: DeviceID(rawValue: 0x0506_0708),
          intensity: 0x090a, category: .alarm, startNanoseconds: 0x0b0c, causeNanoseconds: 0x0d0e,
          deadlineMicroseconds: 0x0f10, locality: .hand, isImportant: true, allowsFallback: true,
          timing: .init(
            offset: .microseconds(0x1112), rate: 2.5,
            loop: Loop(end: .microseconds(0x1314), repeats: 0x1516), limit: .microseconds(0x1718))))
    ).bytes,
    numbers: [
      "playback": 0x0102_0304, "device": 0x0506_0708, "intensity": 0x090a, "category": 5, "start": 0x0b0c,
      "cause": 0x0d0e, "deadline": 0x0f10, "locality": 3, "important": 1, "fallback": 1,
      "offset": 0x1112, "loop-end": 0x1314, "limit": 0x1718, "repeats": 0x1516,
      "rate": UInt64(Float(2.5).bitPattern),
    ], texts: ["name": "error"]),
  ContractSample(
    section: "0x0004 play", bytes: RequestPacket(serial: 1, .play(.init(.handle(Handle(rawValue: 11)!)))).bytes,
    numbers: ["handle": 11]),
  ContractSample(
    section: "0x0005 stop", bytes: RequestPacket(serial: 1, .stop(PlaybackID(rawValue: 0x0102_0304))).bytes,
    numbers: ["playback": 0x0102_0304]),
  ContractSample(section: "0x0006 stopEverything", bytes: RequestPacket(serial: 1, .stopEverything).bytes),
  ContractSample(
    section: "0x0009 monitor", bytes: RequestPacket(serial: 1, .monitor([.levels, .devices])).bytes,
    numbers: ["scope": 6]),
  ContractSample(section: "0x0011 reload", bytes: RequestPacket(serial: 1, .reload).bytes),
]

private let reply: [ContractSample] = [
  ContractSample(
    section: "0x8000 verdict",
    bytes: DaemonPacket.reply(
      serial: 1,
      .verdict(
        VerdictReply(
          .done, device: DeviceID(rawValue: 0x0203), playback: PlaybackID(rawValue: 0x0405), count: 0x0607,
          receivedNanoseconds: 0x0809, admittedNanoseconds: 0x0a0b, writtenNanoseconds: 0x0c0d))
    ).bytes,
    numbers: [
      "verdict": 10, "device": 0x0203, "playback": 0x0405, "count": 0x0607, "received": 0x0809, "admitted": 0x0a0b,
      "written": 0x0c0d,
    ]),
  ContractSample(
    section: "0x8001 hello",
    bytes: DaemonPacket.reply(
      serial: 1,
      .hello(HelloReply(version: 2, handles: 3, playbacks: 4, maximumRequestSize: 5, daemonVersion: "0.9.0"))
    ).bytes,
    numbers: ["version": 2, "handles": 3, "playbacks": 4, "request": 5], texts: ["name": "0.9.0"]),
  ContractSample(
    section: "0x8008 statistics", bytes: statistics,
    numbers: [
      "count": 4, "record": 320,
      "uptime": 0x0102, "clients": 0x0304, "requests": 0x0506, "requests[63]": 0x0708, "uploads": 0x090a,
      "writes": 0x0b0c,
    ]),
  ContractSample(
    section: "0x8010 status", bytes: DaemonPacket.reply(serial: 1, .answer(to: StatusQuery.self, goldenStatus)).bytes,
    numbers: [
      "uptime": 0x0102_0304_0506_0708, "process": 4711, "clients": 3, "enabled": 1, "profile": 2, "circumstances": 9,
      "problems": 2,
    ], texts: ["theme": "hig", "complaint": "x.toml:3:1: no"]),
  ContractSample(
    section: "0x8012 playing", bytes: playingReply, numbers: ["total": 0x0102, "count": 2, "record": 144]),
  ContractSample(
    section: "Playing record", base: 24 + 144, bytes: playingReply,
    numbers: [
      "number": 0x0304, "playback": 0x0506, "device": 0x0708, "process": 0x090a, "category": 3, "identity": 4,
      "treatment": 2, "state": 3, "intensity": 0x0b0c, "felt": 0x0d0e, "start": 0x0f10, "end": 0x1112,
    ], texts: ["name": "warning", "application": "org.example"]),
  ContractSample(
    section: "Stage", base: 560 + 320, bytes: statistics,
    numbers: [
      "stage": 2, "count": 11, "minimum": 12, "p50": 13, "p90": 14, "p99": 15, "p999": 16, "maximum": 17,
      "buckets": 18, "buckets[31]": 19,
    ]),
]

private let playingReply = DaemonPacket.reply(
  serial: 1,
  .answer(
    to: PlayingQuery.self,
    PlayingList(
      total: 0x0102,
      records: [
        PlayingRecord(
          number: 1, device: DeviceID(rawValue: 1)!, processID: 1, applicationName: "", identity: .none, feedback: "",
          category: .touch, startNanoseconds: 1),
        PlayingRecord(
          number: 0x0304, playback: PlaybackID(rawValue: 0x0506), device: DeviceID(rawValue: 0x0708)!,
          processID: 0x090a, applicationName: "org.example", identity: .flatpak, feedback: "warning",
          category: .notification, treatment: .ducked, state: .paused, intensity: 0x0b0c, felt: 0x0d0e,
          startNanoseconds: 0x0f10, endNanoseconds: 0x1112),
      ]))
).bytes

private let statistics: [UInt8] = {
  var admitted = StageSummary(count: 11, minimum: 12, p50: 13, p90: 14, p99: 15, p999: 16, maximum: 17)
  admitted.buckets[0] = 18
  admitted.buckets[31] = 19
  var report = StatisticsReport(
    uptimeNanoseconds: 0x0102, clients: 0x0304, uploads: 0x090a, writes: 0x0b0c, admitted: admitted)
  report.requests[0] = 0x0506
  report.requests[63] = 0x0708
  return DaemonPacket.reply(serial: 1, .answer(to: StatisticsQuery.self, report)).bytes
}()

private let event: [ContractSample] = [
  ContractSample(
    section: "0x4001 finished",
    bytes: DaemonPacket.event(
      .finished(
        Finished(
          playback: PlaybackID(rawValue: 0x0102)!, reason: .unplugged, firstWrittenNanoseconds: 0x0304,
          endedNanoseconds: 0x0506, device: DeviceID(rawValue: 0x0708)))
    ).bytes,
    numbers: ["playback": 0x0102, "reason": 3, "written": 0x0304, "ended": 0x0506, "device": 0x0708]),
  ContractSample(section: "0x4002 reset", bytes: DaemonPacket.event(.reset).bytes),
  ContractSample(section: "0x4003 device", bytes: deviceEvent, numbers: ["change": 3, "record": 256]),
  ContractSample(
    section: "Device record", base: 16, bytes: deviceEvent,
    numbers: [
      "device": 0x0102, "state": 5, "driver": 2, "effect": 2, "kind": 5, "slots": 0x0304, "slots-ours": 0x0506,
      "bus": 0x0708, "vendor": 0x090a, "product": 0x0b0c, "revision": 0x0d0e, "upload": 0x0f10, "play": 0x1112,
      "error": 0x1314, "capabilities": 0x1516, "motors": 2, "on/off": 1, "deadband": 0x1718, "rise": 0x191a,
      "fall": 0x1b1c, "weak-rise": 0x1d1e, "weak-fall": 0x1f20, "interval": 0x2122, "shortest": 0x2324,
      "floor": 0x2526, "ceiling": 0x2728, "waves": 1, "measured": 1,
    ], texts: ["name": "Pad", "path": "/dev/input/event5", "reason": "it is broken"]),
  ContractSample(section: "0x4004 observed", bytes: observedEvent, numbers: ["record": 176]),
  ContractSample(
    section: "Observed record", base: 16, bytes: observedEvent,
    numbers: [
      "opcode": 2, "verdict": 4, "category": 6, "device": 0x0102, "process": 0x0304, "intensity": 0x0506,
      "cause": 0x0708, "received": 0x090a, "admitted": 0x0b0c, "written": 0x0d0e, "playback": 0x0f10, "lost": 0x1112,
      "late": 0x1718, "identity": 3, "number": 0x1314, "felt": 0x1516, "importance": 2, "reason": 9,
      "medium": 2,
    ], texts: ["name": "warning", "application": "org.example"]),
  ContractSample(
    section: "0x4005 level",
    bytes: DaemonPacket.event(
      .level(
        LevelChange(
          device: DeviceID(rawValue: 0x0102)!, strong: 0x0304, weak: 0x0506, plannedNanoseconds: 0x0708,
          writtenNanoseconds: 0x090a, leaseMilliseconds: 0x0b0c, periodMilliseconds: 0x0d0e))
    ).bytes,
    numbers: [
      "device": 0x0102, "strong": 0x0304, "weak": 0x0506, "planned": 0x0708, "written": 0x090a, "lease": 0x0b0c,
      "period": 0x0d0e,
    ]),
]

private let deviceEvent = DaemonPacket.event(
  .device(
    DeviceChange(
      .changed,
      DeviceRecord(
        id: DeviceID(rawValue: 0x0102), state: .failed, driver: .uinput, effect: .periodic, kind: .touchpad,
        slots: 0x0304, slotShare: 0x0506, bus: 0x0708, vendor: 0x090a, product: 0x0b0c, version: 0x0d0e,
        uploadNanoseconds: 0x0f10, playNanoseconds: 0x1112, errorNumber: 0x1314, capabilities: 0x1516,
        motor: .init(
          motors: 2, isOnOff: true, deadband: 0x1718, riseMicroseconds: 0x191a, fallMicroseconds: 0x1b1c,
          weakRiseMicroseconds: 0x1d1e, weakFallMicroseconds: 0x1f20, minimumIntervalMicroseconds: 0x2122,
          shortestPulseMicroseconds: 0x2324, floor: 0x2526, ceiling: 0x2728, playsWaves: true,
          isMeasured: true),
        name: "Pad", path: "/dev/input/event5", reason: "it is broken")))
).bytes

private let observedEvent = DaemonPacket.event(
  .observed(
    Observed(
      opcode: .prepare, verdict: .limit, category: .media, device: DeviceID(rawValue: 0x0102), processID: 0x0304,
      intensity: 0x0506, causeNanoseconds: 0x0708, receivedNanoseconds: 0x090a, admittedNanoseconds: 0x0b0c,
      writtenNanoseconds: 0x0d0e, playback: PlaybackID(rawValue: 0x0f10), lost: 0x1112, feedback: "warning",
      applicationName: "org.example", identity: .snap, number: 0x1314, felt: 0x1516, importance: .granted,
      end: .suspended, medium: .light, lateMicroseconds: 0x1718))
).bytes

private let statusEvent = ContractSample(
  section: "0x4006 status", bytes: DaemonPacket.event(.status(goldenStatus)).bytes)

private let endedEvent = ContractSample(
  section: "0x4007 ended",
  bytes: DaemonPacket.event(
    .ended(
      PlaybackEnd(
        number: 0x0102, device: DeviceID(rawValue: 0x0304)!, reason: .unplugged, firstWrittenNanoseconds: 0x0506,
        endedNanoseconds: 0x0708))
  ).bytes,
  numbers: ["number": 0x0102, "device": 0x0304, "reason": 3, "written": 0x0506, "ended": 0x0708])

let contractSamples =
  request + patternSamples + reply + event + [statusEvent, endedEvent] + goldenRequests.compactMap(\.sample)
  + goldenDaemonPackets.compactMap(\.sample)
