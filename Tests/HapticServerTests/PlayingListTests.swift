import HapticPatterns
import HapticPreferences
import HapticProtocol
import HapticSystem
import Testing

@testable import HapticServer

@Suite struct `The list of playbacks` {
  private let hum = Feedback("hum", .media, [Event(.continuous(duration: .seconds(1)), intensity: 1, sharpness: 0.1)])
  private let call = Feedback(
    "call", .ringtone, [Event(.continuous(duration: .seconds(2)), intensity: 1, sharpness: 0.1)])
  private let bench: ServerBench
  private let tool: Client

  init() throws {
    bench = try ServerBench(vocabulary: Vocabulary([hum, call]))
    tool = try bench.client(named: "tool")
  }

  private func list(after number: UInt64 = 0) -> PlayingList? {
    tool.ask(PlayingQuery(after: number))
  }

  private func transport(_ client: Client, _ action: Request.Transport.Action, at moment: Instant? = nil) {
    client.send(.transport(.init(PlaybackID(rawValue: 7)!, action, atNanoseconds: moment?.nanoseconds)))
  }

  @Test func `the list is empty without a playback, and not permitted in a sandbox`() throws {
    #expect(list() == PlayingList(total: 0, records: []))
    let app = try bench.client(as: Identity("org.example.App", from: .snap))
    #expect(app.verdict(.query(PlayingQuery()))?.verdict == .notPermitted)
  }

  @Test func `a record has the application, device, start and end of its playback`() throws {
    var preferences = Preferences.unlimited
    preferences[.media].strength = 0.5
    bench.server.setPreferences(preferences)
    let app = try bench.client(as: Identity("org.example.App", from: .flatpak))
    let start = bench.clock.now
    _ = app.play("hum", intensity: 0x8000, playback: 7)
    bench.clock.advance(by: .milliseconds(100))
    let record = try #require(list()?.records.first)
    #expect(list()?.total == 1)
    #expect(record.playback?.rawValue == 7 && record.device == bench.motor.id)
    #expect(record.applicationName == "org.example.App" && record.identity == .flatpak)
    #expect(record.processID == UInt32(app.processID))
    #expect(record.feedback == "hum" && record.category == .known(.media))
    #expect(record.treatment == .mixed && record.state == .playing)
    #expect(record.intensity == 0x8000 && (0x3800...0x4800).contains(record.felt), "\(record.felt)")
    #expect(record.startNanoseconds == start.nanoseconds)
    let length = Duration.nanoseconds(try #require(record.endNanoseconds) - start.nanoseconds)
    #expect(length > .milliseconds(900) && length < .milliseconds(1100), "\(length)")
    bench.clock.advance(by: .seconds(2))
    #expect(list()?.records == [])
  }

  @Test func `a playback has the same number in the list and in the history`() throws {
    for _ in 0..<3 { tool.play("nonsense") }
    tool.play("hum")
    #expect(list()?.records.map(\.number) == [4] && tool.ask(HistoryQuery())?.records.last?.number == 4)
    #expect(list(after: 4) == PlayingList(total: 0, records: []))
    #expect(list(after: .max) == PlayingList(total: 0, records: []))
  }

  @Test func `the list shows waiting, paused, muted and looping playbacks`() throws {
    let start = bench.clock.now + .seconds(10)
    tool.send(
      .play(.init(.name("hum"), playback: PlaybackID(rawValue: 7), startNanoseconds: start.nanoseconds)))
    #expect(list()?.records.map(\.state) == [.waiting])
    bench.clock.advance(by: .seconds(10) + .milliseconds(100))
    #expect(list()?.records.map(\.state) == [.playing])
    transport(tool, .pause)
    #expect(list()?.records.map(\.state) == [.paused])
    #expect(list()?.records.first?.endNanoseconds == nil)
    transport(tool, .resume)
    transport(tool, .mute(true))
    #expect(list()?.records.map(\.state) == [.muted])
    #expect(list()?.records.first?.endNanoseconds != nil)
    transport(tool, .loop(Loop()))
    #expect(list()?.records.first?.endNanoseconds == nil)
    let end = bench.clock.now + .seconds(30)
    transport(tool, .stop, at: end)
    #expect(list()?.records.first?.endNanoseconds == end.nanoseconds)
  }

  @Test func `the list shows the effect of playbacks of higher priority`() throws {
    tool.play("hum")
    tool.play("call")
    #expect(list()?.records.map(\.treatment) == [.held, .mixed])
    #expect(list()?.records.map(\.feedback) == ["hum", "call"])
  }

  @Test func `a client's own pattern has no name`() throws {
    let handle = Handle(rawValue: 1)!
    let definition = Definition(of: hum.pattern, handle: handle)
    for index in 0..<definition.count { tool.send(definition[index]) }
    tool.send(.play(.init(.handle(handle))))
    #expect(list()?.records.map(\.feedback) == [.empty])
  }

  @Test func `many playbacks are listed in pages, each once`() throws {
    for id in 2...3 as ClosedRange<UInt32> { try bench.add(id) }
    var clients: [Client] = []
    for _ in 0..<2 {
      let client = try bench.client()
      clients.append(client)
      for _ in 0..<10 { client.send(.play(.init(.name("hum"), locality: .everywhere))) }
    }
    var records: [PlayingRecord] = []
    var pages: [Int] = []
    while let page = list(after: records.last?.number ?? 0), !page.records.isEmpty {
      #expect(page.total == UInt64(60 - records.count))
      #expect(page.records.count <= Limits.playingPerPacket)
      pages.append(page.records.count)
      records += page.records
    }
    #expect(pages == [32, 28])
    #expect(records.count == 60 && Set(records).count == 60)
    #expect(records.map(\.number) == records.map(\.number).sorted())
  }
}
