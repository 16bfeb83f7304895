import EventLoop
import Glibc
package import HapticPatterns
package import HapticPreferences
package import HapticProtocol
package import HapticServer
package import HapticSystem
package import MotorRendering

/// A complete server in one process, with a manual clock.
package final class ServerBench {
  package let clock = ManualScheduler()
  package let server: Server
  /// The preferences at the start.
  package let preferences: Preferences
  package private(set) var actuators: [RecordingActuator] = []
  /// The number of the last client process that was assigned.
  package var lastProcess: Int32 = 1 << 22

  /// - Parameter preferences: the preferences; without rate limits by default, so that tests about other subjects
  ///   need not wait.
  package init(
    actuators count: Int = 1, preset: String = "lra", vocabulary: Vocabulary = .standard,
    preferences: Preferences = .unlimited
  ) throws {
    server = Server(vocabulary: vocabulary, version: "test", scheduler: clock, log: .silent)
    self.preferences = preferences
    server.setPreferences(preferences)
    for id in 0..<count { try add(UInt32(id + 1), preset: preset) }
  }

  /// The actuators that the server has.
  package var presentActuators: [RecordingActuator] { actuators.filter { server.device($0.id) != nil } }

  @discardableResult
  package func add(
    _ id: UInt32, preset: String = "lra", model: MotorModel? = nil, kind: DeviceRecord.Kind = .vibrator,
    playingWaves: Bool = false, slots: UInt16 = 16, name: String? = nil
  ) throws -> RecordingActuator {
    let actuator = RecordingActuator(id, preset: preset, kind: kind, clock: clock)
    if let model { actuator.model = model }
    if let name { actuator.name = name }
    actuator.model.playsWaves = playingWaves
    actuator.slots = slots
    actuators.append(actuator)
    server.add(actuator.device)
    return actuator
  }

  package var motor: RecordingActuator { actuators[0] }

  /// A connected client that has sent hello.
  package func client(named name: ShortName = "test", as identity: Identity = Identity()) throws -> Client {
    let client = try clientBeforeHello(as: identity)
    client.send(.hello(.init(applicationName: name)), serial: 1)
    _ = client.reply()
    return client
  }

  /// Whether the server accepts one more connection, which is closed again.
  package func isTakingClients(as identity: Identity = Identity()) throws -> Bool {
    try server.connect(Ends(SeqpacketSocket.pair()).takeServer(), as: identity, loop: nil) != nil
  }

  /// A connected client that has not sent hello.
  package func clientBeforeHello(as identity: Identity = Identity()) throws -> Client {
    let pair = try SeqpacketSocket.pair()
    let ends = Ends(pair)
    guard let number = try server.connect(ends.takeServer(), as: identity, loop: nil) else { throw TurnedAway() }
    return Client(bench: self, number: number, socket: ends)
  }
}

/// The server refuses one more client.
package struct TurnedAway: Error {}

extension Preferences {
  /// Preferences without rate limits and duplicate window.
  package static var unlimited: Preferences {
    var preferences = Preferences()
    preferences.duplicateWindow = .zero
    for category in Category.allCases {
      preferences[category].rate = RateLimit(perSecond: 1e9, burst: 1_000_000)
    }
    return preferences
  }
}

/// The two ends of a socket pair, in a class that tests can store.
package final class Ends {
  private var server: SeqpacketSocket?
  private var client: SeqpacketSocket?

  package init(_ pair: consuming SocketPair) {
    let first = pair.first
    let second = pair.second
    server = consume first
    client = consume second
  }

  package func takeServer() -> SeqpacketSocket { server.take()! }
  package func closeClient() { client = nil }
  /// The client's descriptor; -1 after it is closed.
  package var rawValue: Int32 { client?.rawValue ?? -1 }

  package func send(_ bytes: RawSpan) throws(Errno) { try client!.send(bytes) }
  package func receive(into buffer: inout MutableRawSpan) throws(Errno) -> Int { try client!.receive(into: &buffer) }
}

/// A connection that the server serves at once after each packet.
package final class Client {
  private let bench: ServerBench
  package let number: UInt64
  private let socket: Ends
  private var serial: UInt32 = 1

  package init(bench: ServerBench, number: UInt64, socket: Ends) {
    self.bench = bench
    self.number = number
    self.socket = socket
  }

  package func send(_ request: Request, serial: UInt32 = 0) {
    try? RequestPacket(serial: serial, request).withBytes { bytes throws(Errno) in try socket.send(bytes) }
    serve()
  }

  /// Lets the server receive a packet, and end the connection if it is over.
  private func serve() {
    bench.server.receive(from: number)
    if !bench.server.isConnected(number) { while bench.clock.ringDue(.stop) {} }
  }

  package var processID: Int32 { getpid() }

  package func send(raw bytes: [UInt8]) {
    try? socket.send(bytes.span.bytes)
    serve()
  }

  /// Sends a request and returns the reply.
  package func ask(_ request: Request) -> Reply? {
    serial += 1
    send(request, serial: serial)
    return reply(to: serial)
  }

  /// Sends a query and returns the answer; nil if it is refused.
  package func ask<Q: Query>(_ query: Q) -> Q.Answer? { ask(.query(query))?.answer(to: Q.self) }

  /// The verdict on a request; nil if the reply is of another type.
  @discardableResult
  package func verdict(_ request: Request) -> VerdictReply? {
    if case .verdict(let verdict) = ask(request) { verdict } else { nil }
  }

  @discardableResult
  package func play(_ name: ShortName, intensity: UInt16 = .max, playback: UInt32 = 0) -> VerdictReply? {
    verdict(.play(.init(.name(name), playback: PlaybackID(rawValue: playback), intensity: intensity)))
  }

  /// All packets that have arrived since the last call.
  package func packets() -> [DaemonPacket] {
    var packets: [DaemonPacket] = []
    while let packet = receive() { packets.append(packet) }
    return packets
  }

  package var events: [DaemonEvent] {
    packets().compactMap { if case .event(let event) = $0 { event } else { nil } }
  }

  /// The ends of playbacks that have arrived.
  package var finishes: [Finished] { events.compactMap { if case .finished(let finish) = $0 { finish } else { nil } } }

  package func reply(to serial: UInt32? = nil) -> Reply? {
    while let packet = receive() {
      if case .reply(let answered, let reply) = packet, serial == nil || answered == serial { return reply }
    }
    return nil
  }

  /// Closes the connection and lets the server notice it.
  package func leave() {
    socket.closeClient()
    serve()
  }

  /// Whether the server closed the connection.
  package var isClosed: Bool {
    var storage = [UInt8](repeating: 0, count: 16384)
    var span = storage.mutableSpan
    var buffer = span.mutableBytes
    while true {
      do {
        if try socket.receive(into: &buffer) == 0 { return true }
      } catch {
        return error != .wouldBlock
      }
    }
  }

  private func receive() -> DaemonPacket? {
    var storage = [UInt8](repeating: 0, count: 16384)
    var span = storage.mutableSpan
    var buffer = span.mutableBytes
    guard let size = try? socket.receive(into: &buffer), size > 0 else { return nil }
    return try? DaemonPacket(decoding: buffer.bytes.extracting(first: size))
  }
}
