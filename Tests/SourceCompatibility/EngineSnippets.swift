import OpenCoreHaptics
import SimulatedDaemon
import Testing

@Suite struct `Engines` {
  let daemon = try! SimulatedDaemon()

  @MainActor @Test func `an engine in an optional with weak handlers`() throws {
    let controller = HapticsController()
    controller.createEngine()
    #expect(controller.hasEngine && !controller.needsStart)
    daemon.watchLevels()
    controller.playTransient(intensity: 1, sharpness: 0.5)
    #expect(daemon.hasPulsed())
  }

  @Test func `cached players that start again and again`() throws {
    let cache = PlayerCache()
    daemon.watchLevels()
    for count in 1...3 {
      try cache.play("tap", CHHapticEvent(eventType: .hapticTransient, parameters: [], relativeTime: 0))
      #expect(daemon.hasPulsed(count))
    }
  }

  @Test func `an engine of an actor`() async throws {
    let haptics = HapticActor()
    try await haptics.start()
    try await haptics.tap()
    #expect(daemon.hasPlayed(1))
    try await haptics.stop()
  }

  @Test func `a start and a stop with completion handlers`() async throws {
    let engine = try CHHapticEngine()
    await withCheckedContinuation { continuation in
      engine.start { error in
        #expect(error == nil)
        continuation.resume()
      }
    }
    let player = try engine.makePlayer(with: buzzPattern())
    daemon.watchLevels()
    try player.start(atTime: CHHapticTimeImmediate)
    #expect(daemon.isOn)
    await withCheckedContinuation { continuation in
      engine.stop { error in
        if let error { print("Haptic Engine Shutdown Error: \(error)") }
        continuation.resume()
      }
    }
    #expect(daemon.isOff)
  }

  @Test func `a start without a handler, and a player at once`() throws {
    let engine = try CHHapticEngine()
    engine.start(completionHandler: nil)
    try engine.makePlayer(with: tapPattern()).start(atTime: 0)
    #expect(daemon.hasPlayed(1))
  }

  @Test func `all forms of a stop`() throws {
    let engine = try CHHapticEngine()
    try engine.start()
    engine.stop()
    try engine.start()
    engine.stop(completionHandler: nil)
    try engine.start()
    engine.stop(completionHandler: { _ in })
    #expect(throws: CHHapticError(.engineNotRunning)) {
      try engine.makePlayer(with: tapPattern()).start(atTime: 0)
    }
  }

  @Test func `an asynchronous start and stop`() async throws {
    let engine = try CHHapticEngine()
    try await engine.start()
    try engine.makePlayer(with: tapPattern()).start(atTime: CHHapticTimeImmediate)
    #expect(daemon.hasPlayed(1))
    try await engine.stop()
  }

  @Test func `errors in all ways that applications read them`() throws {
    let engine = try CHHapticEngine()
    let player = try engine.makePlayer(with: tapPattern())
    do {
      try player.start(atTime: 0)
      Issue.record("the engine is not running")
    } catch let error as CHHapticError where error.code == .engineNotRunning {
      #expect(error.errorCode == -4805)
    }
    do { try player.start(atTime: 0) } catch {
      #expect((error as! CHHapticError).code == CHHapticError.Code.engineNotRunning)
      #expect((error as NSError).code == CHHapticError.engineNotRunning.rawValue)
      #expect((error as NSError).domain == CoreHapticsErrorDomain)
      #expect(error.localizedDescription.contains("not running"))
    }
    do { try player.start(atTime: 0) } catch CHHapticError.engineNotRunning {
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test func `the end of all players stops the engine`() async throws {
    let engine = try CHHapticEngine()
    try await engine.start()
    let reason = await withCheckedContinuation { continuation in
      engine.stoppedHandler = { continuation.resume(returning: $0) }
      let player = try? engine.makePlayer(with: tapPattern())
      try? player?.start(atTime: 0)
      engine.notifyWhenPlayersFinished { error in
        if let error { print(error) }
        return .stopEngine
      }
    }
    #expect(reason == .notifyWhenFinished)
  }

  @Test func `the end of all players leaves the engine running`() async throws {
    let engine = try CHHapticEngine()
    try await engine.start()
    await withCheckedContinuation { continuation in
      engine.notifyWhenPlayersFinished { _ in
        continuation.resume()
        return .leaveEngineRunning
      }
    }
    try engine.makePlayer(with: tapPattern()).start(atTime: 0)
    #expect(daemon.hasPlayed(1))
  }

  @Test func `attributes of the hardware`() throws {
    let capabilities = CHHapticEngine.capabilitiesForHardware()
    #expect(capabilities.supportsHaptics)
    #expect(!capabilities.supportsAudio)
    let intensity = try capabilities.attributes(forEventParameter: .hapticIntensity, eventType: .hapticContinuous)
    let value = max(intensity.minValue, min(intensity.maxValue, 7))
    #expect(value == 1 && intensity.defaultValue == 1)
    let control = try capabilities.attributes(forDynamicParameter: .hapticSharpnessControl)
    #expect((control.minValue, control.maxValue, control.defaultValue) == (-1, 1, 0))
    #expect(throws: CHHapticError(.invalidParameterType)) {
      try capabilities.attributes(forEventParameter: .attackTime, eventType: .hapticTransient)
    }
  }

  @Test func `properties of an engine`() throws {
    let engine = try CHHapticEngine(audioSession: nil)
    engine.playsHapticsOnly = true
    engine.playsAudioOnly = false
    engine.isMutedForAudio = true
    engine.isMutedForHaptics = false
    engine.isAutoShutdownEnabled.toggle()
    #expect(engine.playsHapticsOnly && !engine.playsAudioOnly && engine.isMutedForAudio)
    #expect(!engine.isMutedForHaptics && engine.isAutoShutdownEnabled)
    #expect(engine.currentTime > 0)
  }

  @Test func `a metronome on the engine's clock`() throws {
    let engine = try CHHapticEngine()
    try engine.start()
    let click = try engine.makePlayer(with: tapPattern())
    // A beat whose time has passed is not played, so on a slow machine the next try begins later.
    var lead = 0.5
    repeat {
      daemon.watchLevels()
      let start = engine.currentTime + lead
      try click.start(atTime: start)
      try engine.makePlayer(with: tapPattern(at: [0, 0.15, 0.3])).start(atTime: start + 0.15)
      let latest = start + 1 + lead
      _ = daemon.wait { daemon.pulses >= 4 || engine.currentTime > latest }
      lead *= 2
    } while daemon.pulses < 4 && lead < 100
    #expect(daemon.hasPulsed(4))
  }

  @Test func `a gamepad with an engine for each handle`() throws {
    let daemon = try SimulatedDaemon("pad")
    guard let controller = GCController.current, let haptics = controller.haptics else {
      Issue.record("no gamepad")
      return
    }
    #expect(GCController.controllers().contains(controller) && controller.vendorName == "simulated pad")
    #expect(haptics.supportedLocalities.isSuperset(of: [.default, .all, .handles, .leftHandle, .rightHandle]))
    #expect(haptics.createEngine(withLocality: .leftTrigger) == nil)
    daemon.watchLevels()
    for (locality, motor) in [(GCHapticsLocality.leftHandle, "strong"), (.rightHandle, "weak")] {
      guard let engine = haptics.createEngine(withLocality: locality) else { continue }
      try engine.start()
      try engine.makePlayer(with: buzzPattern(for: 0.1)).start(atTime: 0)
      #expect(daemon.isOn)
      #expect(daemon.strongerMotor == motor)
      engine.stop()
      #expect(daemon.isOff)
    }
  }
}
