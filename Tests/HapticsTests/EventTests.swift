import FakeDaemon
import HapticPatterns
import HapticProtocol
import HapticSystem
import Haptics
import Synchronization
import Testing

@Suite struct Events {
  let path = SocketPath()
  let level = LevelChange(
    device: DeviceID(rawValue: 1)!, strong: 1, weak: 2, plannedNanoseconds: 3, writtenNanoseconds: 4,
    leaseMilliseconds: 64)

  @Test func `the handler receives the events in order, and nothing else`() throws {
    let daemon = try ManualDaemon(at: path)
    let client = HapticClient(applicationName: "", socketPath: path.path)
    let heard = Mutex<[ClientEvent]>([])
    client.onEvent { event in heard.withLock { $0.append(event) } }
    client.monitor(.levels)
    let peer = try daemon.accept()
    _ = try peer.greet()
    #expect(try peer.receive().request == .monitor(.levels))
    for strong in 0..<10 { try peer.send(.event(.level(level(strong: UInt16(strong))))) }
    try waitUntil {
      try client.dispatch(waiting: .milliseconds(10))
      return heard.withLock { $0.count == 11 }
    }
    let expected: [ClientEvent] = [.connected(daemonVersion: "test")] + (0..<10).map { .level(level(strong: $0)) }
    #expect(heard.withLock { $0 } == expected)
  }

  @Test func `the descriptor is ready exactly while there is something to do, across connections`() throws {
    let client = HapticClient(applicationName: "", socketPath: path.path)
    client.onEvent { _ in }
    let descriptor = try client.fileDescriptor
    for _ in 0..<2 {
      let daemon = try ManualDaemon(at: path)
      try waitUntilConnected(client)
      let peer = try daemon.accept()
      _ = try peer.greet()
      try waitUntil { isReadable(descriptor) }
      try client.dispatch()
      #expect(!isReadable(descriptor))
      #expect(try client.fileDescriptor == descriptor)
    }
  }

  @Test func `events that a play read wait for dispatch`() throws {
    let daemon = try ManualDaemon(at: path)
    let client = HapticClient(applicationName: "", socketPath: path.path)
    let heard = Mutex(0)
    client.onEvent { _ in heard.withLock { $0 += 1 } }
    let descriptor = try client.fileDescriptor
    client.play("selection")
    let peer = try daemon.accept()
    _ = try peer.greet()
    try peer.send(.event(.level(level)))
    // A waiting call reads both events, but only dispatch may call the handler.
    #expect(throws: ClientError.timedOut(.milliseconds(1))) { try client.blocking.devices(timeout: .milliseconds(1)) }
    #expect(heard.withLock { $0 } == 0)
    #expect(isReadable(descriptor))
    try client.dispatch()
    #expect(heard.withLock { $0 } == 2)
    #expect(!isReadable(descriptor))
  }

  @Test func `a handler may use the client`() throws {
    let daemon = try ManualDaemon(at: path)
    let client = HapticClient(applicationName: "", socketPath: path.path)
    client.onEvent { [weak client] event in
      client?.play("success")
      try? client?.dispatch()
    }
    client.play("selection")
    let peer = try daemon.accept()
    _ = try peer.greet()
    try client.dispatch(waiting: waitLimit)
    #expect(try peer.receivePlay().subject == .name("selection"))
    #expect(try peer.receivePlay().subject == .name("success"))
  }

  @Test func `a handler that removes itself is not called again, and a new one receives the following events`() throws {
    let daemon = try ManualDaemon(at: path)
    let client = HapticClient(applicationName: "", socketPath: path.path)
    let heard = Mutex<[String]>([])
    client.play("selection")
    let peer = try daemon.accept()
    _ = try peer.greet()
    for _ in 0..<3 { try peer.send(.event(.level(level))) }
    client.onEvent { [weak client] _ in
      heard.withLock { $0.append("first") }
      client?.onEvent { [weak client] _ in
        heard.withLock { $0.append("second") }
        client?.onEvent(nil)
      }
    }
    try waitUntil {
      try client.dispatch(waiting: .milliseconds(10))
      return heard.withLock { $0.count >= 2 }
    }
    try client.dispatch()
    #expect(heard.withLock { $0 } == ["first", "second"])
  }

  @Test func `a stream from before the daemon's start connects when it starts`() async throws {
    var waiting: [(HapticClient, AsyncStream<ClientEvent>)] = []
    for _ in 0..<40 {
      let client = HapticClient(applicationName: "", socketPath: path.path)
      waiting.append((client, try client.events()))
    }
    let daemon = try ManualDaemon(at: path)
    var peers: [ManualPeer] = []
    for _ in waiting {
      let peer = try daemon.accept()
      _ = try peer.greet()
      peers.append(peer)
    }
    for (_, events) in waiting {
      var events = events.makeAsyncIterator()
      #expect(await events.next() == .connected(daemonVersion: "test"))
    }
  }

  @Test func `a stream survives the daemon, and so does the monitor`() async throws {
    let client = HapticClient(applicationName: "", socketPath: path.path)
    var events = try client.events().makeAsyncIterator()
    client.monitor(.levels)
    for _ in 0..<2 {
      let daemon = try AnsweringDaemon(at: path) { [level] packet in
        guard packet.request == .monitor(.levels) else { return AnsweringDaemon.agreeable(packet) }
        return [.event(.level(level))]
      }
      #expect(await events.next() == .connected(daemonVersion: "test"))
      #expect(await events.next() == .level(level))
      try daemon.stop()
      #expect(await events.next() == .disconnected)
    }
  }

  @Test func `a stream ends with its client, and so does the reader's connection`() async throws {
    let daemon = try ManualDaemon(at: path)
    var client: HapticClient? = HapticClient(applicationName: "", socketPath: path.path)
    let events = try #require(try client?.events())
    client?.play("selection")
    let peer = try daemon.accept()
    _ = try peer.greet()
    _ = try peer.receivePlay()
    client = nil
    #expect(try peer.receiveBytes() == [])
    for await _ in events {}
  }

  private func level(strong: UInt16) -> LevelChange {
    var level = level
    level.strong = strong
    return level
  }

}
