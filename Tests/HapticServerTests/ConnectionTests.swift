import EventLoop
import HapticPatterns
import HapticPreferences
import HapticProtocol
import HapticSystem
import Testing

@testable import HapticServer

/// Acceptance of connections.
@Suite struct ConnectionTests {
  @Test func `a connection that the loop cannot watch leaves nothing behind`() throws {
    let bench = try ServerBench()
    let loop = try EventLoop()
    let app = Identity("org.example.App", from: .unit)
    for _ in 0...Limits.clientsPerApplication {
      let ends = Ends(try SeqpacketSocket.pair())
      let server = ends.takeServer()
      // The loop accepts a descriptor only once.
      let first = try loop.watch(server.rawValue, for: .readable) { _ in }
      var failure: Errno?
      do throws(Errno) { try bench.server.connect(server, as: app, loop: loop) } catch { failure = error }
      #expect(failure != nil)
      _ = first
    }
    let client = try bench.client(as: app)
    #expect(client.verdict(.prepare(.init(handle: Handle(rawValue: 1)!, name: "success")))?.verdict == .done)
    #expect(client.define([Event(.transient, intensity: 1, sharpness: 0)], as: 2)?.verdict == .done)
    #expect(bench.server.sessions.applications.connections.all.used == 1)
  }

  @Test func `hidden processes are one application`() throws {
    let bench = try ServerBench(vocabulary: .reasons)
    let hidden = try bench.crowd(of: 200, as: .hidden)
    #expect(hidden.count == Limits.clientsPerApplication)
    #expect(try bench.crowd(of: 1, as: Identity()).count == 1)
    _ = hidden[0].play("tap")
    let record = try #require(try bench.client().history().last)
    #expect(record.applicationName == "hidden" && record.identity == .hidden)
  }

  @Test func `sandboxed clients leave connections for others`() throws {
    let bench = try ServerBench(vocabulary: .reasons)
    var clients: [Client] = []
    for number in 0..<20 {
      clients += try bench.crowd(of: 100, as: Identity(ShortName(truncating: "app\(number)"), from: .flatpak))
    }
    #expect(clients.count == Limits.confinedClients)
    #expect(try bench.client().verdict(.stopEverything)?.verdict == .done)
    clients.removeLast().leave()
    #expect(try bench.crowd(of: 2, as: Identity("app1", from: .flatpak)).count == 1)
  }

  @Test func `the user's tools can connect however many clients there are`() throws {
    let bench = try ServerBench(vocabulary: .reasons)
    let crowd = try bench.crowd(of: 2000, as: Identity())
    #expect(crowd.count == 2000)
    #expect(crowd.count { bench.server.isConnected($0.number) } == Limits.unverifiedClients + Limits.reservedClients)
    crowd[0].play("effect")
    #expect(!bench.motor.isOff)
    let tool = try #require(try bench.crowd(of: 1, as: Identity()).first)
    #expect(tool.verdict(.stopEverything)?.verdict == .done)
    #expect(bench.motor.isOff)
    #expect(try bench.crowd(of: 1, as: .hidden).isEmpty)
    #expect(try bench.crowd(of: 500, as: Identity("org.example.App", from: .unit)).count == 500)
  }

  @Test func `an unused reserved connection is replaced before a used one`() throws {
    let bench = try ServerBench(vocabulary: .reasons)
    let crowd = try bench.crowd(of: Limits.unverifiedClients, as: Identity())
    let reserve = try bench.crowd(of: Limits.reservedClients, as: Identity())
    bench.clock.advance(by: .seconds(1))
    reserve[0].play("tap")
    _ = try bench.crowd(of: Limits.reservedClients - 1, as: Identity())
    #expect(bench.server.isConnected(reserve[0].number))
    #expect(reserve.dropFirst().allSatisfy { !bench.server.isConnected($0.number) })
    #expect(crowd.allSatisfy { bench.server.isConnected($0.number) })
    // A client that finds an ordinary place keeps it.
    crowd[0].leave()
    let late = try bench.crowd(of: Limits.reservedClients + 1, as: Identity())
    #expect(late.allSatisfy { bench.server.isConnected($0.number) })
  }
}

extension ServerBench {
  /// Clients that have said hello, each from a process of its own, without those that are rejected.
  func crowd(of count: Int, as identity: Identity) throws -> [Client] {
    try (0..<count).compactMap { _ in
      lastProcess += 1
      let ends = Ends(try SeqpacketSocket.pair())
      let credentials = PeerCredentials(processID: lastProcess, userID: PeerCredentials.ownUserID)
      guard
        let number = try server.sessions.connect(
          .socket(ends.takeServer()), Peer(identity, credentials), loop: nil)
      else { return nil }
      let client = Client(bench: self, number: number, socket: ends)
      client.send(.hello(.init(applicationName: "crowd")), serial: 1)
      _ = client.reply()
      return client
    }
  }
}
