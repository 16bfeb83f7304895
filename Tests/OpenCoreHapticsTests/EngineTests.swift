import Foundation
import HapticProtocol
import Haptics
import SimulatedDaemon
import Synchronization
import Testing

@testable import OpenCoreHaptics

@Suite struct EngineTests {
  let daemon = try! SimulatedDaemon()

  // MARK: Starting

  @Test func `without a daemon an engine is made, and its start fails`() throws {
    HapticService.use(socketPath: "/nonexistent/socket")
    let engine = try CHHapticEngine()
    #expect(code { try engine.start() } == .serverInitFailed)
    let results = Arrivals<CHHapticError.Code?>()
    engine.start { results.add(($0 as? CHHapticError)?.code) }
    #expect(results.wait(for: 1) == [.serverInitFailed])
    let player = try engine.makePlayer(with: tap())
    #expect(code { try player.start(atTime: 0) } == .engineNotRunning)
    #expect(!CHHapticEngine.capabilitiesForHardware().supportsHaptics)
    #expect(
      code {
        _ = try CHHapticEngine.capabilitiesForHardware().attributes(forDynamicParameter: .hapticIntensityControl)
      } == .notSupported)
    engine.stop { results.add(($0 as? CHHapticError)?.code) }
    #expect(results.wait(for: 2).last == .some(nil))
  }

  @Test func `an asynchronous start without a daemon throws`() async throws {
    HapticService.use(socketPath: "/nonexistent/socket")
    let engine = try CHHapticEngine()
    await #expect(throws: CHHapticError(.serverInitFailed)) { try await engine.start() }
    try await engine.stop()
  }

  @Test func `the clock is CLOCK_MONOTONIC`() throws {
    let engine = try CHHapticEngine()
    let before = Instant.now
    let time = engine.currentTime
    let after = Instant.now
    #expect(time >= Double(before.nanoseconds) / 1e9 && time <= Double(after.nanoseconds) / 1e9)
  }

  @Test func `engines are independent`() throws {
    let (first, second) = (try CHHapticEngine.started(), try CHHapticEngine.started())
    daemon.watchLevels()
    try second.makePlayer(with: buzz()).start(atTime: 0)
    #expect(daemon.isOn)
    first.stop()
    first.isMutedForHaptics = true
    #expect(second.isRunning && second.activeCount == 1)
    second.stop()
    #expect(daemon.isOff)
  }

  // MARK: Players

  @Test func `a pattern without events makes no player`() throws {
    let engine = try CHHapticEngine()
    #expect(
      code { _ = try engine.makePlayer(with: CHHapticPattern(events: [], parameters: [])) } == .invalidPatternData)
  }

  @Test func `a pattern of a hundred thousand events makes no player`() throws {
    let engine = try CHHapticEngine()
    let pattern = try tap(at: (0..<100_000).map { Double($0) / 50 })
    #expect(code { _ = try engine.makeAdvancedPlayer(with: pattern) } == .resourceNotAvailable)
    #expect(engine.core.state.withLock { $0.patternBytes } == 0)
  }

  @Test func `players and their memory are limited, and released players count no more`() throws {
    let engine = try CHHapticEngine.started()
    var players: [any CHHapticPatternPlayer] = []
    while let player = try? engine.makePlayer(with: tap(at: [Double(players.count)])) { players.append(player) }
    #expect(players.count == Limits.handles)
    // Players with equal patterns share one.
    players += try (0..<100).map { _ in try engine.makePlayer(with: tap(at: [7])) }
    players = []
    func large(_ delay: Int) throws -> CHHapticPattern { try tap(at: (0..<16_384).map { Double($0 + delay) / 5 }) }
    while let player = try? engine.makePlayer(with: large(players.count)) { players.append(player) }
    #expect(players.count == 3)
    #expect(code { _ = try engine.makePlayer(with: large(9)) } == .resourceNotAvailable)
    players = []
    daemon.watchLevels()
    try engine.makePlayer(with: large(0)).start(atTime: 0)
    #expect(daemon.hasPulsed(2))
    engine.stop()
  }

  @Test func `a player plays on after its release, and ends with the engine`() throws {
    var engine: CHHapticEngine? = try CHHapticEngine.started()
    let reasons = Arrivals<CHHapticEngine.StoppedReason>()
    engine?.stoppedHandler = { reasons.add($0) }
    daemon.watchLevels()
    try engine?.makePlayer(with: buzz()).start(atTime: 0)
    #expect(daemon.isOn)
    engine = nil
    #expect(daemon.isOff)
    #expect(reasons.wait(for: 1) == [.engineDestroyed])
  }

  @Test func `a player that outlives its engine is silent`() throws {
    var engine: CHHapticEngine? = try CHHapticEngine.started()
    let player = try engine!.makeAdvancedPlayer(with: buzz())
    daemon.watchLevels()
    try player.start(atTime: 0)
    #expect(daemon.isOn)
    engine = nil
    #expect(daemon.isOff)
    #expect(code { try player.start(atTime: 0) } == .engineNotRunning)
    try player.pause(atTime: 0)
    try player.cancel()
  }

  // MARK: Stopping

  @Test func `a stop ends all players, and calls no stopped handler`() throws {
    let engine = try CHHapticEngine.started()
    let reasons = Arrivals<CHHapticEngine.StoppedReason>()
    let ends = Arrivals<Bool>()
    engine.stoppedHandler = { reasons.add($0) }
    for _ in 0..<3 {
      let player = try engine.makeAdvancedPlayer(with: buzz())
      player.completionHandler = { ends.add($0 == nil) }
      try player.start(atTime: 0)
    }
    engine.stop()
    #expect(ends.wait(for: 3) == [true, true, true])
    #expect(reasons.all.isEmpty && !engine.isRunning && engine.activeCount == 0)
  }

  @Test func `the auto shutdown stops an idle engine, and a player starts it again`() throws {
    let core = EngineCore(
      client: HapticService.makeClient(), device: nil, sharpness: nil, idleTimeout: .milliseconds(50))
    let engine = CHHapticEngine(core)
    let reasons = Arrivals<CHHapticEngine.StoppedReason>()
    engine.stoppedHandler = { reasons.add($0) }
    try engine.start()
    engine.isAutoShutdownEnabled = true
    #expect(reasons.wait(for: 1) == [.idleTimeout])
    #expect(!engine.isRunning)
    daemon.watchLevels()
    let player = try engine.makeAdvancedPlayer(with: tap())
    try player.start(atTime: 0)
    #expect(daemon.hasPulsed())
    #expect(reasons.wait(for: 2) == [.idleTimeout, .idleTimeout])
    engine.stop()
    #expect(code { try player.start(atTime: 0) } == .engineNotRunning)
  }

  @Test func `a paused player keeps the engine from the auto shutdown`() throws {
    let core = EngineCore(
      client: HapticService.makeClient(), device: nil, sharpness: nil, idleTimeout: .milliseconds(20))
    let engine = CHHapticEngine(core)
    engine.isAutoShutdownEnabled = true
    let other = CHHapticEngine(
      EngineCore(client: HapticService.makeClient(), device: nil, sharpness: nil, idleTimeout: .milliseconds(60)))
    let reasons = Arrivals<String>()
    engine.stoppedHandler = { _ in reasons.add("paused") }
    other.stoppedHandler = { _ in reasons.add("idle") }
    other.isAutoShutdownEnabled = true
    try engine.start()
    let player = try engine.makeAdvancedPlayer(with: buzz())
    try player.start(atTime: 0)
    try player.pause(atTime: 0)
    // The other engine, with a longer time, stops first.
    try other.start()
    #expect(reasons.wait(for: 1) == ["idle"])
    try player.stop(atTime: 0)
    #expect(reasons.wait(for: 2) == ["idle", "paused"])
  }

  // MARK: Waiting

  @Test func `the end of players is reported once, after the last one`() throws {
    let engine = try CHHapticEngine.started()
    let (short, long) = (try engine.makeAdvancedPlayer(with: tap()), try engine.makeAdvancedPlayer(with: buzz()))
    let order = Arrivals<String>()
    short.completionHandler = { _ in order.add("short") }
    long.completionHandler = { _ in order.add("long") }
    try short.start(atTime: 0)
    try long.start(atTime: 0)
    engine.notifyWhenPlayersFinished { _ in
      order.add("all")
      return .leaveEngineRunning
    }
    #expect(order.wait(for: 1) == ["short"])
    try long.stop(atTime: 0)
    #expect(order.wait(for: 3) == ["short", "long", "all"])
    try short.start(atTime: 0)
    #expect(order.wait(for: 4) == ["short", "long", "all", "short"])
    #expect(engine.isRunning)
  }

  @Test func `a stop of the engine is an end of its players`() throws {
    let engine = try CHHapticEngine.started()
    try engine.makePlayer(with: buzz()).start(atTime: 0)
    let ends = Arrivals<Bool>()
    engine.notifyWhenPlayersFinished { error in
      ends.add(error == nil)
      return .stopEngine
    }
    engine.stop()
    #expect(ends.wait(for: 1) == [true])
    engine.notifyWhenPlayersFinished { _ in
      ends.add(true)
      return .leaveEngineRunning
    }
    #expect(ends.wait(for: 2) == [true, true])
  }

  // MARK: Handlers

  @Test func `the engine can be used from all of its handlers`() throws {
    let engine = try CHHapticEngine.started()
    let order = Arrivals<String>()
    let player = try engine.makeAdvancedPlayer(with: tap())
    engine.stoppedHandler = { [weak engine] _ in
      order.add("stopped")
      engine?.stop { _ in
        order.add("stop")
        engine?.stoppedHandler = { _ in }
        try? engine?.start()
        engine?.start { _ in
          order.add("start")
          player.completionHandler = { _ in order.add("second") }
          try? player.start(atTime: 0)
        }
      }
    }
    player.completionHandler = { [weak engine] _ in
      order.add("first")
      engine?.notifyWhenPlayersFinished { _ in
        order.add("finished")
        engine?.isMutedForHaptics = false
        return .stopEngine
      }
    }
    try player.start(atTime: 0)
    #expect(order.wait(for: 6) == ["first", "finished", "stopped", "stop", "start", "second"])
  }

  @Test func `an engine is released in its own handler`() throws {
    final class Owner: @unchecked Sendable { var engine: CHHapticEngine? }
    let owner = Owner()
    owner.engine = try CHHapticEngine.started()
    let ends = Arrivals<Bool>()
    let player = try owner.engine?.makeAdvancedPlayer(with: tap())
    player?.completionHandler = { _ in
      owner.engine = nil
      ends.add(true)
    }
    try player?.start(atTime: 0)
    #expect(ends.wait(for: 1) == [true])
  }

  @Test func `a handler that holds the engine's last reference is replaced without a deadlock`() throws {
    final class Token: Sendable {
      let engine: CHHapticEngine
      init(_ engine: CHHapticEngine) { self.engine = engine }
      deinit { engine.isMutedForHaptics = true }
    }
    let engine = try CHHapticEngine()
    engine.resetHandler = { [token = Token(engine)] in _ = token }
    engine.resetHandler = {}
    engine.stoppedHandler = { [token = Token(engine)] _ in _ = token }
    engine.stoppedHandler = { _ in }
    #expect(engine.isMutedForHaptics)
  }

  // MARK: Audio

  @Test func `a pattern of audio alone takes its time`() throws {
    let engine = try CHHapticEngine.started()
    let tone = CHHapticEvent(eventType: .audioContinuous, parameters: [], relativeTime: 0, duration: 0.05)
    let endless = CHHapticEvent(eventType: .audioContinuous, parameters: [], relativeTime: 0)
    let ends = Arrivals<Bool>()
    for event in [tone, endless] {
      let player = try engine.makeAdvancedPlayer(with: CHHapticPattern(events: [event], parameters: []))
      player.completionHandler = { ends.add($0 == nil) }
      try player.start(atTime: 0)
    }
    #expect(ends.wait(for: 2) == [true, true])
  }
}
