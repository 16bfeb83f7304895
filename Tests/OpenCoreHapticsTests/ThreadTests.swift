import Dispatch
import FakeDaemon
import Foundation
import HapticProtocol
import Haptics
import SimulatedDaemon
import Synchronization
import Testing

@testable import OpenCoreHaptics

/// Engines, players and generators that many threads share; also run with the thread sanitizer.
@Suite struct ThreadTests {
  @Test func `many threads share an engine, its players and the generators`() throws {
    let daemon = try SimulatedDaemon()
    let engine = try CHHapticEngine.started()
    engine.isAutoShutdownEnabled = true
    nonisolated(unsafe) let players = try (0..<4).map { number in
      try engine.makeAdvancedPlayer(with: tap(at: [0, 0.01 * Double(number + 1)]))
    }
    let unexpected = Arrivals<String>()
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for step in 0..<150 {
        do {
          try use(engine, players[(thread + step) % players.count], (thread * 5 + step) % 20)
        } catch CHHapticError.engineNotRunning {
          // Another thread has stopped the engine.
        } catch {
          unexpected.add("\(error)")
        }
      }
    }
    try engine.start()
    for player in players { try player.cancel() }
    engine.stop()
    #expect(unexpected.all == [])
    #expect(eventually { engine.activeCount == 0 })
    #expect(daemon.wait { (try? daemon.client.blocking.list(PlayingQuery(), timeout: waitLimit))?.isEmpty == true })
  }

  private func use(_ engine: CHHapticEngine, _ player: any CHHapticAdvancedPatternPlayer, _ action: Int) throws {
    let control = CHHapticDynamicParameter(parameterID: .hapticIntensityControl, value: 0.5, relativeTime: 0)
    let curve = CHHapticParameterCurve(
      parameterID: .hapticSharpnessControl, controlPoints: [.init(relativeTime: 0, value: 0)], relativeTime: 0)
    switch action {
    case 0: engine.stop()
    case 1: engine.stop { _ in }
    case 2: engine.start { _ in }
    case 3: try engine.start()
    case 4: engine.isMutedForHaptics.toggle()
    case 5: engine.stoppedHandler = { _ in }
    case 6: engine.resetHandler = { [weak engine] in try? engine?.start() }
    case 7: engine.notifyWhenPlayersFinished { _ in .leaveEngineRunning }
    case 8: try engine.makePlayer(with: tap()).start(atTime: engine.currentTime + 0.005)
    case 9: try player.stop(atTime: 0)
    case 10: try player.sendParameters([control], atTime: 0)
    case 11: try player.scheduleParameterCurve(curve, atTime: 0)
    case 12: player.isMuted.toggle()
    case 13: player.completionHandler = { _ in }
    case 14: player.playbackRate = 2
    case 15: HapticService.generators.prepare(["impact.light", "selection"])
    case 16: HapticService.generators.play("impact.light")
    case 17: AudioServicesPlaySystemSound(kSystemSoundID_Vibrate)
    case 18: _ = CHHapticEngine.capabilitiesForHardware().supportsHaptics
    default: try player.start(atTime: 0)
    }
  }

  @Test func `engines are made and released on many threads while they play`() throws {
    let daemon = try SimulatedDaemon()
    let unexpected = Arrivals<String>()
    let reasons = Arrivals<CHHapticEngine.StoppedReason>()
    DispatchQueue.concurrentPerform(iterations: 6) { _ in
      for _ in 0..<8 {
        do {
          let engine = try CHHapticEngine.started()
          engine.stoppedHandler = { reasons.add($0) }
          try engine.makePlayer(with: buzz()).start(atTime: 0)
        } catch {
          unexpected.add("\(error)")
        }
      }
    }
    #expect(unexpected.all == [])
    #expect(reasons.wait(for: 48) == Array(repeating: .engineDestroyed, count: 48))
    #expect(daemon.wait { (try? daemon.client.blocking.list(PlayingQuery(), timeout: waitLimit))?.isEmpty == true })
  }

  @Test func `the daemon restarts under engines and generators of many threads`() throws {
    let daemon = try SimulatedDaemon()
    let isOver = Atomic(false)
    let engines = try (0..<3).map { _ in try CHHapticEngine.started() }
    let stops = Arrivals<CHHapticEngine.StoppedReason>()
    for engine in engines {
      engine.stoppedHandler = { stops.add($0) }
      // A start fails if the daemon is away again.
      engine.resetHandler = { [weak engine] in _ = eventually { engine == nil || (try? engine?.start()) != nil } }
    }
    let threads = DispatchGroup()
    for thread in 0..<6 {
      DispatchQueue.global().async(group: threads) {
        while !isOver.load(ordering: .relaxed) {
          // Fails while the daemon is away.
          try? engines[thread % 3].makeAdvancedPlayer(with: tap(at: [Double(thread) / 100])).start(atTime: 0)
          HapticService.generators.play("selection")
          usleep(500)
        }
      }
    }
    for _ in 0..<3 { try daemon.restart() }
    isOver.store(true, ordering: .relaxed)
    threads.wait()
    let isRunning = eventually { engines.allSatisfy(\.isRunning) }
    let states = engines.map { engine in engine.core.state.withLock { "\($0.phase), lost: \($0.isLost)" } }
    #expect(isRunning, "\(states), stopped: \(stops.all)")
    #expect(eventually { engines.allSatisfy { $0.activeCount == 0 } })
  }

  @Test func `a player that starts before the loss of the connection is processed is stopped in the new daemon`() throws
  {
    let daemon = try SimulatedDaemon()
    let engine = try CHHapticEngine.started()
    let player = try engine.makeAdvancedPlayer(with: buzz())
    let codes = Arrivals<CHHapticError.Code?>()
    player.completionHandler = { codes.add(($0 as? CHHapticError)?.code) }
    let isStarted = DispatchSemaphore(value: 0)
    engine.core.queue.async { isStarted.wait() }
    try daemon.restart()
    // The client connects by itself.
    #expect(eventually { (try? engine.core.client.blocking.devices(timeout: waitLimit)) != nil })
    daemon.watchLevels()
    try player.start(atTime: 0)
    #expect(daemon.plays(1).map(\.verdict) == [.played])
    #expect(daemon.isOn)
    isStarted.signal()
    #expect(codes.wait(for: 1) == [.serverInterrupted])
    // After the reply to another request, the daemon has read the stop.
    _ = try engine.core.client.blocking.devices(timeout: waitLimit)
    #expect(try daemon.client.blocking.list(PlayingQuery(), timeout: waitLimit).isEmpty)
    #expect(daemon.isOff)
  }

  @Test func `a player that starts at the moment of the auto shutdown plays on`() throws {
    let daemon = try ScriptedDaemon(devices: [.device(1, .vibrator)])
    var engine: CHHapticEngine? = try CHHapticEngine.started()
    let reasons = Arrivals<CHHapticEngine.StoppedReason>()
    engine?.stoppedHandler = { reasons.add($0) }
    var player = try engine?.makePlayer(with: buzz())
    try player?.start(atTime: 0)
    // As the timer does, after it has found the engine idle.
    engine?.core.stop(because: .idleTimeout)
    #expect(engine?.isRunning == true && engine?.activeCount == 1)

    try player?.stop(atTime: 0)
    engine?.core.state.withLock { $0.active = [:] }
    engine?.core.stop(because: .idleTimeout)
    #expect(reasons.all == [.idleTimeout])
    // A stop of all players would end one that starts now.
    #expect(try engine?.core.client.blocking.devices(timeout: waitLimit).count == 1)
    #expect(!daemon.received.contains(.stop(nil)))
    (player, engine) = (nil, nil)
    try daemon.end()
  }
}
