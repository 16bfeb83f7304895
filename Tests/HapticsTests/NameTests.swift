import FakeDaemon
import HapticPatterns
import HapticProtocol
import Haptics
import Synchronization
import Testing

@Suite struct `Names unknown to the daemon` {
  let path = SocketPath()

  /// The feedbacks of a daemon: 40, more than one packet can list.
  private static let known = (0..<38).map { "feedback.\($0)" } + ["impact.medium", "success"]

  private static func rule(_ packet: RequestPacket) -> [DaemonPacket] {
    switch packet.request {
    case .play(let play):
      guard case .name(let name) = play.subject else { return AnsweringDaemon.agreeable(packet) }
      return verdict(name, play.allowsFallback, packet)
    case .prepare(let prepare): return verdict(prepare.name, prepare.allowsFallback, packet)
    case .query(let query):
      guard let query = query.body as? FeedbacksQuery else { return AnsweringDaemon.agreeable(packet) }
      let records = known.map {
        FeedbackRecord(ShortName($0)!, patternName: "", theme: "", category: .touch, duration: .zero)
      }
      return packet.answers(FeedbacksQuery.self, FeedbackList(records, from: query.first))
    default: return AnsweringDaemon.agreeable(packet)
    }
  }

  private static func verdict(_ name: ShortName, _ allowsFallback: Bool, _ packet: RequestPacket) -> [DaemonPacket] {
    if packet.serial == 0 { return [] }
    let verdict: Verdict = known.contains("\(name)") || allowsFallback ? .done : .unknownFeedback
    return [.reply(serial: packet.serial, .verdict(VerdictReply(verdict, receivedNanoseconds: 1)))]
  }

  @Test func `an unknown feedback is an error with the nearest name, in threads and tasks`() async throws {
    let daemon = try AnsweringDaemon(at: path, Self.rule)
    let client = HapticClient(applicationName: "", socketPath: path.path)
    let error = ClientError.unknownFeedback("impact.mediun", nearest: "impact.medium")
    #expect(throws: error) { try client.blocking.play(Haptic("impact.mediun"), timeout: waitLimit) }
    #expect(throws: error) { try client.blocking.verdict(of: client.prepare("impact.mediun"), timeout: waitLimit) }
    await #expect(throws: error) { _ = try await client.play(Haptic("impact.mediun"), timeout: waitLimit) }
    await #expect(throws: error) { _ = try await client.prepare("impact.mediun").verdict(timeout: waitLimit) }
    #expect("\(error)" == "unknown feedback 'impact.mediun'; did you mean impact.medium?")
    let strange = ClientError.unknownFeedback("doorbell", nearest: nil)
    #expect(throws: strange) { try client.blocking.play(Haptic("doorbell"), timeout: waitLimit) }
    #expect("\(strange)" == "unknown feedback 'doorbell'; 'hapticctl feedbacks' lists them")
    try daemon.stop()
  }

  @Test func `an unknown feedback plays as a shorter name if the application allows it`() throws {
    let daemon = try AnsweringDaemon(at: path, Self.rule)
    let client = HapticClient(applicationName: "", socketPath: path.path)
    var haptic = Haptic("impact.medium-new")
    haptic.subject = .feedback(FeedbackName("impact.medium-new"), allowsFallback: true)
    #expect(try client.blocking.play(haptic, timeout: waitLimit).verdict == .done)
    let prepared = client.prepare("impact.medium-new", allowingFallback: true)
    #expect(try client.blocking.verdict(of: prepared, timeout: waitLimit).verdict == .done)
    try daemon.stop()
  }

  @Test func `an unknown feedback is an error also without the daemon's list of names`() throws {
    let daemon = try AnsweringDaemon(at: path) { packet in
      if packet.query(FeedbacksQuery.self) != nil { return [] }
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
    #expect(try onThread { try client.blocking.reload(timeout: waitLimit) }.verdict == .done)
    let verdict = try await client.reload(timeout: waitLimit).verdict
    #expect(verdict == .done && asked.withLock { $0 } == 2)
    try daemon.stop()
  }

  @Test func `a setting is asked for by its key`() throws {
    let daemon = try AnsweringDaemon(at: path) { packet in
      guard let query = packet.query(SettingQuery.self) else { return AnsweringDaemon.agreeable(packet) }
      if query.key == "enabled" { return packet.answers(SettingQuery.self, SettingValue("true")) }
      return [.reply(serial: packet.serial, .verdict(VerdictReply(.unsupported, receivedNanoseconds: 1)))]
    }
    let client = HapticClient(applicationName: "", socketPath: path.path)
    #expect(try onThread { try client.blocking.ask(SettingQuery("enabled"), timeout: waitLimit).text } == "true")
    #expect(throws: ClientError.unexpectedReply) {
      try client.blocking.ask(SettingQuery("enabeld"), timeout: waitLimit)
    }
    try daemon.stop()
  }

  @Test func `the list of playbacks is requested until it is complete`() async throws {
    let all = (1...70).map { number in
      PlayingRecord(
        number: number * 2, device: DeviceID(rawValue: 1)!, processID: 1, applicationName: "", identity: .none,
        feedback: "", category: .touch, startNanoseconds: 1)
    }
    let daemon = try AnsweringDaemon(at: path) { packet in
      guard let query = packet.query(PlayingQuery.self) else { return AnsweringDaemon.agreeable(packet) }
      let later = all.filter { $0.number > query.number }
      let page = PlayingList(total: UInt64(later.count), records: Array(later.prefix(30)))
      return packet.answers(PlayingQuery.self, page)
    }
    let client = HapticClient(applicationName: "", socketPath: path.path)
    #expect(try onThread { try client.blocking.list(PlayingQuery(), timeout: waitLimit) } == all)
    let records = try await client.list(PlayingQuery(), timeout: waitLimit)
    #expect(records == all)
    try daemon.stop()
  }

  @Test func `a sandboxed client does not get the list of playbacks`() throws {
    let daemon = try AnsweringDaemon(at: path) { packet in
      guard packet.query(PlayingQuery.self) != nil else { return AnsweringDaemon.agreeable(packet) }
      return [.reply(serial: packet.serial, .verdict(VerdictReply(.notPermitted, receivedNanoseconds: 1)))]
    }
    let client = HapticClient(applicationName: "", socketPath: path.path)
    #expect(throws: ClientError.notPermitted) { try client.blocking.list(PlayingQuery(), timeout: waitLimit) }
    try daemon.stop()
  }
}

/// Selects the blocking overload of a call; in asynchronous tests, the suspending one would be preferred.
private func onThread<Result>(_ call: () throws -> Result) rethrows -> Result { try call() }
