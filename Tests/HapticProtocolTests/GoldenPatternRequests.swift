import HapticPatterns
import HapticProtocol

let goldenPatternRequests: [Golden<RequestPacket>] = [
  Golden(
    "define",
    RequestPacket(
      serial: 0x10,
      .define(
        Request.Define(
          handle: Handle(rawValue: 7)!, device: DeviceID(rawValue: 3), category: .alarm, events: 0x4000,
          parameters: 0x0102, points: 0x0304))),
    numbers: ["handle": 7, "device": 3, "category": 5, "events": 0x4000, "parameters": 0x0102, "points": 0x0304],
    """
    0a00 0000 10000000         // define, flags, serial 16
    07000000 03000000          // handle 7, device 3
    05 000000                  // alarm, reserved
    00400000 02010000 04030000 // 16384 events, 258 parameters, 772 points
    00..(8)                    // reserved
    """),
  Golden(
    "define nothing, for any device", RequestPacket(.define(Request.Define(handle: Handle(rawValue: 64)!, events: 0))),
    """
    0a00 0000 00000000 // define, flags, no reply
    40000000 00000000  // handle 64, routed
    00 000000 00..(12) // media, reserved; neither events nor parameters nor points
    00..(8)            // reserved
    """),
  Golden(
    "part: events",
    RequestPacket(
      serial: 0x11,
      .part(
        Request.Part(
          handle: Handle(rawValue: 7)!,
          records: .events([
            Event(
              .transient, at: .microseconds(0x0102_0304), intensity: 1, sharpness: Sharpness(Double(0x8000) / 65535),
              logicalDuration: .microseconds(0x0506)),
            Event(
              .continuous(duration: Event.endless), at: .zero, intensity: Intensity(Double(0x1112) / 65535),
              sharpness: 0,
              envelope: Envelope(
                attack: Double(0x1314) / 65535, decay: Double(0x1516) / 65535, release: 1, isSustained: false)),
          ])))), endingInRecordsOf: 20, numbers: ["handle": 7, "kind": 1],
    records: [
      Fields(
        of: "Event record", at: 16,
        ["time": 0x0102_0304, "duration": 0x0506, "kind": 1, "flags": 1, "intensity": 0xffff, "sharpness": 0x8000]),
      Fields(
        of: "Event record", at: 36,
        ["kind": 2, "flags": 0, "intensity": 0x1112, "attack": 0x1314, "decay": 0x1516, "release": 0xffff]),
    ],
    """
    0b00 0000 11000000           // part, flags, serial 17
    07000000 01 000000           // handle 7, events, reserved
    04030201 06050000 01 01      // at 16.909060 s, logical duration 1286 us, transient, sustained
    ffff 0080 0000 0000 0000     // full intensity, middle sharpness; attack, decay, release
    00000000 00a493d6 02 00      // at 0, for an hour, continuous, not sustained
    1211 0000 1413 1615 ffff     // intensity, dull; attack, decay, release
    """),
  Golden(
    "part: parameters",
    RequestPacket(
      .part(
        Request.Part(
          handle: Handle(rawValue: 64)!,
          records: .parameters([
            DynamicParameter(.intensity, 0.5, at: .microseconds(0x0102_0304)),
            DynamicParameter(.audioRelease, -1),
          ])))), endingInRecordsOf: 12,
    records: [
      Fields(of: "Parameter record", at: 16, ["control": 1, "time": 0x0102_0304, "value": 0x3f00_0000])
    ],
    """
    0b00 0000 00000000           // part, flags, no reply
    40000000 02 000000           // handle 64, parameters, reserved
    01 000000 04030201 0000003f  // intensity, reserved, at 16.909060 s, 0.5
    0c 000000 00000000 000080bf  // audio release, reserved, at 0, -1
    """),
  Golden(
    "part: points",
    RequestPacket(
      .part(
        Request.Part(
          handle: Handle(rawValue: 1)!,
          records: .points([
            CurvePoint(
              .sharpness, beginsCurve: true, curveStart: .microseconds(0x0102_0304),
              ParameterCurve.Point(at: .zero, -0.25)),
            CurvePoint(
              .sharpness, beginsCurve: false, curveStart: .microseconds(0x0102_0304),
              ParameterCurve.Point(at: .microseconds(0x0506_0708), 1)),
          ])))), endingInRecordsOf: 16,
    records: [
      Fields(of: "Curve point", at: 16, ["control": 2, "flags": 1, "start": 0x0102_0304, "value": 0xbe80_0000]),
      Fields(of: "Curve point", at: 32, ["flags": 0, "time": 0x0506_0708, "value": 0x3f80_0000]),
    ],
    """
    0b00 0000 00000000                    // part, flags, no reply
    01000000 03 000000                    // handle 1, points, reserved
    02 01 0000 04030201 00000000 000080be // sharpness, begins a curve, reserved, its start; at 0, -0.25
    02 00 0000 04030201 08070605 0000803f // goes on; 84.281096 s later, 1
    """),
]
