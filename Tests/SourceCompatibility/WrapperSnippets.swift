import OpenCoreHaptics
import SimulatedDaemon
import Testing

// Libraries wrap Core Haptics in these shapes.

/// An engine behind a type of the library, with the handlers' own types.
final class EngineWrapper {
  typealias Completion = CHHapticEngine.CompletionHandler
  let engine: CHHapticEngine
  let capabilities: any CHHapticDeviceCapability

  init(session: AVAudioSession? = AVAudioSession.sharedInstance()) throws {
    capabilities = CHHapticEngine.capabilitiesForHardware()
    engine = try CHHapticEngine(audioSession: session)
  }

  func observe(
    stopped: @escaping CHHapticEngine.StoppedHandler, reset: @escaping CHHapticEngine.ResetHandler
  ) {
    let old: CHHapticEngine.StoppedHandler = engine.stoppedHandler
    engine.stoppedHandler = { reason in
      old(reason)
      stopped(reason)
    }
    engine.resetHandler = reset
  }

  func waitForPlayers(_ action: CHHapticEngine.FinishedAction, then completion: @escaping Completion) {
    let handler: CHHapticEngine.FinishedHandler = { error in
      completion(error)
      return action
    }
    engine.notifyWhenPlayersFinished(finishedHandler: handler)
  }

  func range(of id: CHHapticDynamicParameter.ID) -> ClosedRange<Float>? {
    guard let attributes: any CHHapticParameterAttributes = try? capabilities.attributes(forDynamicParameter: id)
    else { return nil }
    return attributes.minValue...attributes.maxValue
  }
}

/// Texts for users.
func text(for error: any Error) -> String {
  guard let error = error as? CHHapticError else { return error.localizedDescription }
  switch error.code {
  case .engineNotRunning, .engineStartTimeout, .serverInitFailed, .serverInterrupted: return "engine"
  case .notSupported, .operationNotPermitted, .insufficientPower, .resourceNotAvailable, .memoryError: return "system"
  case .invalidPatternPlayer, .invalidPatternData, .invalidPatternDictionary, .fileNotFound: return "pattern"
  case .invalidParameterType, .invalidEventType, .invalidEventTime, .invalidEventDuration, .badEventEntry,
    .badParameterEntry, .invalidTime:
    return "event"
  case .invalidAudioSession, .invalidAudioResource, .invalidEngineParameter: return "audio"
  case .unknownError: return error.userInfo[NSLocalizedDescriptionKey] as? String ?? error.description
  @unknown default: return "unknown"
  }
}

/// A feedback of the application, as data.
struct AppFeedback: Hashable {
  var weight: SensoryFeedback.Weight = .medium
  var flexibility: SensoryFeedback.Flexibility?
  var pattern: NSHapticFeedbackManager.FeedbackPattern = .generic
  var time: NSHapticFeedbackManager.PerformanceTime = .default

  func perform(with performer: any NSHapticFeedbackPerformer = NSHapticFeedbackManager.defaultPerformer) {
    performer.perform(pattern, performanceTime: time)
    if let flexibility {
      SensoryFeedback.impact(flexibility: flexibility).play()
    } else {
      SensoryFeedback.impact(weight: weight).play()
    }
  }
}

/// A model of the main actor with a handler that changes it.
@MainActor final class EngineModel {
  private let engine: CHHapticEngine
  private(set) var reasons: [CHHapticEngine.StoppedReason] = []

  init(engine: CHHapticEngine) {
    self.engine = engine
    engine.stoppedHandler = { @Sendable [weak self] reason in
      Task { @MainActor in self?.reasons.append(reason) }
    }
  }

  func run() async throws {
    try await engine.start()
    engine.notifyWhenPlayersFinished { _ in .stopEngine }
    while reasons.isEmpty { try await Task.sleep(nanoseconds: 1_000_000) }
  }
}

@Suite struct `Wrappers` {
  let daemon = try! SimulatedDaemon()

  @Test func `an engine with the types of its handlers`() async throws {
    let wrapper = try EngineWrapper()
    try await wrapper.engine.start()
    wrapper.observe(stopped: { print($0) }, reset: {})
    let error: (any Error)? = await withCheckedContinuation { continuation in
      wrapper.waitForPlayers(.leaveEngineRunning) { continuation.resume(returning: $0) }
    }
    #expect(error == nil && wrapper.range(of: .audioVolumeControl) == 0...1)
    #expect(wrapper.range(of: .init(rawValue: "x")) == nil)
  }

  @Test func `a model of the main actor`() async throws {
    let model = await EngineModel(engine: try CHHapticEngine())
    try await model.run()
    #expect(await model.reasons == [.notifyWhenFinished])
  }

  @Test func `texts for errors`() {
    #expect(text(for: CHHapticError(.serverInterrupted)) == "engine")
    #expect(text(for: CHHapticError(.unknownError, userInfo: [NSLocalizedDescriptionKey: "x"])).hasPrefix("x"))
    #expect(CHHapticError.errorDomain == CoreHapticsErrorDomain)
    #expect(CHHapticError(.invalidTime).errorUserInfo.keys.contains(NSLocalizedDescriptionKey))
    #expect(Set([CHHapticError(.invalidTime), CHHapticError(.invalidTime)]).count == 1)
  }

  @Test func `feedbacks as data`() {
    AppFeedback(weight: .light).perform()
    AppFeedback(flexibility: .soft, pattern: .alignment, time: .now).perform()
    #expect(daemon.feedbacks(4) == ["click", "impact.light", "alignment", "impact.soft"])
  }

  @Test func `a pattern of sound with all of its controls`() throws {
    let controls: [CHHapticDynamicParameter.ID] = [
      .audioVolumeControl, .audioPanControl, .audioBrightnessControl, .audioPitchControl, .audioAttackTimeControl,
      .audioDecayTimeControl, .audioReleaseTimeControl,
    ]
    let sound: [CHHapticPattern.Key: Any] = [
      .eventType: CHHapticEvent.EventType.audioCustom, .time: 0.0, .eventWaveformPath: "hit.wav",
      .eventWaveformLoopEnabled: false, .eventWaveformUseVolumeEnvelope: true,
    ]
    let curve: [CHHapticPattern.Key: Any] = [
      .parameterID: controls[0], .time: 0.0,
      .parameterCurveControlPoints: [[CHHapticPattern.Key.time: 0, CHHapticPattern.Key.parameterValue: 1]],
    ]
    let entries: [[CHHapticPattern.Key: Any]] =
      [[.event: sound], [.parameterCurve: curve]]
      + controls.map { [.parameter: [.parameterID: $0, .parameterValue: 0.5, .time: 0] as [CHHapticPattern.Key: Any]] }
    let pattern = try CHHapticPattern(dictionary: [.version: 1, .pattern: entries])
    let exported = try pattern.exportDictionary()[.pattern] as? [[CHHapticPattern.Key: Any]]
    #expect(exported?.count == entries.count)
    let engine = try CHHapticEngine()
    try engine.start()
    let player = try engine.makeAdvancedPlayer(with: pattern)
    let completion: CHHapticAdvancedPatternPlayerCompletionHandler = { _ in }
    player.completionHandler = completion
    for id in controls {
      try player.sendParameters([CHHapticDynamicParameter(parameterID: id, value: 0, relativeTime: 0)], atTime: 0)
    }
    try player.start(atTime: 0)
  }

  @Test func `names of a library's own enumerations`() {
    let localities: [GCHapticsLocality] = [
      .default, .all, .handles, .leftHandle, .rightHandle, .triggers, .leftTrigger, .rightTrigger,
    ]
    #expect(Set(localities.map(\.rawValue)).count == 8 && localities[0].description == "Default")
    let key: CHHapticAudioResourceKey = CHHapticAudioResourceKeyLoopEnabled
    #expect(key != CHHapticAudioResourceKeyUseVolumeEnvelope)
    func name(_ identifier: some CHHapticIdentifier) -> String { identifier.rawValue }
    #expect(name(CHHapticEvent.EventType.audioCustom) == "AudioCustom")
    let haptics: GCDeviceHaptics? = GCController.current?.haptics
    #expect(haptics == nil)
  }
}
