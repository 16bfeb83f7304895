import OpenCoreHaptics
import SimulatedDaemon
import Testing

// Applications use players in these shapes.

protocol HapticPlaying { func play() throws }

/// A player behind a protocol, with the generic type of players.
struct PatternPlaying: HapticPlaying {
  let player: any CHHapticPatternPlayer
  func play() throws { try player.start(atTime: CHHapticTimeImmediate) }
}

/// A player for tests of an application.
final class PlayerMock: NSObject, CHHapticPatternPlayer {
  var isMuted = false
  private(set) var starts: [TimeInterval] = []
  func start(atTime time: TimeInterval) throws { starts.append(time) }
  func stop(atTime time: TimeInterval) throws {}
  func sendParameters(_ parameters: [CHHapticDynamicParameter], atTime time: TimeInterval) throws {}
  func scheduleParameterCurve(_ parameterCurve: CHHapticParameterCurve, atTime time: TimeInterval) throws {}
  func cancel() throws {}
}

@Suite struct `Players` {
  let daemon = try! SimulatedDaemon()
  let engine: CHHapticEngine

  init() throws {
    engine = try CHHapticEngine()
    try engine.start()
    daemon.watchLevels()
  }

  @Test func `a player in a local variable`() throws {
    let player = try engine.makePlayer(with: tapPattern())
    try player.start(atTime: engine.currentTime)
    #expect(daemon.hasPulsed())
  }

  @Test func `a player behind a protocol, and a mock of it`() throws {
    let mock = PlayerMock()
    let haptics: [any HapticPlaying] = [
      PatternPlaying(player: try engine.makePlayer(with: tapPattern())), PatternPlaying(player: mock),
    ]
    for haptic in haptics { try haptic.play() }
    #expect(daemon.hasPulsed() && mock.starts == [0])
  }

  @Test func `a loop`() throws {
    let player = try engine.makeAdvancedPlayer(with: tapPattern())
    player.loopEnabled = true
    player.loopEnd = 0.15
    try player.start(atTime: 0)
    #expect(daemon.hasPulsed(3))
    try player.stop(atTime: CHHapticTimeImmediate)
    #expect(player.loopEnabled && player.loopEnd == 0.15)
    #expect(daemon.isOff)
  }

  @Test func `a rate that changes`() throws {
    let player = try engine.makeAdvancedPlayer(with: buzzPattern())
    player.playbackRate = 2
    try player.start(atTime: 0)
    #expect(daemon.isOn)
    player.playbackRate = 10
    player.playbackRate = 0
    #expect(player.playbackRate == 10)
    #expect(daemon.isOff)
  }

  @Test func `a completion handler`() async throws {
    let player = try engine.makeAdvancedPlayer(with: tapPattern())
    let error = await withCheckedContinuation { continuation in
      player.completionHandler = { continuation.resume(returning: $0) }
      try? player.start(atTime: 0)
    }
    #expect(error == nil && daemon.hasPulsed())
  }

  @Test func `pause and resume`() throws {
    var player: CHHapticAdvancedPatternPlayer?
    player = try engine.makeAdvancedPlayer(with: buzzPattern())
    try player?.start(atTime: CHHapticTimeImmediate)
    #expect(daemon.isOn)
    try player?.pause(atTime: CHHapticTimeImmediate)
    #expect(daemon.isOff)
    try player?.resume(atTime: CHHapticTimeImmediate)
    #expect(daemon.isOn)
    try player?.cancel()
    #expect(daemon.isOff)
  }

  @Test func `seek`() throws {
    let player = try engine.makeAdvancedPlayer(with: tapPattern(at: [0, 100]))
    let hasPulsed = try daemon.hasPulsed(2) {
      try player.start(atTime: 0)
      #expect(daemon.hasPulsed(1))
      try player.seek(toOffset: 99.95)
    }
    #expect(hasPulsed)
  }

  @Test func `parameters in real time`() throws {
    let player = try engine.makeAdvancedPlayer(with: buzzPattern())
    try player.start(atTime: 0)
    #expect(daemon.isOn)
    let off = CHHapticDynamicParameter(parameterID: .hapticIntensityControl, value: 0, relativeTime: 0)
    try player.sendParameters([off], atTime: 0)
    #expect(daemon.isOff)
    off.value = 0.8
    let sharp = CHHapticDynamicParameter(parameterID: .hapticSharpnessControl, value: 0.3, relativeTime: 0)
    try player.sendParameters([off, sharp], atTime: engine.currentTime)
    #expect(daemon.isOn)
    try player.stop(atTime: engine.currentTime + 0.02)
    #expect(daemon.isOff)
  }

  @Test func `a curve in real time`() throws {
    let player = try engine.makePlayer(with: buzzPattern())
    try player.start(atTime: 0)
    #expect(daemon.isOn)
    let fade = CHHapticParameterCurve(
      parameterID: .hapticIntensityControl,
      controlPoints: [.init(relativeTime: 0, value: 1), .init(relativeTime: 0.1, value: 0)], relativeTime: 0)
    try player.scheduleParameterCurve(fade, atTime: CHHapticTimeImmediate)
    #expect(daemon.isOff)
    try player.cancel()
  }

  @Test func `mute`() throws {
    let player = try engine.makePlayer(with: buzzPattern())
    player.isMuted = true
    try player.start(atTime: 0)
    player.isMuted = false
    #expect(daemon.isOn)
    engine.isMutedForHaptics = true
    #expect(daemon.isOff)
    engine.isMutedForHaptics = false
    #expect(daemon.isOn)
    try player.stop(atTime: 0)
    #expect(daemon.isOff)
  }

  @Test func `a start while it plays starts again`() throws {
    let player = try engine.makePlayer(with: buzzPattern())
    try player.start(atTime: 0)
    #expect(daemon.isOn)
    try player.start(atTime: 0)
    #expect(daemon.hasPlayed(2))
    // Nothing of the first start plays on.
    try player.stop(atTime: 0)
    #expect(daemon.isOff)
  }
}
