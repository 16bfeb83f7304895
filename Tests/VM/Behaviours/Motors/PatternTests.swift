internal import HapticProtocol
internal import HapticSystem
internal import Haptics
internal import MotorRendering
internal import TestSupport
internal import Testing
internal import VirtualDevices

/// Patterns with real drivers: the levels that reach the motors, and the effects of actions by clients.
@Suite(.inGuest, .serialized)
struct PatternTests {
  private static let motors: [(any DeviceShape, String)] = [
    (UhidShape.dualSense, "pad"), (UinputShape.phoneMotor, "erm"),
  ]

  @Test(arguments: TestExtent.all(motors, quick: Array(motors.prefix(1))))
  func `patterns reach the motors as they were rendered`(shape: any DeviceShape, preset: String) throws {
    let rule = try PresetRule(preset)
    defer { rule.remove() }
    let device = try Guest.plug(shape)
    let daemon = try Daemon()
    let record = try daemon.wait(for: device)
    let golden = GoldenSteps(reading: try Guest.read(GoldenSteps.path(of: preset))).steps
    let client = daemon.client()
    let watch = try LevelWatch(daemon)
    var spoilt: [String] = []
    for (name, pattern) in TestExtent.all(SamplePatterns.all, quick: SamplePatterns.some) {
      let steps = try #require(golden[name]).fromFirst
      let prepared = client.define(pattern)
      #expect(try client.blocking.verdict(of: prepared, timeout: waitLimit).verdict == .done)
      // Repeated, because a slow machine misses steps, or takes the node for one that does not respond, and drivers report
      // only the latest level.
      var ends: Set<FinishReason> = []
      let isAsDrawn = try (1...10).contains { _ in
        try watch.forget()
        device.log.clear()
        let end = try client.end(of: prepared)
        ends.insert(end)
        try device.log.wait(for: .off)
        guard end == .ended else { return false }
        let planned = try watch.takeToEnd(of: record.id).steps
        let seen = device.log.entries.motorChanges.map(\.state)
        #expect(planned.isPart(of: steps), "\(name): planned \(planned), and not \(steps)")
        return planned.isNear(steps) && seen.contains(planned.states, within: max(shape.tolerance, 0xff))
      }
      #expect(ends.contains(.ended), "\(name): \(ends)")
      if !isAsDrawn { spoilt.append(name) }
    }
    if !spoilt.isEmpty { try cancelTest("this machine is too slow for \(spoilt)") }
  }

  @Test(arguments: TestExtent.all(motors, quick: Array(motors.prefix(1))))
  func `two clients are felt together, each motor as the stronger wants it`(
    shape: any DeviceShape, preset: String
  ) throws {
    let rule = try PresetRule(preset)
    defer { rule.remove() }
    let device = try Guest.plug(shape)
    let daemon = try Daemon()
    let planned = try PlannedMotion(device, try daemon.wait(for: device), tolerance: shape.tolerance)
    let (hum, knock) = (daemon.client("hum"), daemon.client("knock"))
    try hum.play(
      hum.define([Event(.continuous(duration: Event.endless), intensity: 0.4, sharpness: 0.5)]))
    let level = planned.steadyLevel(intensity: 0.4, sharpness: 0.5)
    try device.log.wait(for: "the hum") { planned.isAt(level, $0) }
    let alone = device.log.motors
    let short = knock.define([Event(.continuous(duration: .milliseconds(600)), intensity: 1, sharpness: 0.5)])
    device.log.clear()
    try knock.playToEnd(short)
    let together = try device.log.wait(for: "the hum again") { $0.motorChanges.last.map(\.state) == alone }
    let strongest = together.motorChanges.map(\.state.strong).max() ?? 0
    #expect(strongest > alone.strong)
    // If a play replaces the previous effect, the device is off for some microseconds in between.
    let levels = together.motorChanges.map(\.state).filter { $0 != .off }
    #expect(levels.allSatisfy { $0.strong >= alone.strong && $0.weak >= alone.weak }, "\(levels)")
    _ = try hum.blocking.stop(nil, timeout: waitLimit)
    try device.log.wait(for: .off)
  }

  @Test(arguments: TestExtent.all(motors, quick: Array(motors.prefix(1))))
  func `intensity is followed while it is turned`(shape: any DeviceShape, preset: String) throws {
    let rule = try PresetRule(preset)
    defer { rule.remove() }
    let device = try Guest.plug(shape)
    let daemon = try Daemon()
    let planned = try PlannedMotion(device, try daemon.wait(for: device), tolerance: shape.tolerance)
    let client = daemon.client()
    let playback = client.newPlayback()
    try client.play(
      client.define([Event(.continuous(duration: Event.endless), intensity: 1, sharpness: 0.5)]), playback)
    for intensity in [1, 0.7, 0.4, 0.2, 0.5, 1] {
      #expect(client.send([DynamicParameter(.intensity, intensity)], to: playback))
      let level = planned.steadyLevel(intensity: intensity, sharpness: 0.5)
      try device.log.wait(for: "level \(level)") { planned.isAt(level, $0) }
    }
    #expect(client.send([DynamicParameter(.intensity, 0)], to: playback))
    try device.log.wait(for: .off)
    #expect(client.stop(playback))
  }

  @Test func `a loop ends with the motor off`() throws {
    let device = try Guest.plug(UinputShape.phoneMotor)
    let daemon = try Daemon()
    try daemon.wait(for: device)
    let client = daemon.client()
    let pattern = Pattern(
      [
        Event(.continuous(duration: .milliseconds(400)), intensity: 1, sharpness: 0.3),
        Event(.transient, at: .milliseconds(500), intensity: 1, sharpness: 0.8),
        Event(.transient, at: .milliseconds(700), intensity: 0.6, sharpness: 0.8),
      ], curves: [ParameterCurve(.intensity, [.init(at: .zero, 0.3), .init(at: .milliseconds(400), 1)])])
    let prepared = client.define(pattern)
    let playback = client.newPlayback()
    try client.play(prepared, playback)
    #expect(client.loop(playback, Loop(end: .milliseconds(1000))))
    // Three pulses each, but for those that a slow machine oversleeps.
    try device.log.wait(for: "several passes") { log in
      let states = log.motorChanges.map(\.state)
      return zip([.off] + states, states).count { $0 == .off && $1 != .off } > 6
    }
    #expect(client.loop(playback, nil))
    #expect(try client.blocking.end(of: playback, timeout: waitLimit).reason == .ended)
    try device.log.wait(for: .off)
  }

  @Test func `two devices are felt at the same time, whatever their motors need`() throws {
    let pad = try Guest.plug(UhidShape.dualSense)
    let phone = try Guest.plug(UinputShape.phoneMotor)
    let daemon = try Daemon()
    let records = [try daemon.wait(for: pad), try daemon.wait(for: phone)]
    let pattern: Pattern = [Event(.transient, intensity: 1, sharpness: 0.2)]
    let client = daemon.client()
    let watch = try LevelWatch(daemon)
    let motions = try zip([pad, phone], records).map { try PlannedMotion($0, $1, tolerance: 0) }
    let (leads, plans) = (motions.map { $0.lead(of: pattern) }, motions.map { $0.stepCount(of: pattern) })
    #expect(leads.allSatisfy { $0 > .zero })
    // Repeated, because a slow machine skips writes that are too late.
    let (planned, wanted) = try Guest.measure { () throws -> Measurement<([Instant], [Instant])> in
      try watch.forget()
      let start = Instant.now + .seconds(2)
      for record in records { try client.play(client.define(pattern, for: record.id), at: start) }
      guard leads.allSatisfy({ .now < start - $0 }) else { return .spoilt("the plays began too late") }
      let drives = try records.map { try watch.takeToEnd(of: $0.id) }
      guard zip(drives, plans).allSatisfy({ $0.count == $1 }) else { return .spoilt("\(drives)") }
      return .good((drives.map { Instant(nanoseconds: $0[0].plannedNanoseconds) }, leads.map { start - $0 }))
    }
    #expect(planned == wanted)
    for device in [pad, phone] as [any VirtualDevice] { try device.log.wait(for: .off) }
  }
}

extension HapticClient {
  fileprivate func play(_ prepared: Prepared, _ playback: PlaybackID? = nil, at start: Instant? = nil) throws {
    let haptic = Haptic(prepared, at: start, deadline: waitLimit, playback: playback)
    let reply = try blocking.play(haptic, timeout: waitLimit)
    guard reply.verdict == .played else { throw RigError("a pattern: \(reply.verdict.name)") }
  }

  fileprivate func playToEnd(_ prepared: Prepared) throws {
    let end = try end(of: prepared)
    guard end == .ended else { throw RigError("a pattern: \(end.name)") }
  }

  /// Plays a pattern, and waits for its end.
  fileprivate func end(of prepared: Prepared) throws -> FinishReason {
    let playback = newPlayback()
    try play(prepared, playback)
    return try blocking.end(of: playback, timeout: waitLimit).reason
  }
}

extension [LevelChange] {
  /// The planned steps from the first level on, without duplicates.
  fileprivate var steps: [Drive.Step] {
    let start = first?.plannedNanoseconds ?? 0
    return Drive(
      map {
        Drive.Step(
          at: .nanoseconds($0.plannedNanoseconds - start), level: Level(strong: $0.strong, weak: $0.weak))
      }, end: .zero
    ).steps
  }
}

extension [Drive.Step] {
  fileprivate var states: [MotorState] { map { MotorState(strong: $0.level.strong, weak: $0.level.weak) } }

  /// The steps with times relative to the first one.
  fileprivate var fromFirst: [Drive.Step] {
    map { Drive.Step(at: $0.at - (first?.at ?? .zero), level: $0.level) }
  }

  /// Whether these levels occur in this order in a drive, of which a slow machine may have left out some.
  fileprivate func isPart(of golden: [Drive.Step]) -> Bool {
    var rest = golden[...]
    return allSatisfy { step in
      guard let index = rest.firstIndex(where: { $0.level == step.level }) else { return false }
      rest = rest[(index + 1)...]
      return true
    }
  }

  /// Whether these are the same levels at the same times. Permits 0.1 ms, because the emulated processor computes
  /// exponentials differently, and missing steps that are short, because a slow machine can skip them.
  fileprivate func isNear(_ golden: [Drive.Step]) -> Bool {
    var rest = self[...]
    for (index, step) in golden.enumerated() {
      if let next = rest.first, next.level == step.level, abs((next.at - step.at) / .microseconds(1)) <= 101 {
        rest = rest.dropFirst()
      } else if index + 1 == golden.count || golden[index + 1].at - step.at > .milliseconds(20) {
        return false
      }
    }
    return rest.isEmpty
  }
}

extension [MotorState] {
  /// Whether these states occur in this order, within the precision of the device. For some microseconds between two
  /// levels, a device may have both or none.
  fileprivate func contains(_ wanted: [MotorState], within tolerance: UInt16) -> Bool {
    var rest = wanted[...]
    for state in self { if let next = rest.first, state.isNear(next, within: tolerance) { rest = rest.dropFirst() } }
    return rest.isEmpty
  }
}
