import FakeDaemon
import HapticPatterns
import HapticProtocol
import HapticSystem
import Synchronization
import Testing

@testable import Haptics

@Suite struct Verdicts {
  let path = SocketPath()

  @Test func `each verdict reaches its caller, also out of order`() async throws {
    // The daemon delays the reply to the first play until after the second.
    let kept = Mutex<DaemonPacket?>(nil)
    let daemon = try AnsweringDaemon(at: path) { packet in
      let answers = AnsweringDaemon.agreeable(packet)
      guard case .play = packet.request, let answer = answers.first else { return answers }
      return kept.withLock { kept in
        defer { kept = kept == nil ? answer : nil }
        return kept.map { [answer, $0] } ?? []
      }
    }
    let client = HapticClient(applicationName: "", socketPath: path.path)
    let (first, second) = (client.newPlayback(), client.newPlayback())
    async let one = client.play(Haptic("error", playback: first), timeout: waitLimit)
    async let two = client.play(Haptic("error", playback: second), timeout: waitLimit)
    #expect(try await one.playback == first)
    #expect(try await two.playback == second)
    try daemon.stop()
  }

  @Test func `a reply that comes at once is not lost before anybody waits for it`() throws {
    let daemon = try AnsweringDaemon(at: path)
    let client = HapticClient(applicationName: "", socketPath: path.path)
    for _ in 1...500 { #expect(try client.blocking.devices(timeout: waitLimit).isEmpty) }
    try daemon.stop()
  }

  @Test func `a reply after its timeout is dropped`() throws {
    let daemon = try ManualDaemon(at: path)
    let client = HapticClient(applicationName: "", socketPath: path.path)
    #expect(throws: ClientError.timedOut(.milliseconds(1))) { try client.blocking.devices(timeout: .milliseconds(1)) }
    let peer = try daemon.accept()
    _ = try peer.greet()
    try peer.send(.reply(serial: peer.receive().serial, .answer(to: DevicesQuery.self, DeviceList(records: []))))
    #expect(throws: ClientError.timedOut(.milliseconds(1))) {
      try client.blocking.play(Haptic("error"), timeout: .milliseconds(1))
    }
    try client.dispatch()
  }

  @Test func `a malformed packet closes the connection and fails its calls`() throws {
    let daemon = try AnsweringDaemon(at: path) { packet in
      if case .play = packet.request { return [.event(.unknown(Opcode(rawValue: 0x0001), byteCount: 8))] }
      return AnsweringDaemon.agreeable(packet)
    }
    let client = HapticClient(applicationName: "", socketPath: path.path)
    #expect(throws: ClientError.malformed(.opcode(Opcode(rawValue: 0x0001)))) {
      try client.blocking.play(Haptic("error"), timeout: waitLimit)
    }
    try daemon.stop()
  }

  @Test func `a connection that ends fails its calls`() async throws {
    let daemon = try AnsweringDaemon(at: path) { packet in
      if case .play = packet.request { return [] }
      return AnsweringDaemon.agreeable(packet)
    }
    let client = HapticClient(applicationName: "", socketPath: path.path)
    _ = try client.blocking.hello(timeout: waitLimit)
    let verdict = Task { try await client.play(Haptic("error"), timeout: waitLimit) }
    let end = Task { try await client.end(of: client.newPlayback(), timeout: waitLimit) }
    // The end of the daemon must end the tasks at any stage.
    await Task.yield()
    try daemon.stop()
    await #expect(throws: ClientError.self) { try await verdict.value }
    await #expect(throws: ClientError.self) { try await end.value }
  }

  @Test func `a playback without a connection has no end to wait for`() async throws {
    let client = HapticClient(applicationName: "", socketPath: path.path)
    #expect(throws: ClientError.disconnected) { try client.blocking.end(of: client.newPlayback(), timeout: waitLimit) }
    await #expect(throws: ClientError.disconnected) {
      try await client.end(of: client.newPlayback(), timeout: waitLimit)
    }
  }

  @Test func `the wrong reply is an error, not an answer`() throws {
    let daemon = try AnsweringDaemon(at: path) { packet in
      if packet.query(DevicesQuery.self) != nil {
        return [.reply(serial: packet.serial, .verdict(VerdictReply(.unsupported, receivedNanoseconds: 1)))]
      }
      return AnsweringDaemon.agreeable(packet)
    }
    let client = HapticClient(applicationName: "", socketPath: path.path)
    #expect(throws: ClientError.unexpectedReply) { try client.blocking.devices(timeout: waitLimit) }
    #expect(try client.blocking.ask(StatisticsQuery(), timeout: waitLimit).clients == 1)
    try daemon.stop()
  }

  @Test func `an end that came with the verdict is not missed`() throws {
    let daemon = try AnsweringDaemon(at: path) { packet in
      guard case .play(let play) = packet.request, let playback = play.playback else {
        return AnsweringDaemon.agreeable(packet)
      }
      let end = Finished(
        playback: playback, reason: .ended, firstWrittenNanoseconds: 2, endedNanoseconds: 3, device: nil)
      return AnsweringDaemon.agreeable(packet) + [.event(.finished(end))]
    }
    let client = HapticClient(applicationName: "", socketPath: path.path)
    for _ in 0..<100 {
      let playback = client.newPlayback()
      #expect(try client.blocking.play(Haptic("error", playback: playback), timeout: waitLimit).verdict == .played)
      let end = try client.blocking.end(of: playback, timeout: waitLimit)
      #expect(end.reason == .ended)
      #expect(end.ended == Instant(nanoseconds: 3))
    }
    try daemon.stop()
  }

  @Test func `calls before and after a restart succeed, also in tasks`() async throws {
    let client = HapticClient(applicationName: "", socketPath: path.path)
    for _ in 0..<30 {
      let daemon = try AnsweringDaemon(at: path)
      // The client connects at most twice in 0.1 seconds.
      try waitUntil { client.core.withConnection { $0.backoff.allowsAttempt(at: .now) } }
      #expect(try await client.devices(timeout: waitLimit).isEmpty)
      try daemon.stop()
    }
  }

  @Test func `a task that is cancelled waits no longer`() async throws {
    let (plays, arrived) = AsyncStream.makeStream(of: Void.self)
    let daemon = try AnsweringDaemon(at: path) { packet in
      guard case .play = packet.request else { return AnsweringDaemon.agreeable(packet) }
      arrived.yield()
      return []
    }
    let client = HapticClient(applicationName: "", socketPath: path.path)
    let waiting = Task { try await client.play(Haptic("error"), timeout: .seconds(1_000_000)) }
    for await _ in plays { break }
    waiting.cancel()
    await #expect(throws: ClientError.cancelled) { try await waiting.value }
    try daemon.stop()
  }

  /// The cancellation handler waits for the client's lock while it holds a lock that is needed to resume the task.
  @Test func `simultaneous answers and cancellations do not cause a deadlock`() async throws {
    let daemon = try AnsweringDaemon(at: path)
    let client = HapticClient(applicationName: "", socketPath: path.path)
    for round in 0..<2_000 {
      let calls = (0..<4).map { _ in Task { try await client.devices(timeout: waitLimit) } }
      for _ in 0..<(round % 8) { await Task.yield() }
      for call in calls { call.cancel() }
      for call in calls {
        guard case .failure(let error) = await call.result else { continue }
        #expect(error as? ClientError == .cancelled)
      }
    }
    try daemon.stop()
  }

  @Test func `simultaneous events and cancelled streams do not cause a deadlock`() async throws {
    let daemon = try AnsweringDaemon(at: path) { packet in
      let level = LevelChange(
        device: DeviceID(rawValue: 1)!, strong: 1, weak: 2, plannedNanoseconds: 3, writtenNanoseconds: 4,
        leaseMilliseconds: 64)
      return AnsweringDaemon.agreeable(packet) + (0..<4).map { _ in .event(.level(level)) }
    }
    let client = HapticClient(applicationName: "", socketPath: path.path)
    for round in 0..<500 {
      let listening = Task {
        for await _ in try client.events() {}
      }
      _ = try await client.devices(timeout: waitLimit)
      for _ in 0..<(round % 8) { await Task.yield() }
      async let answer = client.devices(timeout: waitLimit)
      listening.cancel()
      try await listening.value
      _ = try await answer
    }
    try daemon.stop()
  }

  @Test func `a task waits no longer than its timeout`() async throws {
    let daemon = try ManualDaemon(at: path)
    let client = HapticClient(applicationName: "", socketPath: path.path)
    await #expect(throws: ClientError.timedOut(.milliseconds(5))) {
      try await client.devices(timeout: .milliseconds(5))
    }
    _ = try daemon.accept()
  }

  @Test func `threads and tasks share a connection, and each gets its own answers`() async throws {
    let daemon = try AnsweringDaemon(at: path)
    let client = HapticClient(applicationName: "", socketPath: path.path)
    try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<8 {
        group.addTask {
          number % 2 == 0 ? try Self.ask(client, 500) : try await Self.askSuspending(client, 500)
        }
      }
      let answered = try await group.reduce(0, +)
      #expect(answered == 8 * 500)
    }
    try daemon.stop()
  }

  private static func ask(_ client: HapticClient, _ count: Int) throws -> Int {
    var answered = 0
    for _ in 0..<count {
      let playback = client.newPlayback()
      while !client.play("selection") {}
      if try client.blocking.play(Haptic("error", playback: playback), timeout: waitLimit).playback == playback {
        answered += 1
      }
    }
    return answered
  }

  private static func askSuspending(_ client: HapticClient, _ count: Int) async throws -> Int {
    var answered = 0
    for _ in 0..<count {
      let playback = client.newPlayback()
      let tap = client.prepare("impact.light")
      let verdict = try await client.play(Haptic(tap, playback: playback), timeout: waitLimit)
      if verdict.playback == playback { answered += 1 }
    }
    return answered
  }
}
