import OpenCoreHaptics

// Applications use engines in these shapes.

/// An engine in an optional, with handlers that capture weakly and restart it.
@MainActor final class HapticsController {
  private var engine: CHHapticEngine?
  private(set) var needsStart = true
  var hasEngine: Bool { engine != nil }

  func createEngine() {
    guard CHHapticEngine.capabilitiesForHardware().supportsHaptics else { return }
    do {
      engine = try CHHapticEngine()
    } catch let error {
      fatalError("Engine Creation Error: \(error)")
    }
    engine?.playsHapticsOnly = true
    engine?.isAutoShutdownEnabled = true
    engine?.stoppedHandler = { [weak self] reason in
      print("Stop Handler: The engine stopped for reason: \(reason.rawValue)")
      switch reason {
      case .audioSessionInterrupt: print("Audio session interrupt")
      case .applicationSuspended: print("Application suspended")
      case .idleTimeout: print("Idle timeout")
      case .systemError: print("System error")
      case .notifyWhenFinished: print("Playback finished")
      case .engineDestroyed: print("Engine destroyed")
      case .gameControllerDisconnect: print("Game controller disconnect")
      @unknown default: print("Unknown error")
      }
      Task { @MainActor in self?.needsStart = true }
    }
    engine?.resetHandler = { [weak self] in
      Task { @MainActor in
        do {
          try await self?.engine?.start()
          self?.needsStart = false
        } catch {
          print("Failed to restart the engine: \(error)")
        }
      }
    }
    do {
      try engine?.start()
      needsStart = false
    } catch {
      print("Failed to start the engine: \(error)")
    }
  }

  func playTransient(intensity: Float, sharpness: Float) {
    guard let engine = engine else { return }
    let intensityParameter = CHHapticEventParameter(parameterID: .hapticIntensity, value: intensity)
    let sharpnessParameter = CHHapticEventParameter(parameterID: .hapticSharpness, value: sharpness)
    let event = CHHapticEvent(
      eventType: .hapticTransient, parameters: [intensityParameter, sharpnessParameter], relativeTime: 0)
    do {
      let pattern = try CHHapticPattern(events: [event], parameters: [])
      let player = try engine.makePlayer(with: pattern)
      try player.start(atTime: CHHapticTimeImmediate)
    } catch let error {
      print("Error creating a haptic transient pattern: \(error)")
    }
  }
}

/// A shared object that prepares its players once.
final class PlayerCache: @unchecked Sendable {
  private lazy var engine: CHHapticEngine? = {
    let engine = try? CHHapticEngine(audioSession: .sharedInstance())
    engine?.isMutedForAudio = true
    return engine
  }()
  private var players = [String: CHHapticPatternPlayer]()

  init() { try? engine?.start() }

  func play(_ name: String, _ event: @autoclosure () -> CHHapticEvent) throws {
    if players[name] == nil {
      let pattern = try CHHapticPattern(events: [event()], parameters: [])
      players[name] = try engine?.makePlayer(with: pattern)
    }
    try players[name]?.start(atTime: 0)
  }
}

actor HapticActor {
  private var engine: CHHapticEngine?

  func start() async throws {
    let engine = try CHHapticEngine()
    try await engine.start()
    self.engine = engine
  }

  func tap() throws {
    try engine?.makePlayer(with: tapPattern()).start(atTime: 0)
  }

  func stop() async throws { try await engine?.stop() }
}

func tapPattern(at times: [TimeInterval] = [0]) throws -> CHHapticPattern {
  try CHHapticPattern(
    events: times.map { CHHapticEvent(eventType: .hapticTransient, parameters: [], relativeTime: $0) }, parameters: [])
}

func buzzPattern(for duration: TimeInterval = 30) throws -> CHHapticPattern {
  let event = CHHapticEvent(
    eventType: .hapticContinuous,
    parameters: [
      .init(parameterID: .hapticIntensity, value: 1.0), .init(parameterID: .hapticSharpness, value: 0.5),
    ], relativeTime: 0, duration: duration)
  return try CHHapticPattern(events: [event], parameters: [])
}
