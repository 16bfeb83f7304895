import HapticPatterns
import HapticProtocol
import TestSupport
import Testing

@Suite struct Definitions {
  let handle = Handle(rawValue: 7)!

  @Test func `a pattern comes out as it went in`() throws {
    let pattern = Pattern(
      [
        Event(.transient, intensity: 1, sharpness: 0, logicalDuration: .milliseconds(250)),
        Event(
          .continuous(duration: .milliseconds(300)), at: .milliseconds(100), intensity: 0, sharpness: 1,
          envelope: Envelope(attack: 1, decay: 1, release: 0, isSustained: false)),
      ],
      parameters: [DynamicParameter(.intensity, 0.5, at: .milliseconds(20))],
      curves: [
        ParameterCurve(.sharpness, at: .milliseconds(10), [.init(at: .zero, -1), .init(at: .milliseconds(1), 0.25)]),
        ParameterCurve(.sharpness, at: .milliseconds(10), [.init(at: .zero, 0.5)]),
        ParameterCurve(.intensity, at: .milliseconds(10), [.init(at: .zero, 0.5)]),
      ])
    #expect(try travelled(pattern) == pattern)
  }

  @Test func `random patterns come out as they went in, in any size`() throws {
    var random = SplitMix64(seed: 0x7061_7474_6572_6e73)
    for _ in 0..<50 {
      let pattern = randomPattern(using: &random)
      #expect(try travelled(pattern) == pattern)
    }
  }

  @Test func `the largest pattern is cut into packets of 4096 bytes at most, and comes out whole`() throws {
    let events = (0..<Limits.patternEvents).map { Event(.transient, at: .milliseconds($0), intensity: 1, sharpness: 0) }
    let parameters = (0..<340).map { DynamicParameter(.intensity, 0.5, at: .microseconds($0)) }
    let points = (0..<Limits.patternPoints - 340).map { ParameterCurve.Point(at: .microseconds($0), 1) }
    let pattern = Pattern(events, parameters: parameters, curves: [ParameterCurve(.intensity, points)])
    let packets = Definition.packets(of: pattern, handle: handle, serial: 9)
    #expect(packets.count == 1 + (16_384 + 203) / 204 + 1 + (32_428 + 254) / 255)
    #expect(packets.allSatisfy { $0.byteCount <= Limits.maximumRequestSize })
    #expect(packets.map(\.serial) == Array(repeating: 0, count: packets.count - 1) + [9])
    let define = Definition(of: pattern, handle: handle).define
    let bytes = packets.reduce(0) { $0 + $1.byteCount } - 40 - 16 * (packets.count - 1)
    #expect(define.recordBytes == bytes)
    #expect(bytes <= Limits.patternBytes)
    #expect(try travelled(pattern) == pattern)
  }

  @Test func `audio controls and curves without points are not sent`() throws {
    let tap = Event(.transient, intensity: 1, sharpness: 0)
    let pattern = Pattern(
      [tap], parameters: [DynamicParameter(.audioPan, 1), DynamicParameter(.attack, 1)],
      curves: [ParameterCurve(.audioVolume, [.init(at: .zero, 0)]), ParameterCurve(.release, [])],
      audio: [AudioEvent(.continuous)])
    #expect(try travelled(pattern) == Pattern([tap], parameters: [DynamicParameter(.attack, 1)]))
  }

  @Test func `times and values are rounded to the nearest that a packet can hold`() throws {
    let event = Event(
      .continuous(duration: .nanoseconds(1500)), at: .nanoseconds(1499), intensity: 0.5, sharpness: 0.25)
    let parameter = DynamicParameter(.sharpness, 0.1, at: .seconds(100_000))
    let arrived = try travelled(Pattern([event], parameters: [parameter]))
    #expect(arrived.events[0].time == .microseconds(1))
    #expect(arrived.events[0].kind == .continuous(duration: .microseconds(2)))
    #expect(arrived.events[0].intensity == Intensity(32768.0 / 65535))
    #expect(arrived.events[0].sharpness == Sharpness(16384.0 / 65535))
    #expect(arrived.parameters == [DynamicParameter(.sharpness, Double(Float(0.1)), at: .microseconds(4_294_967_295))])
  }

  @Test func `an empty pattern is one define request without parts`() throws {
    let packets = Definition.packets(of: [], handle: handle, category: .touch, serial: 3)
    #expect(packets == [RequestPacket(serial: 3, .define(.init(handle: handle, category: .touch, events: 0)))])
    #expect(try travelled([]) == [])
  }

  @Test func `a pattern beyond the limits is sent as one define request, which the daemon refuses`() {
    let tap = Event(.transient, intensity: 1, sharpness: 0)
    let pattern = Pattern(Array(repeating: tap, count: Limits.patternEvents + 1))
    let definition = Definition(of: pattern, handle: handle)
    #expect(Array(definition) == [.define(.init(handle: handle, events: 16_385))])
    #expect(throws: DefinitionCollector.Excess.self) { try DefinitionCollector(definition.define) }
  }

  // MARK: Collecting

  @Test func `a definition beyond the limits is refused before its parts arrive`() throws {
    #expect(refuses(events: 16_385))
    #expect(!refuses(events: 16_384))
    #expect(refuses(events: .max, parameters: .max, points: .max))
    #expect(refuses(parameters: 16_384, points: 16_385))
    #expect(!refuses(parameters: 16_384, points: 16_384))
  }

  @Test func `more records of any kind than the define request announced are refused`() throws {
    let tap = Event(.transient, intensity: 1, sharpness: 0)
    let parameter = DynamicParameter(.intensity, 1)
    let point = CurvePoint(.intensity, beginsCurve: true, curveStart: .zero, .init(at: .zero, 1))
    let define = Request.Define(handle: handle, events: 2, parameters: 2, points: 2)
    for records: Request.Part.Records in [
      .events([tap, tap, tap]), .parameters([parameter, parameter, parameter]), .points([point, point, point]),
    ] {
      var collector = try DefinitionCollector(define)
      #expect(throws: DefinitionCollector.Excess.self) { try collector.collect(records) }
    }
    var collector = try DefinitionCollector(define)
    try collector.collect(.events([tap]))
    try collector.collect(.events([tap]))
    #expect(throws: DefinitionCollector.Excess.self) { try collector.collect(.events([tap])) }
  }

  @Test func `the collector gives a pattern only after all its records, in any order`() throws {
    let tap = Event(.transient, intensity: 1, sharpness: 0)
    let parameter = DynamicParameter(.intensity, 1)
    let point = CurvePoint(.intensity, beginsCurve: false, curveStart: .zero, .init(at: .zero, 1))
    var collector = try DefinitionCollector(.init(handle: handle, events: 1, parameters: 1, points: 1))
    for records: Request.Part.Records in [.points([point]), .events([tap]), .parameters([parameter])] {
      #expect(!collector.isComplete)
      #expect(collector.pattern == nil)
      try collector.collect(records)
    }
    #expect(collector.isComplete)
    let curve = ParameterCurve(.intensity, [.init(at: .zero, 1)])
    #expect(collector.pattern == Pattern([tap], parameters: [parameter], curves: [curve]))
  }

  @Test func `a new curve begins at the flag, at another control or at another start`() throws {
    let one = ParameterCurve.Point(at: .zero, 1)
    let points = [
      CurvePoint(.intensity, beginsCurve: false, curveStart: .zero, one),
      CurvePoint(.intensity, beginsCurve: false, curveStart: .zero, one),
      CurvePoint(.intensity, beginsCurve: true, curveStart: .zero, one),
      CurvePoint(.sharpness, beginsCurve: false, curveStart: .zero, one),
      CurvePoint(.sharpness, beginsCurve: false, curveStart: .milliseconds(1), one),
    ]
    var collector = try DefinitionCollector(.init(handle: handle, events: 0, points: 5))
    // The division of the points into parts does not change the curves.
    for point in points { try collector.collect(.points([point])) }
    let expected = [
      ParameterCurve(.intensity, [one, one]), ParameterCurve(.intensity, [one]), ParameterCurve(.sharpness, [one]),
      ParameterCurve(.sharpness, at: .milliseconds(1), [one]),
    ]
    #expect(collector.pattern?.curves == expected)
  }

  // MARK: -

  /// Returns the pattern as the daemon receives it, after encoding to bytes.
  private func travelled(_ pattern: Pattern) throws -> Pattern {
    var collector: DefinitionCollector?
    for packet in Definition.packets(of: pattern, handle: handle) {
      let arrived = try RequestPacket(decoding: packet.bytes.span.bytes)
      try #require(collector?.isComplete != true)
      switch arrived.request {
      case .define(let define): collector = try DefinitionCollector(define)
      case .part(let part): try collector?.collect(part.records)
      default: Issue.record("\(arrived) defines nothing")
      }
    }
    return try #require(collector?.pattern)
  }

  private func refuses(events: UInt32 = 0, parameters: UInt32 = 0, points: UInt32 = 0) -> Bool {
    let define = Request.Define(handle: handle, events: events, parameters: parameters, points: points)
    return (try? DefinitionCollector(define)) == nil
  }
}

/// Returns a pattern with values that packets represent exactly.
private func randomPattern(using random: inout SplitMix64) -> Pattern {
  func count() -> Int { [0, 1, 5, 300, 700].randomElement(using: &random)! }
  func time() -> Duration { .microseconds(Int64.random(in: 0...3_600_000_000, using: &random)) }
  func share() -> Double { Double(UInt16.random(in: 0...(.max), using: &random)) / 65535 }
  func control() -> Control { Control(rawValue: .random(in: 1...5, using: &random))! }
  func value(_ control: Control) -> Double {
    Double(Float.random(in: control.isFactor ? 0...1 : -1...1, using: &random))
  }
  let events = (0..<count()).map { _ in
    Event(
      Bool.random(using: &random) ? .transient : .continuous(duration: time()), at: time(),
      intensity: Intensity(share()), sharpness: Sharpness(share()),
      envelope: Envelope(
        attack: share(), decay: share(), release: share(), isSustained: Bool.random(using: &random)),
      logicalDuration: time())
  }
  let parameters = (0..<count()).map { _ in
    let control = control()
    return DynamicParameter(control, value(control), at: time())
  }
  let curves = (0..<count() / 5).map { _ in
    let control = control()
    let points = (0...Int.random(in: 0..<20, using: &random)).map { _ in
      ParameterCurve.Point(at: time(), value(control))
    }
    return ParameterCurve(control, at: time(), points)
  }
  return Pattern(events, parameters: parameters, curves: curves)
}
