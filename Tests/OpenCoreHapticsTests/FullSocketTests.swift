import FakeDaemon
import Foundation
import HapticPatterns
import HapticProtocol
import HapticSystem
import Haptics
import Synchronization
import Testing

@testable import OpenCoreHaptics

/// Engines whose daemon reads nothing, so that the socket is full.
@Suite struct FullSocketTests {
  let daemon = try! ScriptedDaemon(devices: [.device(1, .vibrator)])
  let forEver = Duration.seconds(3600)

  private func engine(stopLimit: Duration, listens: Bool = true) throws -> CHHapticEngine {
    let engine = CHHapticEngine(
      EngineCore(client: HapticService.makeClient(), device: nil, sharpness: nil, stopLimit: stopLimit))
    if !listens { engine.core.state.withLock { $0.isListening = true } }
    try engine.start()
    return engine
  }

  /// Makes a player that plays, and fills the socket to a daemon that hangs.
  private func playThenFill(_ engine: CHHapticEngine) throws -> any CHHapticAdvancedPatternPlayer {
    let player = try engine.makeAdvancedPlayer(with: buzz())
    try player.start(atTime: 0)
    #expect(eventually { daemon.played.count == 1 })
    daemon.hang()
    fill(engine)
    return player
  }

  private func fill(_ engine: CHHapticEngine) {
    let other = PlaybackID(rawValue: 1_000_000)!
    while engine.core.client.send([DynamicParameter(.intensity, 1)], to: other) {}
  }

  // MARK: Engines

  @Test func `a stop that cannot be sent closes the connection and is reported`() throws {
    // Learns of the loss only by the stop.
    var engine: CHHapticEngine? = try engine(stopLimit: .milliseconds(20), listens: false)
    var player: (any CHHapticAdvancedPatternPlayer)? = try playThenFill(engine!)
    let codes = Arrivals<CHHapticError.Code?>()
    player?.completionHandler = { codes.add(($0 as? CHHapticError)?.code) }
    engine?.stop { codes.add(($0 as? CHHapticError)?.code) }
    #expect(codes.wait(for: 2) == [.serverInterrupted, nil])
    (player, engine) = (nil, nil)
    daemon.resume()
    try daemon.end()
  }

  @Test func `a stop that the daemon does not answer closes the connection and is reported`() throws {
    var engine: CHHapticEngine? = try engine(stopLimit: .milliseconds(20))
    var player: (any CHHapticAdvancedPatternPlayer)? = try engine?.makeAdvancedPlayer(with: buzz())
    let codes = Arrivals<CHHapticError.Code?>()
    player?.completionHandler = { codes.add(($0 as? CHHapticError)?.code) }
    try player?.start(atTime: 0)
    #expect(eventually { daemon.played.count == 1 })
    daemon.hang()
    engine?.stop { codes.add(($0 as? CHHapticError)?.code) }
    #expect(codes.wait(for: 2) == [.serverInterrupted, nil])
    (player, engine) = (nil, nil)
    daemon.resume()
    try daemon.end()
  }

  @Test func `a released engine stops its players when the socket has room`() throws {
    var engine: CHHapticEngine? = try engine(stopLimit: forEver)
    var player: (any CHHapticAdvancedPatternPlayer)? = try playThenFill(engine!)
    engine = nil
    daemon.resume()
    #expect(eventually { daemon.received.contains(.stop(nil)) })
    withExtendedLifetime(player) {}
    player = nil
    try daemon.end()
  }

  @Test func `a stop is reported if the engine is released before it can be sent`() throws {
    var engine: CHHapticEngine? = try engine(stopLimit: forEver)
    var player: (any CHHapticAdvancedPatternPlayer)? = try playThenFill(engine!)
    let stops = Arrivals<Bool>()
    engine?.stop { stops.add($0 == nil) }
    try player?.cancel()
    (player, engine) = (nil, nil)
    daemon.resume()
    #expect(stops.wait(for: 1) == [true])
    try daemon.end()
  }

  // MARK: Players

  @Test func `the latest state of a player is sent when the socket has room`() throws {
    var engine: CHHapticEngine? = try engine(stopLimit: forEver)
    var player: (any CHHapticAdvancedPatternPlayer)? = try playThenFill(engine!)
    let playback = try #require(daemon.played.first?.playback)
    for isMuted in [true, false, true] { player?.isMuted = isMuted }
    try player?.pause(atTime: 0)
    try player?.resume(atTime: 0)
    try player?.pause(atTime: 0)
    player?.playbackRate = 2
    for value in [1, 0.5, 0] as [Float] {
      let parameter = CHHapticDynamicParameter(parameterID: .hapticIntensityControl, value: value, relativeTime: 0)
      try player?.sendParameters([parameter], atTime: 0)
    }
    daemon.resume()
    let silence = Request.modulate(
      Request.Modulate(playback, .intensity, atNanoseconds: nil, points: [ParameterCurve.Point(at: .zero, 0)]))
    let expected: [Request] = [
      .transport(Request.Transport(playback, .mute(true))), .transport(Request.Transport(playback, .pause)),
      .transport(Request.Transport(playback, .rate(2))), silence,
    ]
    #expect(eventually { daemon.received.last == silence })
    #expect(Array(daemon.received.suffix(expected.count)) == expected)
    (player, engine) = (nil, nil)
    try daemon.end()
  }

  @Test func `a long curve that meets a full socket goes on where it stopped`() throws {
    var engine: CHHapticEngine? = try engine(stopLimit: forEver)
    var player: (any CHHapticAdvancedPatternPlayer)? = try engine?.makeAdvancedPlayer(with: buzz())
    try player?.start(atTime: 0)
    #expect(eventually { daemon.played.count == 1 })
    daemon.hang()
    // More than a socket holds, with values that tell the points from each other.
    let count = 120_000
    let points = (0..<count).map {
      CHHapticParameterCurve.ControlPoint(relativeTime: Double($0) / 1000, value: Float($0) / Float(count))
    }
    let curve = CHHapticParameterCurve(parameterID: .hapticIntensityControl, controlPoints: points, relativeTime: 0)
    try player?.scheduleParameterCurve(curve, atTime: 0)
    daemon.resume()
    let pieces = (count - 2) / (Limits.modulationPoints - 1) + 1
    #expect(eventually { daemon.modulations.last?.points.last?.value == Double(points[count - 1].value) })
    let received = daemon.modulations
    #expect(received.count == pieces)
    // Each piece begins with the last point of the one before it, at its time.
    let values = received.enumerated().flatMap { $1.points.map(\.value).dropFirst($0 == 0 ? 0 : 1) }
    #expect(values == points.map { Double($0.value) })
    let starts = received.compactMap(\.atNanoseconds)
    let lengths = received.map { $0.points.last?.time ?? .zero }
    #expect(zip(zip(starts, starts.dropFirst()), lengths).allSatisfy { .nanoseconds($0.1 - $0.0) == $1 })
    (player, engine) = (nil, nil)
    try daemon.end()
  }

  @Test func `parameters and curves before a start keep their order`() throws {
    var engine: CHHapticEngine? = try engine(stopLimit: forEver)
    var player: (any CHHapticAdvancedPatternPlayer)? = try engine?.makeAdvancedPlayer(with: buzz())
    try player?.scheduleParameterCurve(
      CHHapticParameterCurve(
        parameterID: .hapticIntensityControl, controlPoints: [.init(relativeTime: 0, value: 1)], relativeTime: 0),
      atTime: 0)
    try player?.sendParameters(
      [CHHapticDynamicParameter(parameterID: .hapticIntensityControl, value: 0, relativeTime: 0)], atTime: 0)
    try player?.start(atTime: 0)
    #expect(eventually { daemon.modulations.count == 2 })
    #expect(daemon.modulations.map { $0.points.first?.value } == [1, 0])
    (player, engine) = (nil, nil)
    try daemon.end()
  }

  @Test func `a late answer about the abilities is noticed`() throws {
    daemon.hang()
    #expect(!CHHapticEngine.capabilitiesForHardware().supportsHaptics)
    daemon.resume()
    #expect(eventually { CHHapticEngine.capabilitiesForHardware().supportsHaptics })
    // Without the late answer, the daemon is asked again after 30 seconds.
    #expect(daemon.received.count { $0 == .query(DevicesQuery()) } >= 3)
    try daemon.end()
  }

  @Test func `parameters before a start replace each other`() throws {
    var engine: CHHapticEngine? = try engine(stopLimit: forEver)
    var player: (any CHHapticAdvancedPatternPlayer)? = try engine?.makeAdvancedPlayer(with: buzz())
    for value in Array(repeating: 1, count: 1000) + [0] as [Float] {
      let parameter = CHHapticDynamicParameter(parameterID: .hapticIntensityControl, value: value, relativeTime: 0)
      try player?.sendParameters([parameter], atTime: 0)
    }
    try player?.start(atTime: 0)
    #expect(eventually { daemon.received.contains { if case .transport = $0 { true } else { false } } })
    #expect(daemon.modulations.map { $0.points.first?.value } == [0])
    (player, engine) = (nil, nil)
    try daemon.end()
  }
}

/// The commands that wait for room in a socket.
@Suite struct BacklogTests {
  private let first = PlaybackID(rawValue: 1)!
  private let second = PlaybackID(rawValue: 2)!
  private let now = Instant(nanoseconds: 1_000_000_000)

  private func change(_ change: Command.Change, at moment: Instant? = nil) -> Command {
    Command(change: change, moment: moment)
  }

  private func describe(_ commands: [Command]) -> [String] { commands.map { "\($0.change)" } }

  @Test func `a command replaces those that set the same state at once`() {
    var commands: [Command] = []
    let faint = Command.Change.parameter(DynamicParameter(.intensity, 0.1))
    let curve = Command.Change.curve(ParameterCurve(.intensity, [.init(at: .zero, 1)]))
    let later = Command.Change.parameter(DynamicParameter(.intensity, 0.2, at: .seconds(1)))
    for each in [faint, .action(.pause), curve, later, .action(.rate(2)), .action(.resume), faint] {
      commands.add(change(each))
    }
    commands.add(change(.action(.pause), at: now))
    #expect(
      describe(commands)
        == [curve, later, .action(.rate(2)), .action(.resume), faint, .action(.pause)].map { "\($0)" })
    commands.add(change(.action(.stop), at: now))
    #expect(commands.count == 7)
    commands.add(change(.action(.cancel)))
    #expect(describe(commands) == ["\(Command.Change.action(.cancel))"])
  }

  @Test func `the last parameters are kept, as many as a playback can have`() {
    var commands = [change(.action(.pause))]
    for time in 1...100 {
      commands.add(change(.parameter(DynamicParameter(.intensity, 1, at: .seconds(time)))))
    }
    #expect(commands.count == Limits.scheduledActions + 1)
    #expect(!commands[0].isControl)
    guard case .parameter(let last)? = commands.last?.change else { return #expect(Bool(false)) }
    #expect(last.time == .seconds(100))
  }

  @Test func `commands keep their order, and a refused one is sent again`() {
    var backlog = Backlog()
    backlog.add(.change(first, change(.action(.pause))), at: now)
    backlog.add(.change(first, change(.action(.seek(to: .zero)))), at: now + .seconds(1))
    #expect(backlog.since == now)
    var sent: [String] = []
    var room = 1
    func send(_ item: Backlog.Item) -> Backlog.Item? {
      if room == 0 { return item }
      room -= 1
      if case .change(_, let command) = item { sent.append("\(command.change)") } else { sent.append("stop") }
      return nil
    }
    #expect(!backlog.flush(send) && !backlog.isEmpty)
    room = 9
    #expect(backlog.flush(send) && backlog.isEmpty)
    #expect(sent == [Command.Change.action(.pause), .action(.seek(to: .zero))].map { "\($0)" })
  }

  @Test func `the unsent part of a command replaces it`() {
    var backlog = Backlog()
    let whole = Command.Change.curve(ParameterCurve(.intensity, [.init(at: .zero, 1), .init(at: .seconds(1), 0)]))
    let rest = Command.Change.curve(ParameterCurve(.intensity, [.init(at: .zero, 0)]))
    backlog.add(.change(first, change(whole)), at: now)
    backlog.add(.change(first, change(.action(.pause))), at: now)
    #expect(!backlog.flush { _ in .change(first, change(rest, at: now)) })
    var sent: [String] = []
    #expect(
      backlog.flush { item in
        if case .change(_, let command) = item { sent.append("\(command.change) \(command.moment == nil)") }
        return nil
      })
    #expect(sent == ["\(rest) false", "\(Command.Change.action(.pause)) true"])
  }

  @Test func `a stop of all playbacks replaces their commands`() {
    var backlog = Backlog()
    for playback in [first, second] { backlog.add(.change(playback, change(.action(.resume))), at: now) }
    backlog.add(.stopAll { _ in }, at: now)
    backlog.add(.stopAll { _ in }, at: now)
    var stops = 0
    #expect(
      backlog.flush { item in
        if case .stopAll = item { stops += 1 }
        return nil
      })
    #expect(stops == 2)
  }
}
