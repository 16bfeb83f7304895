internal import Foundation
internal import Glibc
internal import HapticProtocol
internal import HapticSystem
internal import Haptics
internal import OpenCoreHaptics
internal import VirtualDevices

/// The cost of a play in the caller, beside a bare `send` of the same bytes. `Tests/libhaptic/run bench` measures the
/// same for C and Python.
func measureFire(into file: FigureFile) throws {
  note("play in the caller")
  let bench = try FireBench()
  let client = HapticClient(applicationName: "benchmarks", socketPath: bench.path)
  let tap = client.prepare("impact.light")
  let swift = try bench.accept()
  HapticService.use(socketPath: bench.path)
  let (light, medium) = MainActor.assumeIsolated {
    let generators = (UIImpactFeedbackGenerator(style: .light), UIImpactFeedbackGenerator(style: .medium))
    generators.0.impactOccurred()
    return generators
  }
  let generator = try bench.accept()
  let contenders = [
    Shooter("prepared play, Haptics", swift) { tap.play() },
    Shooter("play by name, Haptics", swift) { client.play("impact.light") },
    Shooter("impactOccurred(), unprepared", generator) { MainActor.assumeIsolated { light.impactOccurred() } },
    Shooter(
      "impactOccurred(), prepared", generator, before: { MainActor.assumeIsolated { medium.prepare() } },
      { MainActor.assumeIsolated { medium.impactOccurred() } }),
  ]
  let (floor, results) = try bench.run(contenders)
  for (contender, samples) in zip(contenders, results) {
    let limit = contender.peer === swift ? 1.3 : nil
    try file.add(
      .floor("\(contender.name), in the caller", 50, samples, floor, called: "bare send", limit: limit))
  }
}

/// A way to send one play.
private struct Shooter {
  let name: String
  let peer: Peer
  /// Called before each batch.
  let before: () -> Void
  let fire: () -> Void

  init(_ name: String, _ peer: Peer, before: @escaping () -> Void = {}, _ fire: @escaping () -> Void) {
    (self.name, self.peer, self.before, self.fire) = (name, peer, before, fire)
  }
}

/// The daemon's end of a connection.
private final class Peer {
  private let socket: SeqpacketSocket
  private(set) var last: [UInt8] = []

  init(_ socket: consuming SeqpacketSocket) { self.socket = socket }

  func send(_ packet: DaemonPacket) throws { try packet.withBytes { try socket.send($0) } }

  /// Receives all packets.
  ///
  /// - Returns: the number of plays.
  func drain() -> Int {
    var plays = 0
    while let packet = receive() {
      if packet.count == 144, packet[0] == 4 { plays += 1 }
      last = packet
    }
    return plays
  }

  private func receive() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = try? buffer.withUnsafeMutableBytes { memory in
      var bytes = MutableRawSpan(_unsafeBytes: memory)
      return try socket.receive(into: &bytes)
    }
    guard let count, count > 0 else { return nil }
    return Array(buffer[..<count])
  }
}

/// A daemon in this process, which replies to hello only.
private final class FireBench {
  let path = socketPath("fire")
  private let listener: SeqpacketListener
  private let batch = 50

  init() throws { listener = try SeqpacketListener.bind(to: path) }

  deinit { unlink(path) }

  /// Accepts the next client.
  func accept() throws -> Peer {
    try waitUntilReadable(listener.rawValue, timeout: .seconds(10))
    let peer = Peer(try listener.accept())
    _ = peer.drain()
    try peer.send(.reply(serial: 1, .hello(HelloReply(daemonVersion: "benchmarks"))))
    return peer
  }

  /// The contenders take turns, and each batch is read before the next one.
  ///
  /// - Returns: the times for each packet, of a bare `send` and of the contenders.
  func run(_ contenders: [Shooter]) throws -> (floor: Samples, results: [Samples]) {
    let bare = try SeqpacketSocket.connect(to: path)
    let near = bare.rawValue
    let far = try accept()
    contenders[0].fire()
    guard contenders[0].peer.drain() == 1 else { throw RigError("a play did not arrive") }
    let packet = contenders[0].peer.last
    var floor = Samples()
    var results = contenders.map { _ in Samples() }
    for round in 0...Settings.requests / 10 {
      let taken = time { _ = send(near, packet, packet.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL)) }
      guard far.drain() == batch else { throw RigError("bare sends are missing") }
      if round > 0 { floor.record(taken) }
      for (index, contender) in contenders.enumerated() {
        contender.before()
        _ = contender.peer.drain()
        let taken = time(contender.fire)
        guard contender.peer.drain() == batch else { throw RigError("\(contender.name): plays are missing") }
        if round > 0 { results[index].record(taken) }
      }
    }
    _ = consume bare
    return (floor, results)
  }

  private func time(_ body: () -> Void) -> Duration {
    let before = Instant.now
    for _ in 0..<batch { body() }
    return (Instant.now - before) / batch
  }
}
