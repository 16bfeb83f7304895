import Foundation
import Haptics
import SimulatedDaemon
import Testing

@testable import OpenCoreHaptics

@Suite struct PlayerTests {
  let daemon = try! SimulatedDaemon()
  let engine: CHHapticEngine

  init() throws { engine = try CHHapticEngine.started() }

  @Test(arguments: [-1, -.infinity, .infinity, .nan, -1e-300] as [TimeInterval])
  func `a time that is negative or not finite is refused everywhere`(_ time: TimeInterval) throws {
    let player = try engine.makeAdvancedPlayer(with: buzz())
    let curve = CHHapticParameterCurve(parameterID: .hapticIntensityControl, controlPoints: [], relativeTime: 0)
    #expect(code { try player.start(atTime: time) } == .invalidTime)
    #expect(code { try player.stop(atTime: time) } == .invalidTime)
    #expect(code { try player.pause(atTime: time) } == .invalidTime)
    #expect(code { try player.resume(atTime: time) } == .invalidTime)
    #expect(code { try player.sendParameters([], atTime: time) } == .invalidTime)
    #expect(code { try player.scheduleParameterCurve(curve, atTime: time) } == .invalidTime)
    if time < 0 || time.isNaN { #expect(code { try player.seek(toOffset: time) } == .invalidTime) }
    #expect(engine.activeCount == 0)
  }

  @Test func `unknown, invalid and too many parameters are refused`() throws {
    let player = try engine.makePlayer(with: buzz())
    let unknown = CHHapticDynamicParameter(parameterID: .init(rawValue: "x"), value: 1, relativeTime: 0)
    #expect(code { try player.sendParameters([unknown], atTime: 0) } == .invalidParameterType)
    let empty = CHHapticDynamicParameter(parameterID: .hapticIntensityControl, value: .nan, relativeTime: 0)
    #expect(code { try player.sendParameters([empty], atTime: 0) } == .badParameterEntry)
    let one = CHHapticDynamicParameter(parameterID: .hapticIntensityControl, value: 1, relativeTime: 1)
    #expect(code { try player.sendParameters(Array(repeating: one, count: 65), atTime: 0) } == .resourceNotAvailable)
    try player.sendParameters(Array(repeating: one, count: 64), atTime: 0)
    let curve = CHHapticParameterCurve(
      parameterID: .hapticIntensityControl, controlPoints: [.init(relativeTime: 0, value: .nan)], relativeTime: 0)
    #expect(code { try player.scheduleParameterCurve(curve, atTime: 0) } == .badParameterEntry)
  }

  @Test func `loop ends and rates outside their ranges are clamped`() throws {
    let player = try engine.makeAdvancedPlayer(with: tap())
    for (given, taken) in [(-1, 0), (.nan, 0), (2, 2), (0, 0)] as [(Double, Double)] {
      player.loopEnd = given
      #expect(player.loopEnd == taken)
    }
    for (given, taken) in [(0, 1), (-1, 1), (.nan, 1), (100, 10), (.infinity, 10), (1e-30, 0.1)] as [(Float, Float)] {
      player.playbackRate = given
      #expect(player.playbackRate == taken)
    }
  }

  @Test func `commands without a playback do nothing`() throws {
    let player = try engine.makeAdvancedPlayer(with: tap())
    try player.stop(atTime: 0)
    try player.pause(atTime: 0)
    try player.resume(atTime: engine.currentTime)
    try player.cancel()
    #expect(engine.activeCount == 0)
  }

  // MARK: Before the start

  @Test func `parameters that are sent before the start apply to it, once`() throws {
    let player = try engine.makePlayer(with: buzz(for: 0.1))
    daemon.watchLevels()
    let off = CHHapticDynamicParameter(parameterID: .hapticIntensityControl, value: 0, relativeTime: 0)
    try player.sendParameters([off], atTime: 0)
    try player.start(atTime: 0)
    #expect(eventually { engine.activeCount == 0 })
    #expect(daemon.pulses == 0)
    try player.start(atTime: 0)
    #expect(daemon.hasPulsed())
  }

  @Test func `a curve that is scheduled before the start applies to it`() throws {
    let player = try engine.makePlayer(with: buzz(for: 0.1))
    daemon.watchLevels()
    let off = CHHapticParameterCurve(
      parameterID: .hapticIntensityControl,
      controlPoints: [.init(relativeTime: 0, value: 0), .init(relativeTime: 1, value: 0)], relativeTime: 5)
    try player.scheduleParameterCurve(off, atTime: 0)
    try player.start(atTime: 0)
    #expect(eventually { engine.activeCount == 0 })
    #expect(daemon.pulses == 0)
  }

  @Test func `a muted player takes its time without a pulse`() throws {
    let player = try engine.makePlayer(with: buzz(for: 0.1))
    daemon.watchLevels()
    player.isMuted = true
    try player.start(atTime: 0)
    #expect(player.isMuted && eventually { engine.activeCount == 0 })
    engine.isMutedForHaptics = true
    player.isMuted = false
    try player.start(atTime: 0)
    #expect(eventually { engine.activeCount == 0 })
    #expect(daemon.pulses == 0)
  }

  @Test func `a position before the start begins there`() throws {
    let player = try engine.makeAdvancedPlayer(with: tap(at: [0, 100]))
    daemon.watchLevels()
    let hasPulsed = try daemon.hasPulsed(1) {
      // A busy machine may begin with a second's delay.
      try player.seek(toOffset: 99)
      try player.start(atTime: 0)
      #expect(eventually { engine.activeCount == 0 })
    }
    #expect(hasPulsed && daemon.pulses == 1)
  }

  @Test func `parameters before the start keep the position and the loop`() throws {
    let player = try engine.makeAdvancedPlayer(with: tap(at: [0, 0.2, 100]))
    daemon.watchLevels()
    try player.seek(toOffset: 0.1)
    try player.sendParameters(
      [CHHapticDynamicParameter(parameterID: .hapticIntensityControl, value: 0.5, relativeTime: 0)], atTime: 0)
    player.loopEnabled = true
    player.loopEnd = 0.3
    try player.start(atTime: 0)
    // From 0.1 s, and three more passes.
    #expect(daemon.hasPulsed(7))
    try player.stop(atTime: 0)
    #expect(eventually { engine.activeCount == 0 } && daemon.isOff)
  }

  // MARK: Ends

  @Test func `a completion handler is called once for each playback that ends`() throws {
    let player = try engine.makeAdvancedPlayer(with: tap())
    let ends = Arrivals<Bool>()
    player.completionHandler = { ends.add($0 == nil) }
    try player.start(atTime: 0)
    #expect(ends.wait(for: 1) == [true])
    // The second start replaces the first one.
    try player.start(atTime: engine.currentTime + 30)
    try player.start(atTime: 0)
    #expect(ends.wait(for: 2) == [true, true])
    try player.start(atTime: engine.currentTime + 30)
    try player.cancel()
    #expect(ends.wait(for: 3).count == 3 && engine.activeCount == 0)
  }

  @Test func `a position after the end ends the playback`() throws {
    let player = try engine.makeAdvancedPlayer(with: buzz())
    let ends = Arrivals<Bool>()
    player.completionHandler = { ends.add($0 == nil) }
    try player.start(atTime: 0)
    try player.seek(toOffset: .infinity)
    #expect(ends.wait(for: 1) == [true])
  }

  @Test func `a start hours ahead waits, and a stop ends it`() throws {
    let player = try engine.makeAdvancedPlayer(with: tap())
    let ends = Arrivals<Bool>()
    player.completionHandler = { ends.add($0 == nil) }
    for end in [{ try player.stop(atTime: 0) }, { try player.cancel() }, { engine.stop() }] {
      try engine.start()
      let count = ends.all.count
      try player.start(atTime: engine.currentTime + 7200)
      #expect(engine.activeCount == 1)
      try end()
      #expect(ends.wait(for: count + 1).count == count + 1)
      #expect(eventually { engine.activeCount == 0 })
    }
    #expect(daemon.plays.isEmpty)
  }

  // MARK: Haptics that are switched off

  @Test func `with haptics switched off, players take their usual time and nothing is felt`() throws {
    let daemon = try SimulatedDaemon(settings: "enabled = false")
    let engine = try CHHapticEngine.started()
    daemon.watchLevels()
    let player = try engine.makeAdvancedPlayer(with: buzz(for: 0.05))
    let ends = Arrivals<Bool>()
    player.completionHandler = { ends.add($0 == nil) }
    try player.start(atTime: 0)
    #expect(ends.wait(for: 1) == [true])
    #expect(daemon.plays(1).map(\.verdict) == [.switchedOff])
    let long = try engine.makeAdvancedPlayer(with: buzz(for: 3000))
    long.completionHandler = player.completionHandler
    long.loopEnabled = true
    try long.start(atTime: 0)
    try long.pause(atTime: 0)
    try long.resume(atTime: 0)
    long.loopEnabled = false
    long.playbackRate = 10
    try long.seek(toOffset: 3001)
    #expect(ends.wait(for: 2) == [true, true])
    #expect(daemon.pulses == 0)
  }

  @Test func `changes before the start of a silent playback leave its start`() {
    let now = Instant(nanoseconds: 1_000_000_000)
    let start = now + .seconds(60)
    var silence = SilentPlayback(from: start, at: .zero, rate: 1, duration: .seconds(8), loopEnd: nil)
    silence.setRate(2, at: now)
    #expect(silence.end == start + .seconds(4))
    silence.resume(at: now)
    silence.setLoopEnd(.seconds(1), at: now)
    silence.setLoopEnd(nil, at: now)
    #expect(silence.end == start + .seconds(4))
    silence.seek(to: .seconds(2), at: now)
    #expect(silence.end == start + .seconds(3))
    silence.pause(at: now)
    silence.resume(at: start + .seconds(5))
    #expect(silence.end == start + .seconds(8))
  }

  @Test func `a silent playback computes its end from pauses, rate and loop`() {
    let start = Instant(nanoseconds: 1_000_000_000)
    var silence = SilentPlayback(from: start, at: .seconds(1), rate: 2, duration: .seconds(11), loopEnd: nil)
    #expect(silence.end == start + .seconds(5))
    silence.pause(at: start + .seconds(2))
    #expect(silence.end == nil)
    silence.resume(at: start + .seconds(10))
    #expect(silence.end == start + .seconds(13))
    silence.setRate(1, at: start + .seconds(10))
    #expect(silence.end == start + .seconds(16))
    silence.setLoopEnd(.seconds(3), at: start + .seconds(14))
    #expect(silence.end == nil)
    silence.setLoopEnd(nil, at: start + .seconds(15))
    // 5 s at the pause, 9 s after four more; 9 % 3 = 0, and 1 s later 1 s.
    #expect(silence.end == start + .seconds(25))
    silence.seek(to: .seconds(20), at: start + .seconds(15))
    #expect(silence.end == start + .seconds(15))
    silence.seek(to: .zero, at: start + .seconds(15))
    silence.stop(at: start + .seconds(16))
    silence.stop(at: start + .seconds(17))
    #expect(silence.end == start + .seconds(16))
    silence.pause(at: start + .seconds(15))
    #expect(silence.end == start + .seconds(16))
  }

  @Test func `a pause of a silent playback takes effect at its time`() {
    let start = Instant(nanoseconds: 1_000_000_000)
    var silence = SilentPlayback(from: start, at: .zero, rate: 1, duration: .seconds(4), loopEnd: nil)
    silence.pause(at: start + .seconds(10))
    #expect(silence.end == start + .seconds(4))
    silence.pause(at: start + .seconds(2))
    // Nothing is paused yet.
    silence.resume(at: start + .seconds(1))
    #expect(silence.end == nil)
    silence.setRate(2, at: start + .seconds(1))
    silence.resume(at: start + .seconds(3))
    #expect(silence.end == start + .seconds(3.5))
  }

  @Test func `a position of a silent playback beyond the end of its loop is the start`() {
    let start = Instant(nanoseconds: 1_000_000_000)
    var silence = SilentPlayback(from: start, at: .zero, rate: 1, duration: .seconds(4), loopEnd: .seconds(2))
    silence.seek(to: .seconds(3), at: start)
    silence.setLoopEnd(nil, at: start)
    #expect(silence.end == start + .seconds(4))
    silence.seek(to: .seconds(3), at: start)
    silence.setLoopEnd(.seconds(2), at: start)
    silence.setLoopEnd(nil, at: start)
    #expect(silence.end == start + .seconds(4))
  }
}
