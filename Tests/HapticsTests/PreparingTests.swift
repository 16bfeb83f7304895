import FakeDaemon
import HapticPatterns
import HapticProtocol
import HapticSystem
import Haptics
import Testing

@Suite struct Preparing {
  let path = SocketPath()

  @Test func `a prepared feedback plays by its handle and is released with the object`() throws {
    let daemon = try ManualDaemon(at: path)
    let client = HapticClient(applicationName: "", socketPath: path.path)
    var tap: Prepared? = client.prepare("impact.light", for: DeviceID(rawValue: 3))
    let handle = try #require(tap?.handle)
    #expect(tap?.play(intensity: 1) == true)
    tap = nil
    let peer = try daemon.accept()
    _ = try peer.greet()
    #expect(
      try peer.receiveBytes() == [
        0x02, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,  // prepare, flags, no reply
        0x01, 0x00, 0x00, 0x00, 0x03, 0x00, 0x00, 0x00,  // handle 1, device 3
        0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,  // no shorter name, reserved
      ] + padded("impact.light"))
    #expect(try peer.receivePlay().subject == .handle(handle))
    #expect(try peer.receive().request == .release(handle))
  }

  @Test func `a handle is used again after its release`() {
    let client = HapticClient(applicationName: "", socketPath: path.path)
    let first = client.prepare("impact.light")
    var second: Prepared? = client.prepare("impact.heavy")
    let handle = second?.handle
    #expect(first.handle != handle)
    second = nil
    #expect(client.prepare("impact.soft").handle == handle)
  }

  @Test func `beyond the handles a client may hold, it plays by name`() throws {
    let daemon = try ManualDaemon(at: path)
    let client = HapticClient(applicationName: "", socketPath: path.path)
    let held = (0..<Limits.handles).map { _ in client.prepare("impact.light") }
    let extra = client.prepare("impact.heavy")
    #expect(extra.handle == nil)
    #expect(extra.play())
    let peer = try daemon.accept()
    _ = try peer.greet()
    for prepared in held { #expect(try peer.receive().request == prepare(prepared)) }
    #expect(try peer.receivePlay().subject == .name("impact.heavy"))
  }

  @Test func `after a restart of the daemon, handles are prepared again before the play`() throws {
    let client = HapticClient(applicationName: "app", socketPath: path.path)
    let light = client.prepare("impact.light")
    var gone: Prepared? = client.prepare("impact.soft")
    let heavy = client.prepare("impact.heavy", for: DeviceID(rawValue: 2))
    try { [path] in
      let daemon = try ManualDaemon(at: path)
      try waitUntilConnected(client)
      let peer = try daemon.accept()
      _ = try peer.greet()
    }()
    withExtendedLifetime(gone) {}
    gone = nil
    let daemon = try ManualDaemon(at: path)
    try waitUntil { heavy.play() }
    let peer = try daemon.accept()
    #expect(try peer.greet().applicationName == "app")
    #expect(try peer.receive().request == prepare(light))
    #expect(try peer.receive().request == prepare(heavy))
    #expect(try peer.receivePlay().subject == .handle(#require(heavy.handle)))
  }

  @Test func `plays before and after a restart succeed`() throws {
    let client = HapticClient(applicationName: "", socketPath: path.path)
    let tap = client.prepare("impact.light")
    for _ in 0..<3 {
      let daemon = try ManualDaemon(at: path)
      try waitUntil { tap.play() }
      let peer = try daemon.accept()
      _ = try peer.greet()
      #expect(try peer.receive().request == prepare(tap))
      #expect(try peer.receivePlay().subject == .handle(#require(tap.handle)))
    }
  }

  @Test func `after a reset, handles are prepared again`() throws {
    let daemon = try ManualDaemon(at: path)
    let client = HapticClient(applicationName: "", socketPath: path.path)
    let tap = client.prepare("impact.light")
    let peer = try daemon.accept()
    _ = try peer.greet()
    #expect(try peer.receive().request == prepare(tap))
    try peer.send(.event(.reset))
    try client.dispatch(waiting: waitLimit)
    #expect(try peer.receive().request == prepare(tap))
  }

  @Test func `a renewed handle is prepared again`() throws {
    let daemon = try ManualDaemon(at: path)
    let client = HapticClient(applicationName: "", socketPath: path.path)
    let tap = client.prepare("impact.light")
    let knock = client.define([Event(.transient, intensity: 1, sharpness: 0)])
    let peer = try daemon.accept()
    _ = try peer.greet()
    #expect(try peer.receive().request == prepare(tap))
    let definition = [try peer.receive().request, try peer.receive().request]
    tap.renew()
    #expect(try peer.receive().request == prepare(tap))
    knock.renew()
    #expect([try peer.receive().request, try peer.receive().request] == definition)
    #expect(tap.play())
    #expect(try peer.receivePlay().subject == .handle(#require(tap.handle)))
  }

  @Test func `preparing returns its verdict`() throws {
    let daemon = try AnsweringDaemon(at: path) { packet in
      guard case .prepare(let prepare) = packet.request else { return AnsweringDaemon.agreeable(packet) }
      if packet.serial == 0 { return [] }
      let verdict: Verdict = prepare.name == "impact.light" ? .done : .unknownFeedback
      return [.reply(serial: packet.serial, .verdict(VerdictReply(verdict, count: 3, receivedNanoseconds: 1)))]
    }
    let client = HapticClient(applicationName: "", socketPath: path.path)
    #expect(try client.blocking.verdict(of: client.prepare("impact.light"), timeout: waitLimit).count == 3)
    #expect(throws: ClientError.unknownFeedback("impact.lihgt", nearest: nil)) {
      try client.blocking.verdict(of: client.prepare("impact.lihgt"), timeout: waitLimit)
    }
    try daemon.stop()
  }

  private func prepare(_ prepared: Prepared) -> Request {
    .prepare(Request.Prepare(handle: prepared.handle!, device: prepared.device, name: ShortName("\(prepared.name)")!))
  }
}

/// Repeats until the condition is true, because the back-off may still apply after a failed attempt.
func waitUntil(_ condition: () throws -> Bool) throws {
  let limit = Instant.now + waitLimit
  while try !condition() {
    if Instant.now > limit { throw WaitError(reason: "the condition never came true") }
    try waitUntilReadable(-1, timeout: .milliseconds(1))
  }
}

func waitUntilConnected(_ client: HapticClient) throws {
  try waitUntil { (try? client.dispatch()) != nil }
}
