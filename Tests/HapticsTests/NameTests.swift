import FakeDaemon
import HapticPatterns
import HapticProtocol
import Haptics
import Synchronization
import Testing

@Suite struct `Names that the daemon does not know` {
  let path = SocketPath()

  /// The feedbacks of a daemon: 40, more than one packet can list.
  private static let known = (0..<38).map { "feedback.\($0)" } + ["impact.medium", "success"]

  private static func rule(_ packet: RequestPacket) -> [DaemonPacket] {
    switch packet.request {
    case .play(let play):
      guard case .name(let name) = play.subject else { return AnsweringDaemon.agreeable(packet) }
      return verdict(name, play.allowsFallback, packet)
    case .prepare(let prepare): return verdict(prepare.name, prepare.allowsFallback, packet)
    case .feedbacks(let first):
      let records = known.map {
        FeedbackRecord(ShortName($0)!, patternName: "", theme: "", category: .touch, duration: .zero)
      }
      return [.reply(serial: packet.serial, .feedbacks(FeedbackList(records, from: first)))]
    default: return AnsweringDaemon.agreeable(packet)
    }
  }

  private static func verdict(_ name: ShortName, _ allowsFallback: Bool, _ packet: RequestPacket) -> [DaemonPacket] {
    if packet.serial == 0 { return [] }
    let verdict: Verdict = known.contains("\(name)") || allowsFallback ? .done : .unknownFeedback
    return [.reply(serial: packet.serial, .verdict(VerdictReply(verdict, receivedNanoseconds: 1)))]
  }

  @Test func `are errors with the nearest name, for threads and tasks, played and prepared`() async throws {
    let daemon = try AnsweringDaemon(at: path, Self.rule)
    let client = HapticClient(applicationName: "", socketPath: path.path)
    let error = ClientError.unknownFeedback("impact.mediun", nearest: "impact.medium")
    #expect(throws: error) { try client.blocking.play(Haptic("impact.mediun"), timeout: patience) }
    #expect(throws: error) { try client.blocking.verdict(of: client.prepare("impact.mediun"), timeout: patience) }
    await #expect(throws: error) { _ = try await client.play(Haptic("impact.mediun"), timeout: patience) }
    await #expect(throws: error) { _ = try await client.prepare("impact.mediun").verdict(timeout: patience) }
    #expect("\(error)" == "unknown feedback 'impact.mediun'; did you mean impact.medium?")
    let strange = ClientError.unknownFeedback("doorbell", nearest: nil)
    #expect(throws: strange) { try client.blocking.play(Haptic("doorbell"), timeout: patience) }
    #expect("\(strange)" == "unknown feedback 'doorbell'; 'hapticctl feedbacks' lists them")
    try daemon.stop()
  }

  @Test func `are played as shorter ones where the application allows it`() throws {
    let daemon = try AnsweringDaemon(at: path, Self.rule)
    let client = HapticClient(applicationName: "", socketPath: path.path)
    var haptic = Haptic("impact.medium-new")
    haptic.allowsFallback = true
    #expect(try client.blocking.play(haptic, timeout: patience).verdict == .done)
    let prepared = client.prepare("impact.medium-new", allowingFallback: true)
    #expect(try client.blocking.verdict(of: prepared, timeout: patience).verdict == .done)
    try daemon.stop()
  }

  @Test func `are errors also where the daemon does not list its names in time`() throws {
    let daemon = try AnsweringDaemon(at: path) { packet in
      if case .feedbacks = packet.request { return [] }
      return Self.rule(packet)
    }
    let client = HapticClient(applicationName: "", socketPath: path.path)
    #expect(throws: ClientError.unknownFeedback("impact.mediun", nearest: nil)) {
      try client.blocking.play(Haptic("impact.mediun"), timeout: .seconds(2))
    }
    try daemon.stop()
  }
}

@Suite struct `Calls of tools` {
  let path = SocketPath()

  @Test func `reload waits for the verdict`() async throws {
    let asked = Mutex(0)
    let daemon = try AnsweringDaemon(at: path) { packet in
      if case .reload = packet.request { asked.withLock { $0 += 1 } }
      return AnsweringDaemon.agreeable(packet)
    }
    let client = HapticClient(applicationName: "", socketPath: path.path)
    #expect(try onThread { try client.blocking.reload(timeout: patience) }.verdict == .done)
    let verdict = try await client.reload(timeout: patience).verdict
    #expect(verdict == .done && asked.withLock { $0 } == 2)
    try daemon.stop()
  }

  @Test func `a setting is asked for by its key`() throws {
    let daemon = try AnsweringDaemon(at: path) { packet in
      guard case .setting(let key) = packet.request else { return AnsweringDaemon.agreeable(packet) }
      let reply: Reply =
        key == "enabled" ? .setting("true") : .verdict(VerdictReply(.unsupported, receivedNanoseconds: 1))
      return [.reply(serial: packet.serial, reply)]
    }
    let client = HapticClient(applicationName: "", socketPath: path.path)
    #expect(try onThread { try client.blocking.ask(.setting("enabled"), timeout: patience) } == "true")
    #expect(throws: ClientError.unexpectedReply) { try client.blocking.ask(.setting("enabeld"), timeout: patience) }
    try daemon.stop()
  }

  @Test func `the list of playbacks is requested until it is complete`() async throws {
    let all = (1...70).map { number in
      PlayingRecord(
        number: number * 2, device: DeviceID(rawValue: 1)!, processID: 1, applicationName: "", identity: .none,
        feedback: "", category: .touch, startNanoseconds: 1)
    }
    let daemon = try AnsweringDaemon(at: path) { packet in
      guard case .playing(let number) = packet.request else { return AnsweringDaemon.agreeable(packet) }
      let later = all.filter { $0.number > number }
      let page = PlayingList(total: UInt64(later.count), records: Array(later.prefix(30)))
      return [.reply(serial: packet.serial, .playing(page))]
    }
    let client = HapticClient(applicationName: "", socketPath: path.path)
    #expect(try onThread { try client.blocking.ask(.playing, timeout: patience) } == all)
    let records = try await client.ask(.playing, timeout: patience)
    #expect(records == all)
    try daemon.stop()
  }

  @Test func `a sandboxed client does not get the list of playbacks`() throws {
    let daemon = try AnsweringDaemon(at: path) { packet in
      guard case .playing = packet.request else { return AnsweringDaemon.agreeable(packet) }
      return [.reply(serial: packet.serial, .verdict(VerdictReply(.notPermitted, receivedNanoseconds: 1)))]
    }
    let client = HapticClient(applicationName: "", socketPath: path.path)
    #expect(throws: ClientError.notPermitted) { try client.blocking.ask(.playing, timeout: patience) }
    try daemon.stop()
  }
}

/// Selects the blocking overload of a call; in asynchronous tests, the suspending one would be preferred.
private func onThread<Result>(_ call: () throws -> Result) rethrows -> Result { try call() }
