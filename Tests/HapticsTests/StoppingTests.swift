import FakeDaemon
import HapticPatterns
import HapticProtocol
import HapticSystem
import Testing

@testable import Haptics

/// Stops and changes of playbacks without a connection, where nothing plays.
@Suite struct Stopping {
  let path = SocketPath()
  let playback = PlaybackID(rawValue: 5)!

  @Test func `a stop or a change does not connect`() throws {
    let daemon = try ManualDaemon(at: path)
    let client = HapticClient(applicationName: "", socketPath: path.path)
    for isSent in changes(of: client) { #expect(!isSent) }
    #expect(throws: ClientError.disconnected) { try client.stop(nil) { _ in Issue.record("a report") } }
    #expect(daemon.dropAll() == 0)
  }

  @Test func `a stop that waits reports that nothing played, and does not connect`() async throws {
    let daemon = try ManualDaemon(at: path)
    let client = HapticClient(applicationName: "", socketPath: path.path)
    let reply = try await client.stop(nil, timeout: waitLimit)
    #expect(reply.verdict == .done && reply.count == 0)
    #expect(try blockingStop(client).verdict == .done)
    #expect(daemon.dropAll() == 0)
  }

  private func blockingStop(_ client: HapticClient) throws -> VerdictReply {
    try client.blocking.stop(playback, timeout: waitLimit)
  }

  @Test func `a stop after the daemon's end does not connect again`() throws {
    let daemon = try ManualDaemon(at: path)
    let client = HapticClient(applicationName: "", socketPath: path.path)
    client.play("error")
    var peer: ManualPeer? = try daemon.accept()
    _ = try peer?.greet()
    // The reply to hello is read, so that only the stop can be the reason for another attempt.
    _ = try? client.blocking.hello(timeout: .zero)
    peer = nil
    for isSent in changes(of: client) { #expect(!isSent) }
    #expect(daemon.dropAll() == 0)
  }

  private func changes(of client: HapticClient) -> [Bool] {
    [
      client.stop(), client.stop(playback), client.stop(playback, at: .now + .seconds(1)), client.pause(playback),
      client.setMuted(playback), client.send([DynamicParameter(.intensity, 0.5)], to: playback),
    ]
  }

  @Test func `a stop of everything connects, because other clients may play`() throws {
    let daemon = try ManualDaemon(at: path)
    let client = HapticClient(applicationName: "", socketPath: path.path)
    #expect(client.stopEverything())
    #expect(daemon.dropAll() == 1)
  }
}
