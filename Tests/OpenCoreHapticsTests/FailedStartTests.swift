import Dispatch
import FakeDaemon
import Foundation
import HapticProtocol
import SimulatedDaemon
import Testing

@testable import OpenCoreHaptics

/// Players that start before the start of their engine has failed.
@Suite struct FailedStartTests {
  @Test func `a failed start ends the players with its error, and the daemon stops them`() throws {
    let daemon = try ScriptedDaemon(devices: [.device(1, .vibrator)])
    var engine: CHHapticEngine? = try CHHapticEngine()
    var player = try engine?.makeAdvancedPlayer(with: buzz())
    let order = Arrivals<String>()
    player?.completionHandler = { order.add("player: \(($0 as? CHHapticError)?.code, default: "nil")") }
    daemon.devices = []

    try start(engine) { error in
      order.add("engine: \(error?.code, default: "nil")")
    } meanwhile: {
      try player?.start(atTime: 0)
    }
    #expect(order.wait(for: 2) == ["player: notSupported", "engine: notSupported"])
    #expect(eventually { daemon.received.contains(.stop(nil)) })
    #expect(engine?.isRunning == false && engine?.activeCount == 0)
    #expect(code { try player?.start(atTime: 0) } == .engineNotRunning)
    try player?.stop(atTime: 0)

    daemon.devices = [.device(1, .vibrator)]
    try engine?.start()
    try player?.start(atTime: 0)
    #expect(eventually { daemon.played.count == 2 })
    (player, engine) = (nil, nil)
    try daemon.end()
  }

  @Test func `players of a start without a daemon play when the daemon is there`() throws {
    let daemon = try SimulatedDaemon()
    daemon.kill()
    let engine = try CHHapticEngine()
    let (looping, idle) = (try engine.makeAdvancedPlayer(with: buzz()), try engine.makePlayer(with: tap()))
    looping.loopEnabled = true
    let codes = Arrivals<CHHapticError.Code?>()
    looping.completionHandler = { codes.add(($0 as? CHHapticError)?.code) }
    try start(engine) {
      codes.add($0?.code)
    } meanwhile: {
      try looping.start(atTime: 0)
    }
    #expect(codes.wait(for: 2) == [.serverInitFailed, .serverInitFailed])
    #expect(engine.activeCount == 0)
    for player in [looping, idle] { #expect(code { try player.start(atTime: 0) } == .engineNotRunning) }

    try daemon.restart()
    #expect(eventually { (try? engine.start()) != nil })
    daemon.watchLevels()
    for player in [idle, looping] { try player.start(atTime: 0) }
    #expect(daemon.plays(2).map(\.verdict) == [.played, .played])
    #expect(daemon.isOn)
    engine.stop()
    #expect(daemon.isOff)
  }

  /// Starts the engine, and processes the result after `body`.
  private func start(
    _ engine: CHHapticEngine?, _ report: @escaping @Sendable (CHHapticError?) -> Void, meanwhile body: () throws -> Void
  ) throws {
    let isOver = DispatchSemaphore(value: 0)
    defer { isOver.signal() }
    engine?.core.queue.async { isOver.wait() }
    engine?.start { report($0 as? CHHapticError) }
    try body()
  }
}
