import HapticPatterns
import HapticPreferences
import HapticProtocol
import HapticSystem
import ServerHarness
import Testing

@testable import HapticServer

/// Clients in the server's process, which stand for programs on a message bus.
@Suite struct DirectClientTests {
  private let own = PeerCredentials(processID: 4711, userID: PeerCredentials.ownUserID)

  @Test func `a direct client plays, and gets its verdicts and events`() throws {
    let bench = try ServerBench()
    var events: [DaemonEvent] = []
    let client = try #require(
      DirectClient(of: bench.server, own, as: Identity(), claiming: "org.example.App") { events.append($0) })
    #expect(client.isConnected && client.isOwn)
    #expect(client.verdict(.play(.init(.name("success"), playback: PlaybackID(rawValue: 7)))) == .played)
    #expect(client.verdict(.play(.init(.name("nothing")))) == .unknownFeedback)
    bench.clock.advance(by: .seconds(1))
    guard case .finished(let end) = events.first else {
      Issue.record("\(events)")
      return
    }
    #expect(events.count == 1 && end.playback.rawValue == 7 && end.reason == .ended)
    let record = try #require(bench.server.recorder.history.records(after: 0).records.first)
    #expect(record.applicationName == "org.example.App" && record.identity == .claimed && record.processID == 4711)
  }

  @Test func `a direct client that is released silences its motor`() throws {
    let bench = try ServerBench()
    var client = DirectClient(of: bench.server, own, as: Identity(), claiming: "a") { _ in }
    _ = client?.verdict(.play(.init(.name("error"))))
    #expect(!bench.motor.isOff)
    client = nil
    bench.clock.advance(by: .zero)
    #expect(bench.motor.isOff && bench.server.sessions.all.isEmpty && client == nil)
  }

  @Test func `direct clients of one process share the limit on its connections`() throws {
    let bench = try ServerBench()
    let clients = (0...Limits.clientsPerApplication).map { _ in
      DirectClient(of: bench.server, own, as: Identity("hidden", from: .hidden), claiming: "a") { _ in }
    }
    #expect(clients.count { $0 != nil } == Limits.clientsPerApplication)
  }

  @Test func `a claim makes a verified application weaker, never stronger`() throws {
    let bench = try ServerBench()
    func settings(_ strength: Intensity) -> ApplicationPreferences {
      var preferences = ApplicationPreferences()
      preferences.strength = strength
      return preferences
    }
    var preferences = bench.preferences
    preferences.applications = ["shell": settings(0.5), "quiet": settings(0.2), "off": settings(.none)]
    bench.server.setPreferences(preferences)
    func felt(_ identity: Identity, claiming name: ShortName) -> UInt16 {
      let client = DirectClient(of: bench.server, own, as: identity, claiming: name) { _ in }
      _ = client?.verdict(.play(.init(.name("success"))))
      return bench.server.recorder.history.records(after: 0).records.last?.felt ?? 0
    }
    let shell = Identity("shell", from: .unit)
    #expect(felt(shell, claiming: "shell") == 32768)
    #expect(felt(shell, claiming: "other") == 32768)
    #expect(felt(shell, claiming: "quiet") == 13107)
    #expect(felt(shell, claiming: "off") == 0)
    #expect(felt(Identity(), claiming: "quiet") == 13107)
    #expect(felt(Identity("quiet", from: .flatpak), claiming: "shell") == 13107)
  }

  @Test func `a declined play is counted and recorded`() throws {
    let bench = try ServerBench()
    let client = DirectClient(of: bench.server, own, as: Identity(), claiming: "a") { _ in }
    client?.decline("success", as: .profile)
    let record = try #require(bench.server.recorder.history.records(after: 0).records.first)
    #expect(record.verdict == .profile && record.feedback == "success" && record.opcode == .play)
  }
}
