import FakeDaemon
import HapticPatterns
import HapticProtocol
import HapticSystem
import Synchronization
import Testing

@testable import Haptics

@Suite struct Playing {
  let path = SocketPath()

  @Test func `a first play sends hello and itself, in these bytes`() throws {
    let daemon = try ManualDaemon(at: path)
    let client = HapticClient(applicationName: "org.example.App", socketPath: path.path)
    let cause = Instant(nanoseconds: 0x0102_0304_0506_0708)
    #expect(
      client.play(
        Haptic("selection", intensity: 0.5, category: .touch, cause: cause, deadline: .milliseconds(20))))
    let peer = try daemon.accept()
    #expect(
      try peer.receiveBytes() == [
        0x01, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00,  // hello, flags, serial 1
        0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,  // version 1, reserved
      ] + padded("org.example.App"))
    #expect(
      try peer.receiveBytes() == [
        0x04, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,  // play, flags, no reply
        0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,  // anonymous, by name
        0x00, 0x00, 0x00, 0x00, 0x00, 0x80, 0x01, 0x00,  // routed, half intensity, touch, reserved
        0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,  // at once
        0x08, 0x07, 0x06, 0x05, 0x04, 0x03, 0x02, 0x01,  // cause
        0x20, 0x4e, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,  // deadline 20,000 us, reserved
      ] + [UInt8](repeating: 0, count: 48)  // the whole pattern once
        + padded("selection"))
    #expect(try peer.receiveWaiting() == nil)
  }

  @Test func `numbers outside their range are clamped`() throws {
    let daemon = try ManualDaemon(at: path)
    let client = HapticClient(applicationName: "", socketPath: path.path)
    client.play(Haptic("selection", intensity: 7, deadline: .seconds(100_000)))
    client.play(Haptic("selection", intensity: -1, deadline: .zero))
    client.play(Haptic("selection", intensity: .nan))
    let peer = try daemon.accept()
    _ = try peer.greet()
    let strong = try peer.receivePlay()
    #expect(strong.intensity == 65535)
    #expect(strong.deadlineMicroseconds == .max)
    let weak = try peer.receivePlay()
    #expect(weak.intensity == 0)
    #expect(weak.deadlineMicroseconds == 1)
    #expect(try peer.receivePlay().intensity == 0)
  }

  @Test func `without a daemon a play returns false, and so does every call`() {
    let client = HapticClient(applicationName: "", socketPath: path.path)
    #expect(!client.play("success"))
    #expect(!client.prepare("success").play())
    #expect(!client.stopEverything())
    #expect(throws: ClientError.noDaemon(path: path.path, .noSuchFile)) { try client.blocking.devices() }
    #expect(throws: ClientError.noDaemon(path: path.path, .noSuchFile)) {
      try client.blocking.play(Haptic("success"), timeout: waitLimit)
    }
  }

  @Test func `a play returns at once if the daemon does not read`() throws {
    let daemon = try ManualDaemon(at: path)
    let client = HapticClient(applicationName: "", socketPath: path.path)
    var sent = 0
    while sent < 1_000_000, client.play("selection") { sent += 1 }
    // The socket was full and the play returned; a blocking play would not reach this line.
    #expect(sent < 1_000_000)
    #expect(throws: ClientError.busy) { try client.blocking.devices(timeout: .milliseconds(20)) }
    let peer = try daemon.accept()
    _ = try peer.greet()
    for _ in 0..<sent { _ = try peer.receivePlay() }
    #expect(client.play("success"))
    #expect(try peer.receivePlay().subject == .name("success"))
  }

  @Test func `a call that waits for a reply also waits until it can send`() async throws {
    let (held, gate) = (try EventCounter(), try EventCounter())
    let daemon = try AnsweringDaemon(at: path) { packet in
      if case .play = packet.request {
        held.raise()
        try? waitUntilReadable(gate.rawValue, timeout: waitLimit)
      }
      return AnsweringDaemon.agreeable(packet)
    }
    let client = HapticClient(applicationName: "", socketPath: path.path)
    func open() throws {
      // The socket stays full only if the daemon certainly reads no more.
      held.clear()
      client.play("selection")
      try waitUntilReadable(held.rawValue, timeout: waitLimit)
      while client.play("selection") {}
      #expect(throws: ClientError.busy) { try client.blocking.devices(timeout: .zero) as [DeviceRecord] }
      try BackgroundThread.start {
        try? waitUntilReadable(-1, timeout: .milliseconds(20))
        gate.raise()
      }
    }
    try open()
    func devices() throws -> [DeviceRecord] { try client.blocking.devices(timeout: waitLimit) }
    #expect(try devices() == [])
    gate.clear()
    try open()
    #expect(try await client.devices(timeout: waitLimit) == [])
    try daemon.stop()
  }

  @Test func `tasks that wait to send end at their timeout or cancellation`() async throws {
    let daemon = try ManualDaemon(at: path)
    defer { withExtendedLifetime(daemon) {} }
    let client = HapticClient(applicationName: "", socketPath: path.path)
    while client.play("selection") {}
    await #expect(throws: ClientError.busy) { try await client.devices(timeout: .milliseconds(20)) as [DeviceRecord] }
    let cancelled = Task { try await client.devices(timeout: waitLimit) }
    try await client.waitUntilRoomIsWanted()
    cancelled.cancel()
    await #expect(throws: ClientError.cancelled) { try await cancelled.value }
  }

  @Test func `a task that waits to send asks the next daemon if the first one ends`() async throws {
    let daemon = try ManualDaemon(at: path)
    let client = HapticClient(applicationName: "", socketPath: path.path)
    client.play("selection")
    var peer: ManualPeer? = try daemon.accept()
    _ = try peer?.greet()
    // A client that was greeted connects again at once.
    try client.dispatch()
    while client.play("selection") {}
    async let devices: [DeviceRecord] = client.devices(timeout: waitLimit)
    try await client.waitUntilRoomIsWanted()
    let next = try AnsweringDaemon(at: path) { AnsweringDaemon.agreeable($0) }
    peer = nil
    #expect(try await devices == [])
    try next.stop()
  }

  @Test func `a play by a client that only plays keeps its socket empty`() throws {
    let daemon = try ManualDaemon(at: path)
    let client = HapticClient(applicationName: "", socketPath: path.path)
    client.play("selection")
    let peer = try daemon.accept()
    _ = try peer.greet()
    // A client that does not read would fill the socket, and sending would fail.
    let end = Finished(
      playback: PlaybackID(rawValue: 1)!, reason: .ended, firstWrittenNanoseconds: nil, endedNanoseconds: 1,
      device: nil)
    var sent = 0
    let limit = Instant.now + waitLimit
    while sent < 1000, Instant.now < limit {
      if (try? peer.send(.event(.finished(end)))) != nil { sent += 1 }
      client.play("selection")
      while try peer.receiveWaiting() != nil {}
    }
    #expect(sent == 1000)
  }

  @Test func `a stop request has the number of its playback, or none`() throws {
    let daemon = try ManualDaemon(at: path)
    let client = HapticClient(applicationName: "", socketPath: path.path)
    let playback = client.newPlayback()
    #expect(client.newPlayback() != playback)
    client.play(Haptic("error", playback: playback))
    client.stop(playback)
    client.stop()
    client.stopEverything()
    let peer = try daemon.accept()
    _ = try peer.greet()
    #expect(try peer.receivePlay().playback == playback)
    #expect(try peer.receive().request == .stop(playback))
    #expect(try peer.receive().request == .stop(nil))
    #expect(try peer.receive().request == .stopEverything)
  }

  @Test func `a released client closes its connection`() throws {
    let daemon = try ManualDaemon(at: path)
    var client: HapticClient? = HapticClient(applicationName: "", socketPath: path.path)
    client?.play("success")
    let peer = try daemon.accept()
    _ = try peer.greet()
    _ = try peer.receivePlay()
    client = nil
    #expect(try peer.receiveBytes() == [])
  }
}

extension ManualPeer {
  func receivePlay() throws -> Request.Play {
    let packet = try receive()
    guard case .play(let play) = packet.request else { throw WaitError(reason: "\(packet) is no play") }
    return play
  }
}

/// A name as encoded in a packet.
func padded(_ name: String) -> [UInt8] { Array(name.utf8) + Array(repeating: 0, count: 48 - name.utf8.count) }

extension HapticClient {
  /// Waits until a task waits for room in the socket.
  fileprivate func waitUntilRoomIsWanted() async throws {
    let limit = Instant.now + waitLimit
    while !core.withConnection({ $0.calls.wantRoom }) {
      if Instant.now > limit { throw WaitError(reason: "nobody waits for room") }
      try await Task.sleep(for: .milliseconds(1))
    }
  }
}
