import FakeDaemon
import Foundation
import HapticProtocol
import Haptics
import SimulatedDaemon
import Synchronization
import Testing

@testable import OpenCoreHaptics

/// Engines through restarts of the daemon, unplugged devices and pauses of the session.
@Suite struct LifeCycleTests {
  @Test func `a restart of the daemon invalidates playing, paused and idle players`() throws {
    let daemon = try SimulatedDaemon()
    let engine = try CHHapticEngine.started()
    let (playing, paused) = (try engine.makeAdvancedPlayer(with: buzz()), try engine.makeAdvancedPlayer(with: buzz()))
    let idle = try engine.makeAdvancedPlayer(with: tap())
    let ends = Arrivals<CHHapticError.Code?>()
    for player in [playing, paused, idle] { player.completionHandler = { ends.add(($0 as? CHHapticError)?.code) } }
    let order = Arrivals<String>()
    engine.stoppedHandler = { order.add("stopped: \($0)") }
    engine.resetHandler = { [weak engine] in
      order.add("reset, \(engine?.isRunning == true ? "running" : "not running")")
      do { try engine?.start() } catch { order.add("\(error)") }
    }
    try playing.start(atTime: 0)
    try paused.start(atTime: 0)
    try paused.pause(atTime: 0)
    #expect(daemon.plays(2).count == 2)

    daemon.kill()
    #expect(ends.wait(for: 2) == [.serverInterrupted, .serverInterrupted])
    for player in [playing, paused, idle] { #expect(code { try player.start(atTime: 0) } == .serverInterrupted) }
    #expect(engine.activeCount == 0)

    try daemon.restart()
    #expect(order.wait(for: 1) == ["reset, not running"])
    #expect(eventually { engine.isRunning })
    for player in [playing, paused, idle] { #expect(code { try player.start(atTime: 0) } == .invalidPatternPlayer) }
    daemon.watchLevels()
    try engine.makePlayer(with: tap()).start(atTime: 0)
    #expect(daemon.hasPulsed())
    #expect(order.all == ["reset, not running"] && ends.all.count == 2)
  }

  @Test func `a player that its completion handler starts after a loss throws serverInterrupted`() throws {
    let daemon = try ScriptedDaemon(devices: [.device(1, .vibrator)])
    daemon.ignorePlays()
    let engine = try CHHapticEngine.started()
    let player = try engine.makeAdvancedPlayer(with: buzz())
    let codes = Arrivals<CHHapticError.Code?>()
    player.completionHandler = { [weak player] _ in codes.add(code { try player?.start(atTime: 0) }) }
    try player.start(atTime: 0)
    #expect(eventually { daemon.played.count == 1 })

    try daemon.end()
    #expect(codes.wait(for: 1) == [.serverInterrupted])
    #expect(engine.activeCount == 0)
  }

  @Test func `an engine survives many restarts`() throws {
    let daemon = try SimulatedDaemon()
    let engine = try CHHapticEngine.started()
    let resets = Arrivals<Int>()
    engine.resetHandler = { [weak engine] in
      try? engine?.start()
      resets.add(1)
    }
    for count in 1...3 {
      try daemon.restart()
      #expect(resets.wait(for: count).count == count)
      try engine.makePlayer(with: tap()).start(atTime: 0)
      #expect(daemon.hasPlayed(1))
    }
  }

  @Test func `generators survive a restart of the daemon`() async throws {
    let daemon = try SimulatedDaemon()
    await MainActor.run {
      let generator = UIImpactFeedbackGenerator(style: .light)
      generator.prepare()
      generator.impactOccurred()
    }
    #expect(daemon.hasPlayed(1))
    try daemon.restart()
    await MainActor.run { UIImpactFeedbackGenerator(style: .light).impactOccurred() }
    #expect(daemon.hasPlayed(1))
  }

  @Test func `without a daemon generators do nothing`() async {
    HapticService.use(socketPath: "/nonexistent/socket")
    await MainActor.run {
      let generator = UINotificationFeedbackGenerator()
      generator.prepare()
      generator.notificationOccurred(.success)
      UISelectionFeedbackGenerator().selectionChanged()
      SensoryFeedback.impact.play()
      AudioServicesPlaySystemSound(kSystemSoundID_Vibrate)
      AudioServicesPlaySystemSound(1104)
    }
    #expect(GCController.controllers().isEmpty && GCController.current == nil)
  }

  @Test func `a daemon that does not answer is waited for once`() throws {
    let path = SocketPath()
    let daemon = try ManualDaemon(at: path)
    HapticService.use(socketPath: path.path)
    for _ in 0..<10 { #expect(!CHHapticEngine.capabilitiesForHardware().supportsHaptics) }
    let peer = try daemon.accept()
    var requests = 0
    while let bytes = try peer.receiveWaiting(), !bytes.isEmpty { requests += 1 }
    // The others are hello, and the question that waits for a late answer.
    #expect((2...3).contains(requests))
    HapticService.use(socketPath: "/nonexistent/socket")
  }

  @Test func `parameters before a start do not delay it`() throws {
    let daemon = try ScriptedDaemon(devices: [.device(1, .vibrator)])
    var engine: CHHapticEngine? = try CHHapticEngine.started()
    var player = try engine?.makeAdvancedPlayer(with: buzz())
    let moment = (engine?.currentTime ?? 0) + 40
    for (time, start) in [(0, nil), (moment, Int64(moment * 1e9))] {
      try player?.sendParameters(
        [CHHapticDynamicParameter(parameterID: .hapticIntensityControl, value: 0.5, relativeTime: 0)], atTime: time)
      try player?.start(atTime: time)
      #expect(eventually { daemon.played.count > (start == nil ? 0 : 1) })
      #expect(daemon.played.last?.startNanoseconds == start)
    }
    (player, engine) = (nil, nil)
    try daemon.end()
  }

  @Test func `actions before a far start follow its play`() throws {
    let daemon = try ScriptedDaemon(devices: [.device(1, .vibrator)])
    var engine: CHHapticEngine? = try CHHapticEngine.started()
    var player = try engine?.makeAdvancedPlayer(with: buzz()) as? PatternPlayer
    let start = Instant.now + .seconds(7200)
    let stop = start + .seconds(10)
    let time = { (moment: Instant) in TimeInterval(moment.nanoseconds) / 1e9 }
    try player?.start(atTime: time(start))
    try player?.pause(atTime: 0)
    try player?.stop(atTime: time(stop))
    let playback = try #require(player?.state.withLock { $0.playback })
    // As 30 seconds before the start.
    player?.sendWaiting(playback, at: start)
    let isStopped = { (request: Request) in
      if case .transport(let transport) = request { transport.action == .stop } else { false }
    }
    #expect(eventually { daemon.received.contains(where: isStopped) })
    #expect(daemon.received.suffix(3).map(\.opcode) == [.play, .transport, .transport])
    #expect(daemon.received.suffix(2).first == .transport(Request.Transport(playback, .pause)))
    #expect(try player?.state.withLock { $0.time?.end } == EngineCore.instant(at: time(stop)))
    (player, engine) = (nil, nil)
    try daemon.end()
  }

  // MARK: Starts and stops

  @Test func `a stop during a start stops the engine`() throws {
    let daemon = try ScriptedDaemon(devices: [.device(1, .vibrator)])
    var engine: CHHapticEngine? = try CHHapticEngine()
    let codes = Arrivals<CHHapticError.Code?>()
    daemon.hang()
    engine?.start { codes.add(($0 as? CHHapticError)?.code) }
    engine?.stop { codes.add(($0 as? CHHapticError)?.code) }
    daemon.resume()
    #expect(Set(codes.wait(for: 2)) == [nil, .engineNotRunning])
    #expect(engine?.isRunning == false)
    engine = nil
    try daemon.end()
  }

  @Test func `a start that fails does not undo a later start`() throws {
    let daemon = try ScriptedDaemon(devices: [.device(1, .vibrator)])
    var engine: CHHapticEngine? = try CHHapticEngine()
    let order = Arrivals<String>()
    // The failure is processed on the queue, after the later start.
    let isStarted = DispatchSemaphore(value: 0)
    engine?.core.queue.async { isStarted.wait() }
    daemon.devices = []
    engine?.start { order.add($0 == nil ? "started" : "failed") }
    #expect(eventually { daemon.received.count { $0 == .query(DevicesQuery()) } == 2 })
    daemon.devices = [.device(1, .vibrator)]
    try engine?.start()
    isStarted.signal()
    #expect(order.wait(for: 1) == ["failed"])
    #expect(engine?.isRunning == true)
    engine = nil
    try daemon.end()
  }

  @Test func `a stop is reported after the ends of the players`() throws {
    // This daemon sends no events of the ends.
    let daemon = try ScriptedDaemon(devices: [.device(1, .vibrator)])
    var engine: CHHapticEngine? = try CHHapticEngine.started()
    var player = try engine?.makeAdvancedPlayer(with: buzz())
    let order = Arrivals<String>()
    player?.completionHandler = { order.add($0 == nil ? "ended" : "failed") }
    try player?.start(atTime: 0)
    // The queue looks for players that play after the engine has stopped, and before the daemon has answered.
    let isStopped = DispatchSemaphore(value: 0)
    engine?.core.queue.async { isStopped.wait() }
    engine?.notifyWhenPlayersFinished { _ in
      order.add("finished")
      return .leaveEngineRunning
    }
    engine?.stop { _ in order.add("stopped") }
    isStopped.signal()
    #expect(order.wait(for: 3) == ["ended", "finished", "stopped"])
    (player, engine) = (nil, nil)
    try daemon.end()
  }

  // MARK: Many

  @Test func `ten thousand players leave nothing behind`() throws {
    let daemon = try SimulatedDaemon()
    let engine = try CHHapticEngine.started()
    func use(_ count: Int) throws {
      for index in 0..<count {
        let player = try engine.makeAdvancedPlayer(with: tap(at: [0, Double(index % 1000 + 1) / 10_000]))
        if index % 100 == 0 { try player.start(atTime: 0) }
      }
      #expect(eventually { engine.activeCount == 0 })
    }
    try use(1000)
    let before = (own: Memory.anonymous(of: getpid()), daemon: Memory.anonymous(of: daemon.processID))
    try use(10_000)
    let after = (own: Memory.anonymous(of: getpid()), daemon: Memory.anonymous(of: daemon.processID))
    #expect(engine.core.state.withLock { $0.patternBytes } == 0)
    #expect(after.daemon - before.daemon < 512, "KiB: \(before) to \(after)")
    #expect(after.own - before.own < 4096, "KiB: \(before) to \(after)")
    // All handles are free again.
    let players = (0..<Limits.handles).compactMap { try? engine.makePlayer(with: tap(at: [Double($0)])) }
    #expect(players.count == Limits.handles)
  }

  @Test func `many threads use an engine and its players`() throws {
    let daemon = try SimulatedDaemon()
    let engine = try CHHapticEngine.started()
    let players = try (0..<4).map { _ in try engine.makeAdvancedPlayer(with: tap(at: [0, 0.01])) }
    nonisolated(unsafe) let shared = players
    let errors = Arrivals<String>()
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      let control = CHHapticDynamicParameter(parameterID: .hapticIntensityControl, value: 0.5, relativeTime: 0)
      for step in 0..<200 {
        let player = shared[(thread + step) % shared.count]
        do {
          switch (thread * 7 + step) % 11 {
          case 0: try player.stop(atTime: 0)
          case 1: try player.sendParameters([control], atTime: 0)
          case 2: player.isMuted.toggle()
          case 3: player.loopEnabled.toggle()
          case 4: try player.pause(atTime: 0)
          case 5: try player.resume(atTime: 0)
          case 6: try player.cancel()
          case 7: player.completionHandler = { _ in }
          case 8: try engine.makePlayer(with: tap()).start(atTime: 0)
          default: try player.start(atTime: 0)
          }
        } catch {
          errors.add("\(error)")
        }
      }
    }
    for player in players { try player.cancel() }
    engine.stop()
    #expect(errors.all == [])
    #expect(eventually { engine.activeCount == 0 })
    #expect(daemon.wait { (try? daemon.client.blocking.list(PlayingQuery(), timeout: waitLimit))?.isEmpty == true })
  }
}

/// The memory of a process.
enum Memory {
  /// The anonymous resident memory in KiB.
  static func anonymous(of process: Int32) -> Int {
    let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
    return line.flatMap { Int($0.split(separator: " ")[1]) } ?? 0
  }
}
