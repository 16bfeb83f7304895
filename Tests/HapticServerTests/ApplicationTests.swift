import HapticPatterns
import HapticPreferences
import HapticProtocol
import HapticServer
import HapticSystem
import MotorRendering
import Testing

/// Limits that the clients of an application share, and their separation from other applications.
@Suite struct ApplicationTests {
  private let app = Identity("org.example.App", from: .unit)

  @Test func `the clients of an application share its playbacks, and give them back`() throws {
    let bench = try ServerBench(vocabulary: .reasons)
    let share = Limits.playbacks * Limits.clientsWorthPerApplication
    func fill() throws -> [Client] {
      try (0...Limits.clientsWorthPerApplication).map { _ in
        let client = try bench.client(as: app)
        for _ in 0..<Limits.playbacks { client.play("effect") }
        return client
      }
    }
    for _ in 0..<3 {
      let clients = try fill()
      let verdicts = try bench.client().history().suffix(share + Limits.playbacks).map(\.verdict)
      #expect(verdicts.filter { $0 == .played }.count == share)
      #expect(verdicts.suffix(Limits.playbacks).allSatisfy { $0 == .limit })
      #expect(try bench.client().play("effect")?.verdict == .played)
      for client in clients { client.leave() }
      bench.clock.advance(by: .seconds(20))
    }
  }

  @Test func `clients of an application share its limits on handles and pattern bytes`() throws {
    let bench = try ServerBench(vocabulary: .reasons)
    for number in 0...Limits.clientsWorthPerApplication {
      let client = try bench.client(as: app)
      for handle in 1...UInt32(Limits.handles) {
        let verdict = client.verdict(.prepare(.init(handle: Handle(rawValue: handle)!, name: "tap")))?.verdict
        #expect(verdict == (number < Limits.clientsWorthPerApplication ? .done : .limit))
      }
    }
    #expect(
      try bench.client().verdict(.prepare(.init(handle: Handle(rawValue: 1)!, name: "tap")))?.verdict == .done)
  }

  @Test func `clients of an application share its limit on connections`() throws {
    let bench = try ServerBench(vocabulary: .reasons)
    let boxed = Identity("org.example.Boxed", from: .flatpak)
    var clients: [Client] = []
    for _ in 0..<Limits.clientsPerApplication { clients.append(try bench.client(as: boxed)) }
    #expect(try !bench.isTakingClients(as: boxed))
    _ = try bench.client(as: app)
    clients.removeLast().leave()
    #expect(try bench.client(as: boxed).play("tap")?.verdict == .played)
  }

  @Test(arguments: [
    (Identity("org.example.App", from: .flatpak), false), (Identity("app", from: .snap), false),
    (Identity.hidden, false), (Identity("org.example.App", from: .unit), true), (Identity(), true),
  ])
  func `a sandboxed client cannot see or stop the playbacks of others`(identity: Identity, isTool: Bool) throws {
    let bench = try ServerBench(vocabulary: .reasons)
    try bench.client().play("effect")
    let client = try bench.client(named: "hapticctl", as: identity)
    let refusal: Verdict? = isTool ? .done : .notPermitted
    #expect(client.verdict(.monitor(.all))?.verdict == refusal)
    #expect((client.ask(HistoryQuery()) != nil) == isTool)
    #expect((client.ask(StatusQuery()) != nil) == isTool)
    #expect((client.ask(PlayingQuery()) != nil) == isTool)
    #expect(client.verdict(.reload)?.verdict == refusal)
    #expect(client.verdict(.query(SettingQuery("enabled")))?.verdict == (isTool ? .unsupported : refusal))
    try bench.client().play("key")
    #expect(client.events.isEmpty == !isTool)
    #expect(client.verdict(.stopEverything)?.verdict == refusal)
    #expect(bench.motor.isOff == isTool)
    #expect(client.play("tap")?.verdict == .played)
  }

  @Test func `the history records client, feedback, device, times, strength and end of the latest plays`() throws {
    let bench = try ServerBench(vocabulary: .reasons)
    let client = try bench.client(as: app)
    client.play("message", playback: 7)
    client.verdict(.play(.init(.name("tap"), category: .alarm)))
    client.send(.stop(nil))
    client.play("nonsense")
    bench.clock.advance(by: .seconds(2))
    let records = try client.history()
    #expect(records.map(\.number) == [1, 2, 3])
    #expect(records.map(\.feedback) == ["message", "tap", "nonsense"])
    #expect(records.map(\.verdict) == [.played, .played, .unknownFeedback])
    #expect(records.map(\.category) == [.known(.notification), .known(.alarm), nil])
    #expect(records.map(\.end) == [.stopped, .stopped, nil])
    #expect(records.map(\.felt) == [.max, .max, 0])
    #expect(records.allSatisfy { $0.applicationName == "org.example.App" && $0.identity == .unit })
    #expect(records[0].device == bench.motor.id && records[0].writtenNanoseconds != nil)
    for _ in 0..<Limits.history * 2 { client.play("tap") }
    let later = try client.history()
    #expect(later.map(\.number) == (0..<UInt64(Limits.history)).map { UInt64(Limits.history) + 4 + $0 })
    #expect(try client.history(after: later.last!.number - 3) == later.suffix(3))
    #expect(try client.history(after: .max).isEmpty)
  }

  @Test func `a level that a device's own thread writes later is in the history as well`() throws {
    let bench = try ServerBench(vocabulary: .reasons)
    bench.motor.queues = true
    let client = try bench.client()
    client.play("tap")
    #expect(try client.history().map(\.writtenNanoseconds) == [nil])
    let written = bench.clock.now + .milliseconds(3)
    let level = bench.motor.writes.last!
    bench.motor.onWritten?(.init(level.level, level.lease), level.at, written)
    #expect(try client.history().map(\.writtenNanoseconds) == [written.nanoseconds])
  }
}
