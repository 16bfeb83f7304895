import FakeDaemon
import HapticPatterns
import HapticProtocol
import HapticSystem
import Haptics
import Synchronization
import Testing

@Suite struct Defining {
  let path = SocketPath()
  let knock: Pattern = [
    Event(.transient, intensity: 1, sharpness: 0),
    Event(.transient, at: .milliseconds(140), intensity: 0, sharpness: 1),
  ]

  @Test func `a pattern is defined in these bytes, plays by its handle and is released with the object`() throws {
    let daemon = try ManualDaemon(at: path)
    let client = HapticClient(applicationName: "", socketPath: path.path)
    var pattern: Prepared? = client.define(knock, category: .touch, for: DeviceID(rawValue: 3))
    let handle = try #require(pattern?.handle)
    #expect(pattern?.pattern == knock)
    #expect(pattern?.play() == true)
    pattern = nil
    let peer = try daemon.accept()
    _ = try peer.greet()
    #expect(
      try peer.receiveBytes() == [
        0x0a, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,  // define, flags, no reply
        0x01, 0x00, 0x00, 0x00, 0x03, 0x00, 0x00, 0x00,  // handle 1, device 3
        0x01, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00,  // touch, reserved, two events
        0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,  // neither parameters nor points
        0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,  // reserved
      ])
    #expect(
      try peer.receiveBytes() == [
        0x0b, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,  // part, flags, no reply
        0x01, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00,  // handle 1, events, reserved
        0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01, 0x01,  // at the start, a tap
        0xff, 0xff, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,  // full intensity, dull
        0xe0, 0x22, 0x02, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01, 0x01,  // 140 ms later, a tap
        0x00, 0x00, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,  // nothing, crisp
      ])
    #expect(try peer.receivePlay().subject == .handle(handle))
    #expect(try peer.receive().request == .release(handle))
  }

  @Test func `a pattern is of the category media unless said otherwise`() throws {
    let daemon = try ManualDaemon(at: path)
    let client = HapticClient(applicationName: "", socketPath: path.path)
    let pattern = client.define(knock)
    let peer = try daemon.accept()
    _ = try peer.greet()
    #expect(try peer.receivePattern(of: pattern) == knock)
    #expect(try peer.receiveWaiting() == nil)
  }

  @Test func `after a reset and after a restart, patterns are defined again`() throws {
    let client = HapticClient(applicationName: "", socketPath: path.path)
    let pattern = client.define(knock)
    for _ in 0..<2 {
      let daemon = try ManualDaemon(at: path)
      try waitUntilConnected(client)
      let peer = try daemon.accept()
      _ = try peer.greet()
      for _ in 0..<3 {
        #expect(try peer.receivePattern(of: pattern) == knock)
        try peer.send(.event(.reset))
        try client.dispatch(waiting: waitLimit)
      }
    }
  }

  @Test func `a play of a feedback is sent before definitions of patterns`() throws {
    let client = HapticClient(applicationName: "", socketPath: path.path)
    let tap = client.prepare("impact.light")
    let (first, second) = (client.define(knock), client.define([knock.events[1]]))
    let daemon = try ManualDaemon(at: path)
    try waitUntil { client.play("selection") }
    let peer = try daemon.accept()
    _ = try peer.greet()
    #expect(try peer.receive().request == .prepare(.init(handle: #require(tap.handle), name: "impact.light")))
    #expect(try peer.receivePlay().subject == .name("selection"))
    #expect(try peer.receivePattern(of: first) == knock)
    #expect(try peer.receivePattern(of: second) == [knock.events[1]])
  }

  @Test func `a play of a pattern is sent after its definition and before other definitions`() throws {
    let client = HapticClient(applicationName: "", socketPath: path.path)
    let (first, second) = (client.define(knock), client.define([knock.events[1]]))
    let daemon = try ManualDaemon(at: path)
    try waitUntil { second.play() }
    let peer = try daemon.accept()
    _ = try peer.greet()
    #expect(try peer.receivePattern(of: second) == [knock.events[1]])
    #expect(try peer.receivePlay().subject == .handle(#require(second.handle)))
    #expect(try peer.receivePattern(of: first) == knock)
  }

  @Test func `the largest pattern does not wait for the daemon, and all of it arrives`() throws {
    let daemon = try ManualDaemon(at: path)
    let client = HapticClient(applicationName: "", socketPath: path.path)
    // The peer does not read, and the pattern is larger than usual socket buffers: a blocking call would never
    // return.
    let pattern = client.define(largest)
    let isPlayed = pattern.play()
    let peer = try daemon.accept()
    _ = try peer.greet()
    // From now on the test only reads, so the rest of the pattern must follow by itself.
    #expect(try peer.receivePattern(of: pattern) == largest)
    if !isPlayed { try waitUntil { pattern.play() } }
    #expect(try peer.receivePlay().subject == .handle(#require(pattern.handle)))
  }

  @Test func `beyond the handles a client may hold, a pattern does not play, and says so`() throws {
    let daemon = try AnsweringDaemon(at: path)
    let client = HapticClient(applicationName: "", socketPath: path.path)
    let held = (0..<Limits.handles).map { _ in client.prepare("impact.light") }
    let extra = client.define(knock)
    #expect(extra.handle == nil)
    #expect(!extra.play())
    #expect(try client.blocking.play(Haptic(extra), timeout: waitLimit).verdict == .limit)
    #expect(try client.blocking.verdict(of: extra, timeout: waitLimit).verdict == .limit)
    withExtendedLifetime(held) {}
    try daemon.stop()
  }

  // MARK: Verdicts

  @Test func `the verdict on a pattern is that on its last part`() async throws {
    let collector = Mutex<DefinitionCollector?>(nil)
    let daemon = try AnsweringDaemon(at: path) { packet in
      collector.withLock { $0.answer(packet) }
    }
    let client = HapticClient(applicationName: "", socketPath: path.path)
    let (small, large, empty) = (client.define(knock), client.define(largest), client.define([]))
    #expect(try answer(of: small, client).count == 2)
    #expect(try await large.verdict(timeout: waitLimit).count == 16_384)
    #expect(try await empty.verdict(timeout: waitLimit).verdict == .done)
    #expect(try answer(of: large, client).count == 16_384)
    try daemon.stop()
  }

  @Test func `a pattern beyond the limits has the verdict limit, without its parts being sent`() async throws {
    let parts = Atomic(0)
    let daemon = try AnsweringDaemon(at: path) { packet in
      if case .part = packet.request { parts.add(1, ordering: .relaxed) }
      guard case .define = packet.request, packet.serial != 0 else { return AnsweringDaemon.agreeable(packet) }
      return [.reply(serial: packet.serial, .verdict(VerdictReply(.limit, receivedNanoseconds: 1)))]
    }
    let client = HapticClient(applicationName: "", socketPath: path.path)
    let tap = knock.events[0]
    let pattern = client.define(Pattern(Array(repeating: tap, count: Limits.patternEvents + 1)))
    #expect(try await pattern.verdict(timeout: waitLimit).verdict == .limit)
    #expect(try answer(of: pattern, client).verdict == .limit)
    #expect(parts.load(ordering: .relaxed) == 0)
    // A pattern that the daemon refuses because of the client's other patterns.
    #expect(try await client.define(knock).verdict(timeout: waitLimit).verdict == .limit)
    try daemon.stop()
  }

  @Test func `all simultaneous callers for a verdict get it`() async throws {
    let daemon = try AnsweringDaemon(at: path)
    let client = HapticClient(applicationName: "", socketPath: path.path)
    let pattern = client.define(largest)
    try await withThrowingTaskGroup(of: Verdict.self) { group in
      for _ in 0..<8 { group.addTask { try await pattern.verdict(timeout: waitLimit).verdict } }
      for try await verdict in group { #expect(verdict == .done) }
    }
    try daemon.stop()
  }

  @Test func `a daemon that leaves in the middle of a pattern fails the wait for its verdict`() throws {
    let daemon = try AnsweringDaemon(at: path) { packet in
      // An invalid packet, so that the client closes the connection.
      if case .part = packet.request { return [.event(.unknown(Opcode(rawValue: 0x0001), byteCount: 8))] }
      return AnsweringDaemon.agreeable(packet)
    }
    let client = HapticClient(applicationName: "", socketPath: path.path)
    #expect(throws: ClientError.self) { try client.blocking.verdict(of: client.define(knock), timeout: waitLimit) }
    try daemon.stop()
  }

  /// A blocking call for asynchronous tests.
  private func answer(of prepared: Prepared, _ client: HapticClient) throws -> VerdictReply {
    try client.blocking.verdict(of: prepared, timeout: waitLimit)
  }
}

/// A pattern with the maximum number of each of its parts.
private let largest = Pattern(
  (0..<Limits.patternEvents).map { Event(.transient, at: .milliseconds($0), intensity: 1, sharpness: 0) },
  parameters: (0..<1000).map { DynamicParameter(.intensity, 0.5, at: .milliseconds($0)) },
  curves: [
    ParameterCurve(
      .sharpness, (0..<Limits.patternPoints - 1000).map { ParameterCurve.Point(at: .milliseconds($0), 0.25) })
  ])

extension ManualPeer {
  /// Receives the next definition, which must be for this handle and of the category media.
  func receivePattern(of prepared: Prepared) throws -> Pattern {
    let first = try receive()
    guard case .define(let define) = first.request, define.handle == prepared.handle, define.category == .media else {
      throw WaitError(reason: "\(first) does not define it")
    }
    var collector = try DefinitionCollector(define)
    while !collector.isComplete {
      let packet = try receive()
      guard case .part(let part) = packet.request, part.handle == define.handle else {
        throw WaitError(reason: "\(packet) is no part of it")
      }
      try collector.collect(part.records)
    }
    return try #require(collector.pattern)
  }
}

extension DefinitionCollector? {
  /// Replies as a daemon does: the verdict on a complete pattern counts its events.
  fileprivate mutating func answer(_ packet: RequestPacket) -> [DaemonPacket] {
    switch packet.request {
    case .define(let define): self = try? DefinitionCollector(define)
    case .part(let part): try? self?.collect(part.records)
    default: return AnsweringDaemon.agreeable(packet)
    }
    if packet.serial == 0 { return [] }
    let count = UInt64(self?.pattern?.events.count ?? 0)
    return [.reply(serial: packet.serial, .verdict(VerdictReply(.done, count: count, receivedNanoseconds: 1)))]
  }
}
