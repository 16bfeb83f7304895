import Foundation
import SimulatedDaemon
import Testing

@testable import OpenCoreHaptics

/// Starts so soon that the player waits for its parameters in silence.
@Suite struct DelayedStartTests {
  let daemon = try! SimulatedDaemon()
  let engine: CHHapticEngine

  init() throws { engine = try CHHapticEngine.started() }

  private var soon: TimeInterval { engine.currentTime + 0.4 }

  @Test func `a start with as many parameters as can wait ends`() throws {
    let player = try engine.makePlayer(with: tap())
    let parameters = (1...64).map {
      CHHapticDynamicParameter(parameterID: .hapticIntensityControl, value: 1, relativeTime: Double($0))
    }
    try player.sendParameters(parameters, atTime: 0)
    try player.start(atTime: soon)
    #expect(eventually { engine.activeCount == 0 })
  }

  @Test func `a loop that is switched off before the start leaves the start`() throws {
    let player = try engine.makeAdvancedPlayer(with: tap())
    let ends = Arrivals<TimeInterval>()
    player.completionHandler = { [engine] _ in ends.add(engine.currentTime) }
    player.isMuted = true
    player.loopEnabled = true
    let start = soon
    try player.start(atTime: start)
    player.loopEnabled = false
    let end = try #require(ends.wait(for: 1).first)
    #expect(end >= start)
  }

  @Test func `a position that is set before the start is that of the start`() throws {
    let player = try engine.makeAdvancedPlayer(with: buzz(for: 3000))
    player.isMuted = true
    try player.start(atTime: soon)
    try player.seek(toOffset: 2999.99)
    #expect(eventually { engine.activeCount == 0 })
  }
}
