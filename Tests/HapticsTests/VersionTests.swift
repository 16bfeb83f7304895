import FakeDaemon
import HapticProtocol
import HapticSystem
import Testing

@testable import Haptics

/// Daemons that speak only a newer version of the protocol.
@Suite struct Versions {
  let path = SocketPath()

  private static let next = Limits.version + 1
  /// The reply to hello of a later version, which may have another size.
  private static let hellos: [[UInt8]] = [
    hello(next) + Array(repeating: 0, count: 54), hello(.max), hello(next) + Array(repeating: 7, count: 300),
  ]

  private static func hello(_ version: UInt16) -> [UInt8] {
    [0x01, 0x80, 0, 0, 1, 0, 0, 0, UInt8(version & 0xff), UInt8(version >> 8)]
  }

  @Test(arguments: hellos)
  func `a newer protocol is a named error`(_ hello: [UInt8]) throws {
    let version = UInt16(hello[8]) | UInt16(hello[9]) << 8
    let (client, peer) = try connected(hello)
    #expect(throws: ClientError.newerProtocol(version: version)) { try client.dispatchOnce() }
    // The connection is closed, the error stays, and the next attempt is seconds away.
    while try !peer.receiveBytes().isEmpty {}
    #expect(throws: ClientError.newerProtocol(version: version)) { try client.blocking.devices(timeout: waitLimit) }
    #expect(!client.play("success"))
    #expect("\(ClientError.newerProtocol(version: Self.next))".contains("update"))
  }

  @Test func `a call that waits gets the error`() throws {
    let daemon = try ManualDaemon(at: path)
    let client = HapticClient(applicationName: "", socketPath: path.path)
    try client.dispatch()
    let peer = try daemon.accept()
    _ = try peer.receive()
    try peer.sendBytes(Self.hellos[0])
    #expect(throws: ClientError.newerProtocol(version: Self.next)) { try client.blocking.devices(timeout: waitLimit) }
    #expect(daemon.dropAll() == 0)
  }

  @Test func `a refusal of the version is reported although the daemon closes the connection`() throws {
    let (client, peer) = try connected(Self.hellos[0])
    withExtendedLifetime(consume peer) {}
    #expect(!client.play("success"))
    #expect(throws: ClientError.newerProtocol(version: Self.next)) { try client.blocking.devices(timeout: waitLimit) }
  }

  @Test func `packets after the refusal have no effect`() throws {
    let (client, peer) = try connected(Self.hellos[1])
    try peer.send(.reply(serial: 1, .hello(HelloReply(daemonVersion: "test"))))
    #expect(throws: ClientError.newerProtocol(version: 0xffff)) { try client.dispatchOnce() }
    #expect(throws: ClientError.newerProtocol(version: 0xffff)) { try client.blocking.hello(timeout: waitLimit) }
  }

  /// A client whose daemon has replied to hello.
  private func connected(_ hello: [UInt8]) throws -> (HapticClient, ManualPeer) {
    let daemon = try ManualDaemon(at: path)
    let client = HapticClient(applicationName: "", socketPath: path.path)
    try client.dispatch()
    let peer = try daemon.accept()
    _ = try peer.receive()
    try peer.sendBytes(hello)
    return (client, peer)
  }
}

extension HapticClient {
  /// Waits for a packet; the error is that of the connection.
  fileprivate func dispatchOnce() throws { try dispatch(waiting: waitLimit) }
}
