import HapticPatterns
import HapticProtocol

/// The samples for patterns and playbacks.
let patternSamples: [ContractSample] = [
  ContractSample(
    section: "0x000a define",
    bytes: RequestPacket(
      serial: 1,
      .define(
        .init(
          handle: Handle(rawValue: 7)!, device: DeviceID(rawValue: 0x0102), category: .touch, events: 0x0304,
          parameters: 0x0506, points: 0x0708))
    ).bytes,
    numbers: [
      "handle": 7, "device": 0x0102, "category": 1, "events": 0x0304, "parameters": 0x0506, "points": 0x0708,
    ]),
  ContractSample(
    section: "0x000b part", bytes: events, numbers: ["handle": 9, "kind": 1]),
  ContractSample(
    section: "Event record", base: 16 + 20, bytes: events,
    numbers: [
      "time": 0x0102, "duration": 0x0304, "kind": 2, "flags": 0, "intensity": 0x0506, "sharpness": 0x0708,
      "attack": 0x090a, "decay": 0x0b0c, "release": 0x0d0e,
    ]),
  ContractSample(
    section: "Parameter record", base: 16 + 12, bytes: parameters,
    numbers: ["control": 4, "time": 0x0102, "value": UInt64(Float(0.75).bitPattern)]),
  ContractSample(
    section: "Curve point", base: 16 + 16, bytes: curve,
    numbers: [
      "control": 5, "flags": 1, "start": 0x0102, "time": 0x0304, "value": UInt64(Float(-0.75).bitPattern),
    ]),
  transport(.seek(to: .microseconds(0x0b0c)), at: 0x090a, ["action": 4, "at": 0x090a, "offset": 0x0b0c]),
  transport(
    .loop(Loop(end: .microseconds(0x0d0e), repeats: 0x0f10)), ["action": 5, "offset": 0x0d0e, "repeats": 0x0f10]),
  transport(.mute(true), ["action": 7, "flag": 1]),
  transport(.rate(2.5), ["action": 6, "rate": UInt64(Float(2.5).bitPattern)]),
  ContractSample(
    section: "0x000d modulate", bytes: modulate,
    numbers: ["playback": 0x0102, "control": 3, "at": 0x0304]),
  ContractSample(
    section: "Modulation point", base: 24 + 8, bytes: modulate,
    numbers: ["time": 0x0506, "value": UInt64(Float(0.125).bitPattern)]),
  ContractSample(
    section: "0x800e feedbacks", bytes: feedbacksReply, numbers: ["total": 0x0102, "count": 2, "record": 176]),
  ContractSample(
    section: "Feedback record", base: 24 + 176, bytes: feedbacksReply,
    numbers: ["category": 3, "flags": 2, "duration": 0x0304],
    texts: ["name": "alert", "pattern": "success", "theme": "hig"]),
]

let feedbacksReply = DaemonPacket.reply(
  serial: 1,
  .answer(
    to: FeedbacksQuery.self,
    FeedbackList(
      total: 0x0102,
      records: [
        FeedbackRecord("a", patternName: "", theme: "", category: .touch, isSilent: true, duration: .zero),
        FeedbackRecord(
          "alert", patternName: "success", theme: "hig", category: .notification, isFallback: true,
          duration: .microseconds(0x0304)),
      ]))
).bytes

private func part(_ records: Request.Part.Records) -> [UInt8] {
  RequestPacket(serial: 1, .part(.init(handle: Handle(rawValue: 9)!, records: records))).bytes
}

private func share(_ parts: Int) -> Double { Double(parts) / 65535 }

private let events = part(
  .events([
    Event(.transient, intensity: 0, sharpness: 0),
    Event(
      .continuous(duration: .microseconds(0x0304)), at: .microseconds(0x0102), intensity: Intensity(share(0x0506)),
      sharpness: Sharpness(share(0x0708)),
      envelope: Envelope(
        attack: share(0x090a), decay: share(0x0b0c), release: share(0x0d0e), isSustained: false)),
  ]))

private let parameters = part(
  .parameters([DynamicParameter(.intensity, 0), DynamicParameter(.decay, 0.75, at: .microseconds(0x0102))]))

private let curve = part(
  .points([
    CurvePoint(.intensity, beginsCurve: false, curveStart: .zero, .init(at: .zero, 0)),
    CurvePoint(
      .release, beginsCurve: true, curveStart: .microseconds(0x0102), .init(at: .microseconds(0x0304), -0.75)),
  ]))

private func transport(
  _ action: Request.Transport.Action, at moment: Int64? = nil, _ numbers: [String: UInt64]
) -> ContractSample {
  let request = Request.Transport(PlaybackID(rawValue: 0x0708)!, action, atNanoseconds: moment)
  return ContractSample(
    section: "0x000c transport", bytes: RequestPacket(serial: 1, .transport(request)).bytes,
    numbers: numbers.merging(["playback": 0x0708]) { $1 })
}

private let modulate = RequestPacket(
  serial: 1,
  .modulate(
    .init(
      PlaybackID(rawValue: 0x0102)!, .attack, atNanoseconds: 0x0304,
      points: [.init(at: .zero, 0), .init(at: .microseconds(0x0506), 0.125)]))
).bytes
