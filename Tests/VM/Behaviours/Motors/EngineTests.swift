internal import EventLoop
internal import FakeServices
internal import Foundation
internal import HapticProtocol
internal import Haptics
internal import OpenCoreHaptics
internal import Synchronization
internal import TestSupport
internal import Testing
internal import VirtualDevices

/// Engines of OpenCoreHaptics on devices that leave, and with a daemon that is killed.
@Suite(
  .inGuest, .serialized,
  .inFull("OpenCoreHapticsTests play with a simulated motor, and PatternTests feel the same drivers"))
struct EngineTests {
  @Test func `the last device leaves under a player, which plays again when the device is back`() async throws {
    let device = try Guest.plug(UinputShape.phoneMotor)
    let daemon = try Daemon()
    try daemon.wait(for: device)
    let (engine, record) = try daemon.engine()
    let player = try engine.makeHum(record)
    try player.start(atTime: CHHapticTimeImmediate)
    try device.log.wait(for: "hum") { $0.motors != .off }

    device.unplug()
    #expect(await record.reasons(1) == [.systemError])
    #expect(await record.ends(1) == [.notSupported])
    await #expect(throws: CHHapticError(.notSupported)) { try await engine.start() }
    #expect(throws: CHHapticError(.engineNotRunning)) { try player.start(atTime: CHHapticTimeImmediate) }
    #expect(poll(upTo: waitLimit) { !CHHapticEngine.capabilitiesForHardware().supportsHaptics })

    try device.plug()
    try daemon.wait(for: device)
    device.log.clear()
    try await engine.start()
    try player.start(atTime: CHHapticTimeImmediate)
    try device.log.wait(for: "hum") { $0.motors != .off }
    try await engine.stop()
    try device.log.wait(for: .off)
    #expect(await record.ends(2) == [.notSupported, nil])
    #expect(await record.reasons(1) == [.systemError])
    #expect(await record.resets(0) == 0)
  }

  @Test func `a gamepad leaves under its engine, and the phone's engine plays on`() async throws {
    let phone = try Guest.plug(UinputShape.phoneMotor)
    let pad = try Guest.plug(UhidShape.dualSense)
    let daemon = try Daemon()
    try daemon.wait(for: phone)
    try daemon.wait(for: pad)
    let (phoneEngine, phoneRecord) = try daemon.engine()
    #expect(poll(upTo: waitLimit) { GCController.current != nil })
    let padEngine = try #require(GCController.current?.haptics?.createEngine(withLocality: .default))
    let padRecord = EngineRecord(padEngine)
    try await padEngine.start()
    try phoneEngine.makeHum(phoneRecord).start(atTime: CHHapticTimeImmediate)
    try phone.log.wait(for: "hum") { $0.motors != .off }
    let player = try padEngine.makeHum(padRecord)
    try player.start(atTime: CHHapticTimeImmediate)
    try pad.log.wait(for: "hum") { $0.motors != .off }

    pad.unplug()
    #expect(await padRecord.reasons(1) == [.gameControllerDisconnect])
    #expect(await padRecord.ends(1) == [.notSupported])
    await #expect(throws: CHHapticError(.notSupported)) { try await padEngine.start() }
    #expect(phone.log.motors != .off)
    #expect(await phoneRecord.reasons(0).isEmpty)
    try await phoneEngine.stop()
    try phone.log.wait(for: .off)
  }

  @Test func `a daemon killed under playing, paused and idle players leaves the motor off, and the next one plays`()
    async throws
  {
    let device = try Guest.plug(UinputShape.phoneMotor)
    let daemon = try Daemon()
    try daemon.wait(for: device)
    let (engine, record) = try daemon.engine()
    let (paused, playing) = (try engine.makeHum(record), try engine.makeHum(record))
    let idle = try engine.makeHum(record)
    try paused.start(atTime: CHHapticTimeImmediate)
    try paused.pause(atTime: CHHapticTimeImmediate)
    try playing.start(atTime: CHHapticTimeImmediate)
    try device.log.wait(for: "hum") { $0.motors != .off }

    daemon.signal(SIGKILL)
    _ = try? daemon.wait()
    #expect(await record.ends(2) == [.serverInterrupted, .serverInterrupted])
    try device.log.wait(for: .off)
    for player in [playing, paused, idle] {
      #expect(throws: CHHapticError(.serverInterrupted)) { try player.start(atTime: CHHapticTimeImmediate) }
    }

    let next = try Daemon(in: daemon.runtimeFolder)
    try next.wait(for: device)
    #expect(await record.resets(1) == 1)
    for player in [playing, paused, idle] {
      #expect(throws: CHHapticError(.invalidPatternPlayer)) { try player.start(atTime: CHHapticTimeImmediate) }
    }
    device.log.clear()
    try await engine.start()
    try engine.makeHum(record).start(atTime: CHHapticTimeImmediate)
    try device.log.wait(for: "hum") { $0.motors != .off }
    try await engine.stop()
    try device.log.wait(for: .off)
    // A lost daemon is a reset, not a stop.
    #expect(await record.reasons(0).isEmpty)
  }

  @Test func `a session that is left suspends its engine, which plays again when the session is back`() async throws {
    let device = try Guest.plug(UinputShape.phoneMotor)
    let bus = try FakeBus()
    let loop = try EventLoop()
    let logind = try FakeLogind(on: bus, loop: loop, userID: 1000)
    try logind.addSession("2")
    try logind.setDisplay("2")
    try loop.run { logind.service.isReady }
    let daemon = try Daemon(environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
    try loop.run { logind.locksHeld == 1 }
    try daemon.wait(for: device)
    let (engine, record) = try daemon.engine()
    let player = try engine.makeHum(record)
    for round in 1...2 {
      device.log.clear()
      try player.start(atTime: CHHapticTimeImmediate)
      try device.log.wait(for: "hum") { $0.motors != .off }

      try logind.setActive(false, "2")
      try loop.run { device.log.motors == .off }
      #expect(await record.reasons(round) == Array(repeating: .applicationSuspended, count: round))
      #expect(await record.ends(round).count == round)
      #expect(throws: CHHapticError(.engineNotRunning)) { try player.start(atTime: CHHapticTimeImmediate) }

      try logind.setActive(true, "2")
      let isBack = try poll(upTo: waitLimit) {
        _ = try loop.runOnce(timeout: .milliseconds(10))
        return try daemon.client().blocking.ask(StatusQuery(), timeout: waitLimit).circumstances.contains(
          .sessionInactive)
          == false
      }
      #expect(isBack)
      try await engine.start()
    }
    try await engine.stop()
    #expect(await record.resets(0) == 0)
  }
}

extension Daemon {
  /// An engine that is started, whose plays have a deadline that an emulated machine keeps.
  fileprivate func engine() throws -> (CHHapticEngine, EngineRecord) {
    HapticService.use(socketPath: socketPath, deadline: waitLimit)
    let engine = try CHHapticEngine()
    let record = EngineRecord(engine)
    try engine.start()
    return (engine, record)
  }
}

extension CHHapticEngine {
  /// A player of 60 seconds at full strength, whose ends are recorded.
  fileprivate func makeHum(_ record: EngineRecord) throws -> any CHHapticAdvancedPatternPlayer {
    let event = CHHapticEvent(
      eventType: .hapticContinuous, parameters: [CHHapticEventParameter(parameterID: .hapticIntensity, value: 1)],
      relativeTime: 0, duration: 60)
    let player = try makeAdvancedPlayer(with: CHHapticPattern(events: [event], parameters: []))
    player.completionHandler = { error in record.add { $0.ends.append((error as? CHHapticError)?.code) } }
    return player
  }
}

/// The calls of an engine's handlers and of its players' completion handlers.
private final class EngineRecord: Sendable {
  struct Calls {
    var reasons: [CHHapticEngine.StoppedReason] = []
    var resets = 0
    var ends: [CHHapticError.Code?] = []
  }

  private let calls = Mutex(Calls())

  init(_ engine: CHHapticEngine) {
    engine.stoppedHandler = { [self] reason in add { $0.reasons.append(reason) } }
    engine.resetHandler = { [self] in add { $0.resets += 1 } }
  }

  func add(_ change: (inout Calls) -> Void) { calls.withLock { change(&$0) } }

  /// The reasons of stops, as soon as there are so many.
  func reasons(_ count: Int) async -> [CHHapticEngine.StoppedReason] {
    await wait { $0.reasons.count >= count }.reasons
  }

  /// The number of resets, as soon as there are so many.
  func resets(_ count: Int) async -> Int { await wait { $0.resets >= count }.resets }

  /// The errors of ends, as soon as there are so many.
  func ends(_ count: Int) async -> [CHHapticError.Code?] { await wait { $0.ends.count >= count }.ends }

  /// Suspends the test: with one processor, Swift has one thread for all tasks, and the engine asks for the devices in one.
  private func wait(until condition: (Calls) -> Bool) async -> Calls {
    let clock = ContinuousClock()
    let end = clock.now + waitLimit
    while !calls.withLock({ condition($0) }), clock.now < end { try? await Task.sleep(for: .milliseconds(10)) }
    return calls.withLock { $0 }
  }
}
