internal import HapticSystem
internal import Haptics
internal import MotorRendering
internal import TestSupport
internal import Testing
internal import VirtualDevices

/// Patterns with real drivers: the levels that reach the motors, and the effects of actions by clients.
@Suite(.inGuest, .serialized)
struct PatternTests {
  @Test(arguments: [(UhidShape.dualSense as any DeviceShape, "pad"), (UinputShape.phoneMotor, "erm")])
  func `a dozen patterns reach the motors as they were drawn`(shape: any DeviceShape, preset: String) throws {
    let rule = try PresetRule(preset)
    defer { rule.remove() }
    let device = try Guest.plug(shape)
    let daemon = try Daemon()
    let record = try daemon.wait(for: device)
    let golden = GoldenSteps(reading: try Guest.read(GoldenSteps.path(of: preset))).steps
    let client = daemon.client()
    let watch = try LevelWatch(daemon)
    for (name, pattern) in SamplePatterns.all {
      let steps = try #require(golden[name]).fromFirst
      let prepared = client.define(pattern)
      #expect(try client.blocking.verdict(of: prepared, timeout: patience).verdict == .done)
      // Repeated, because the emulated machine sometimes misses a step, and drivers report only the latest level.
      var (planned, seen): ([Drive.Step], [MotorState]) = ([], [])
      let isAsDrawn = try (1...20).contains { _ in
        try watch.forget()
        device.log.clear()
        try client.playToEnd(prepared)
        try device.log.wait(for: .off)
        planned = try watch.takeToEnd(of: record.id).steps
        seen = device.log.entries.motorChanges.map(\.state)
        return planned.isNear(steps) && seen.contains(planned.states, within: max(shape.tolerance, 0xff))
      }
      #expect(isAsDrawn, "\(name): planned \(planned), seen \(seen), and not \(steps)")
    }
  }

  @Test(arguments: [(UhidShape.dualSense as any DeviceShape, "pad"), (UinputShape.phoneMotor, "erm")])
  func `two clients are felt together, each motor as the stronger wants it`(
    shape: any DeviceShape, preset: String
  ) throws {
    let rule = try PresetRule(preset)
    defer { rule.remove() }
    let device = try Guest.plug(shape)
    let daemon = try Daemon()
    try daemon.wait(for: device)
    let (hum, knock) = (daemon.client("hum"), daemon.client("knock"))
    let long = hum.define([Event(.continuous(duration: .seconds(20)), intensity: 0.4, sharpness: 0.5)])
    try hum.play(long)
    let alone = try device.log.waitUntilSteady()
    let short = knock.define([Event(.continuous(duration: .milliseconds(600)), intensity: 1, sharpness: 0.5)])
    device.log.clear()
    try knock.playToEnd(short)
    let together = try device.log.wait(for: "the hum again") { $0.motorChanges.last.map(\.state) == alone }
    let strongest = together.motorChanges.map(\.state.strong).max() ?? 0
    #expect(strongest > alone.strong)
    // If a play replaces the previous effect, the device is off for some microseconds in between.
    let levels = together.motorChanges.map(\.state).filter { $0 != .off }
    #expect(levels.allSatisfy { $0.strong >= alone.strong && $0.weak >= alone.weak }, "\(levels)")
    _ = try hum.blocking.stop(nil, timeout: patience)
    try device.log.wait(for: .off)
  }

  @Test(arguments: [(UhidShape.dualSense as any DeviceShape, "pad"), (UinputShape.phoneMotor, "erm")])
  func `intensity is followed while it is turned`(shape: any DeviceShape, preset: String) throws {
    let rule = try PresetRule(preset)
    defer { rule.remove() }
    let device = try Guest.plug(shape)
    let daemon = try Daemon()
    try daemon.wait(for: device)
    let client = daemon.client()
    let playback = client.newPlayback()
    try client.play(
      client.define([Event(.continuous(duration: Event.endless), intensity: 1, sharpness: 0.5)]), playback)
    var levels = [try device.log.waitUntilSteady().strong]
    for intensity in [0.7, 0.4, 0.2, 0.5, 1] {
      let before = device.log.entries.motorChanges.count
      #expect(client.send([DynamicParameter(.intensity, intensity)], to: playback))
      try device.log.wait(for: "another level") { $0.motorChanges.count > before }
      levels.append(try device.log.waitUntilSteady().strong)
    }
    #expect(zip(levels, levels.dropFirst()).prefix(3).allSatisfy { $0 > $1 }, "\(levels)")
    #expect(levels[4] > levels[3] && levels[5] > levels[4], "\(levels)")
    #expect(client.send([DynamicParameter(.intensity, 0)], to: playback))
    try device.log.wait(for: .off)
    #expect(client.stop(playback))
  }

  @Test func `half a minute of loops ends with the motor off`() throws {
    let device = try Guest.plug(UhidShape.dualSense)
    let daemon = try Daemon()
    try daemon.wait(for: device)
    let client = daemon.client()
    let pattern = Pattern(
      [
        Event(.continuous(duration: .milliseconds(800)), intensity: 1, sharpness: 0.3),
        Event(.transient, at: .milliseconds(1000), intensity: 1, sharpness: 0.8),
        Event(.transient, at: .milliseconds(1200), intensity: 0.6, sharpness: 0.8),
      ], curves: [ParameterCurve(.intensity, [.init(at: .zero, 0.3), .init(at: .milliseconds(800), 1)])])
    let prepared = client.define(pattern)
    let playback = client.newPlayback()
    try client.play(prepared, playback)
    let start = Instant.now
    #expect(client.loop(playback, end: .milliseconds(1500)))
    #expect(client.loop(playback, false, at: start + .seconds(30)))
    let end = try client.blocking.end(of: playback, timeout: .seconds(60))
    #expect(end.reason == .ended)
    #expect(Instant.now - start >= .seconds(30))
    try device.log.wait(for: .off)
    let changes = device.log.entries.motorChanges
    let starts = zip([.off] + changes.map(\.state), changes).filter { $0 == .off && $1.state != .off }.map(\.1.time)
    let passes = Set(starts.map { Int(($0 - start) / .milliseconds(1500)) })
    #expect(passes.count >= 15, "twenty, but for those that an emulated machine oversleeps: \(passes.sorted())")
    #expect(starts.count >= 2 * passes.count, "three pulses each")
  }

  @Test func `two devices are felt at the same time, whatever their motors need`() throws {
    let pad = try Guest.plug(UhidShape.dualSense)
    let phone = try Guest.plug(UinputShape.phoneMotor)
    let daemon = try Daemon()
    let records = [try daemon.wait(for: pad), try daemon.wait(for: phone)]
    let pattern: Pattern = [Event(.transient, intensity: 1, sharpness: 0.2)]
    let client = daemon.client()
    let watch = try LevelWatch(daemon)
    let leads = try zip([pad, phone], records).map { try PlannedMotion($0, $1, tolerance: 0).lead(of: pattern) }
    #expect(leads.allSatisfy { $0 > .zero })
    // Repeated, because the emulated machine skips writes that are too late.
    var (planned, wanted): ([Instant], [Instant]) = ([], [])
    let areTogether = try (1...20).contains { _ in
      try watch.forget()
      let start = Instant.now + .seconds(1)
      for record in records { try client.play(client.define(pattern, for: record.id), at: start) }
      let firsts = try records.compactMap { try watch.takeToEnd(of: $0.id).first }
      planned = firsts.map { Instant(nanoseconds: $0.plannedNanoseconds) }
      wanted = leads.map { start - $0 }
      return planned == wanted
    }
    #expect(areTogether, "handed over at \(planned), which is not \(wanted)")
    for device in [pad, phone] as [any VirtualDevice] { try device.log.wait(for: .off) }
  }
}

extension HapticClient {
  fileprivate func play(_ prepared: Prepared, _ playback: PlaybackID? = nil, at start: Instant? = nil) throws {
    let haptic = Haptic(prepared, at: start, deadline: .seconds(5), playback: playback)
    let reply = try blocking.play(haptic, timeout: patience)
    guard reply.verdict == .played else { throw RigError("a pattern: \(reply.verdict.name)") }
  }

  fileprivate func playToEnd(_ prepared: Prepared) throws {
    let playback = newPlayback()
    try play(prepared, playback)
    let end = try blocking.end(of: playback, timeout: patience)
    guard end.reason == .ended else { throw RigError("a pattern: \(end.reason.name)") }
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

  /// Whether these are the same levels at the same times. Permits 0.1 ms, because the emulated processor computes
  /// exponentials differently, and missing steps that are short, because the emulated machine can skip them.
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

extension DeviceLog {
  /// Waits until the motors keep a level for 350 ms, and returns the level.
  fileprivate func waitUntilSteady() throws -> MotorState {
    let isSteady = poll(upTo: patience) {
      guard let last = entries.motorChanges.last else { return false }
      return last.state != .off && Instant.now - last.time > .milliseconds(350)
    }
    guard isSteady else { throw RigError("no level stays: \(entries.motorChanges.suffix(8))") }
    return entries.motors
  }
}
