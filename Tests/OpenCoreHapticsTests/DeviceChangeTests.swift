import FakeDaemon
import Foundation
import HapticProtocol
import Haptics
import SimulatedDaemon
import Synchronization
import Testing

@testable import OpenCoreHaptics

/// Engines while devices come and go and the session pauses.
@Suite struct DeviceChangeTests {
  @Test func `an engine without a device is not supported`() throws {
    let daemon = try ScriptedDaemon(devices: [
      .device(1, .wheel, state: .ignored), .device(2, .vibrator, state: .failed),
    ])
    #expect(code { _ = try CHHapticEngine() } == .notSupported)
    #expect(!CHHapticEngine.capabilitiesForHardware().supportsHaptics)
    try daemon.end()
  }

  @Test func `the abilities follow the devices, and ranges are the same on each device`() throws {
    let daemon = try ScriptedDaemon(devices: [.device(1, .vibrator)])
    let capabilities = CHHapticEngine.capabilitiesForHardware()
    func ranges() throws -> [ClosedRange<Float>] {
      let parameters: [CHHapticEvent.ParameterID] = [.hapticIntensity, .hapticSharpness, .attackTime, .sustained]
      return try parameters.map {
        let attributes = try capabilities.attributes(forEventParameter: $0, eventType: .hapticContinuous)
        return attributes.minValue...attributes.maxValue
      }
    }
    #expect(capabilities.supportsHaptics)
    let ofPhone = try ranges()
    daemon.devices = [.device(2, .vibrator, isOnOff: true)]
    Capabilities.forget()
    #expect(try ranges() == ofPhone)
    daemon.devices = []
    Capabilities.forget()
    #expect(!capabilities.supportsHaptics)
    #expect(code { _ = try ranges() } == .notSupported)
    #expect(
      code { _ = try capabilities.attributes(forDynamicParameter: .hapticIntensityControl) } == .notSupported)
    try daemon.end()
  }

  @Test func `an engine stops when the last device is removed`() throws {
    let daemon = try ScriptedDaemon(devices: [.device(1, .vibrator)])
    var engine: CHHapticEngine? = try CHHapticEngine.started()
    let reasons = Arrivals<CHHapticEngine.StoppedReason>()
    engine?.stoppedHandler = { reasons.add($0) }
    let player = try engine?.makePlayer(with: tap())
    daemon.devices = []
    daemon.sendAfterPlay([.device(DeviceChange(.removed, .device(1, .vibrator)))])
    try player?.start(atTime: 0)
    #expect(reasons.wait(for: 1) == [.systemError])
    #expect(code { try player?.start(atTime: 0) } == .engineNotRunning)
    #expect(code { try engine?.start() } == .notSupported)
    daemon.devices = [.device(2, .vibrator)]
    try engine?.start()
    try player?.start(atTime: 0)
    engine = nil
    #expect(reasons.wait(for: 2) == [.systemError, .engineDestroyed])
    try daemon.end()
  }

  @Test func `the engine of a removed gamepad stops, and that of the phone continues`() throws {
    let daemon = try ScriptedDaemon(devices: [.device(1, .vibrator), .device(7, .gamepad, motors: 2)])
    let controller = try #require(GCController.current)
    #expect(GCController.controllers().count == 1)
    daemon.dropGenerators()
    var engine = controller.haptics?.createEngine(withLocality: .default)
    try engine?.start()
    let reasons = Arrivals<CHHapticEngine.StoppedReason>()
    engine?.stoppedHandler = { reasons.add($0) }
    let playback = PlaybackID(rawValue: 1)!
    daemon.devices = [.device(1, .vibrator)]
    // A sandboxed application gets no `device`, but the end of its playback.
    daemon.sendAfterPlay([
      .finished(
        Finished(
          playback: playback, reason: .unplugged, firstWrittenNanoseconds: nil, endedNanoseconds: 1, device: nil))
    ])
    var player = try engine?.makeAdvancedPlayer(with: tap())
    let ends = Arrivals<CHHapticError.Code?>()
    player?.completionHandler = { ends.add(($0 as? CHHapticError)?.code) }
    try player?.start(atTime: 0)
    #expect(ends.wait(for: 1) == [.notSupported])
    #expect(reasons.wait(for: 1) == [.gameControllerDisconnect])
    #expect(daemon.played.count == 1)
    (engine, player) = (nil, nil)
    #expect(controller.haptics?.createEngine(withLocality: .default) == nil)
    try daemon.end()
  }

  @Test(arguments: [FinishReason.unplugged, .failed, .coolingDown, .forbidden])
  func `an early end on one motor of a phone stops the playback on the other`(reason: FinishReason) throws {
    let daemon = try ScriptedDaemon(devices: [.device(1, .vibrator), .device(2, .vibrator)])
    var engine: CHHapticEngine? = try CHHapticEngine.started()
    let playback = PlaybackID(rawValue: 1)!
    let end = Finished(
      playback: playback, reason: reason, firstWrittenNanoseconds: nil, endedNanoseconds: 1, device: nil)
    daemon.sendAfterPlay([.finished(end)])
    let player = try engine?.makeAdvancedPlayer(with: tap())
    player?.loopEnabled = true
    let ends = Arrivals<Bool>()
    player?.completionHandler = { _ in ends.add(true) }
    try player?.start(atTime: 0)
    #expect(ends.wait(for: 1) == [true])
    #expect(eventually { daemon.received.contains(.stop(playback)) })
    engine = nil
    try daemon.end()
  }

  @Test(arguments: [Circumstances.sessionInactive, .suspending, .locked])
  func `a pause of the session stops the engine once`(_ circumstance: Circumstances) throws {
    let daemon = try ScriptedDaemon(devices: [.device(1, .vibrator)])
    var engine: CHHapticEngine? = try CHHapticEngine.started()
    let reasons = Arrivals<CHHapticEngine.StoppedReason>()
    engine?.stoppedHandler = { [weak engine] in
      reasons.add($0)
      try? engine?.start()
    }
    let player = try engine?.makePlayer(with: tap())
    func status(_ circumstances: Circumstances) -> DaemonEvent {
      .status(Status(uptimeNanoseconds: 1, processID: 1, clients: 1, circumstances: circumstances))
    }
    daemon.sendAfterPlay([status(.quietHours), status(circumstance), status([circumstance, .quietHours])])
    try player?.start(atTime: 0)
    #expect(reasons.wait(for: 1) == [.applicationSuspended])
    #expect(eventually { engine?.isRunning == true })
    daemon.sendAfterPlay([status([]), status(circumstance)])
    try player?.start(atTime: 0)
    #expect(reasons.wait(for: 2) == [.applicationSuspended, .applicationSuspended])
    engine?.stoppedHandler = { _ in }
    engine = nil
    try daemon.end()
  }
}
