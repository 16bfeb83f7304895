import FakeDaemon
import HapticProtocol
import HapticSystem
import Haptics
import SimulatedDaemon
import Testing

@testable import OpenCoreHaptics

/// The feedbacks that generators prepare.
@Suite struct PreparedGeneratorTests {
  @Test func `prepared feedbacks are released after their time`() async throws {
    let daemon = try SimulatedDaemon()
    let service = HapticService.generators
    await MainActor.run {
      UISelectionFeedbackGenerator().prepare()
      UINotificationFeedbackGenerator().prepare()
      for _ in 0..<1000 { UISelectionFeedbackGenerator().prepare() }
    }
    #expect(service.preparedCount == 4)
    #expect(daemon.wait { service.preparedCount == 0 })
  }

  @Test func `a feedback that is prepared again and again is prepared in the daemon every 15 seconds`() throws {
    let daemon = try ScriptedDaemon(devices: [.device(1, .vibrator)])
    let start = Instant.now
    for second in [0, 2, 14, 15, 16, 29, 30] {
      HapticService.generators.prepare(["selection"], at: start + .seconds(second))
    }
    HapticService.generators.play("selection")
    #expect(eventually { !daemon.played.isEmpty })
    let preparations = daemon.received.filter { if case .prepare = $0 { true } else { false } }
    #expect(preparations.count == 3)
    #expect(preparations.allSatisfy { $0 == preparations[0] })
    try daemon.end()
  }
}
