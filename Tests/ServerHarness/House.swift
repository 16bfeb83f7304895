import Glibc
package import HapticPatterns
package import HapticPreferences
package import HapticProtocol
package import HapticServer
package import HapticSystem
import MotorRendering

/// A server in this process, with a clock moved by hand.
package final class House {
  package let clock = ManualScheduler()
  package let server: Server
  /// The preferences at the start.
  package let preferences: Preferences
  package private(set) var actuators: [RecordingActuator] = []
  /// The process of the latest client with a process of its own.
  package var lastProcess: Int32 = 1 << 22

  /// - Parameter preferences: by default without rate limits and duplicates, so that tests of other behaviour need not
  ///   wait.
  package init(
    actuators count: Int = 1, preset: String = "lra", vocabulary: Vocabulary = .standard,
    preferences: Preferences = .unlimited
  ) throws {
    server = Server(vocabulary: vocabulary, version: "test", scheduler: clock, log: .silent)
    self.preferences = preferences
    server.setPreferences(preferences)
    for id in 0..<count { try add(UInt32(id + 1), preset: preset) }
  }

  /// The actuators that the server has at present.
  package var presentActuators: [RecordingActuator] { actuators.filter { server.device($0.id) != nil } }

  @discardableResult
  package func add(
    _ id: UInt32, preset: String = "lra", kind: DeviceRecord.Kind = .vibrator, playingWaves: Bool = false,
    slots: UInt16 = 16
  ) throws -> RecordingActuator {
    let actuator = RecordingActuator(id, preset: preset, kind: kind, clock: clock)
    actuator.model.playsWaves = playingWaves
    actuator.slots = slots
    actuators.append(actuator)
    try server.add(actuator)
    return actuator
  }

  package var motor: RecordingActuator { actuators[0] }

  /// A client that has said hello.
  package func client(named name: ShortName = "test", as identity: Identity = Identity()) throws -> Client {
    let client = try stranger(as: identity)
    client.send(.hello(.init(applicationName: name)), serial: 1)
    _ = client.reply()
    return client
  }

  /// Whether one more connection is accepted. The connection is closed again.
  package func isTakingClients(as identity: Identity = Identity()) throws -> Bool {
    try server.connect(Ends(SeqpacketSocket.pair()).takeServer(), as: identity, loop: nil) != nil
  }

  /// A client that has not said hello.
  package func stranger(as identity: Identity = Identity()) throws -> Client {
    let pair = try SeqpacketSocket.pair()
    let ends = Ends(pair)
    guard let number = try server.connect(ends.takeServer(), as: identity, loop: nil) else { throw TurnedAway() }
    return Client(house: self, number: number, socket: ends)
  }
}

/// The server rejected a connection.
package struct TurnedAway: Error {}

extension Preferences {
  /// Preferences without a duplicate window and practically without rate limits.
  package static var unlimited: Preferences {
    var preferences = Preferences()
    preferences.duplicateWindow = .zero
    for category in Category.allCases {
      preferences[category].rate = RateLimit(perSecond: 1e9, burst: 1_000_000)
    }
    return preferences
  }
}

/// The ends of a socket pair, in a class that tests can hold.
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
  /// The client's descriptor; -1 once it is closed.
  package var rawValue: Int32 { client?.rawValue ?? -1 }

  package func send(_ bytes: RawSpan) throws(Errno) { try client!.send(bytes) }
  package func receive(into buffer: inout MutableRawSpan) throws(Errno) -> Int { try client!.receive(into: &buffer) }
}

/// One connection. The server serves each packet at once.
package final class Client {
  private let house: House
  package let number: UInt64
  private let socket: Ends
  private var serial: UInt32 = 1

  package init(house: House, number: UInt64, socket: Ends) {
    self.house = house
    self.number = number
    self.socket = socket
  }

  package func send(_ request: Request, serial: UInt32 = 0) {
    try? RequestPacket(serial: serial, request).withBytes { bytes throws(Errno) in try socket.send(bytes) }
    house.server.receive(from: number)
  }

  package var processID: Int32 { getpid() }

  package func send(raw bytes: [UInt8]) {
    try? socket.send(bytes.span.bytes)
    house.server.receive(from: number)
  }

  /// Sends a request and returns the reply, or nil if there is none.
  package func ask(_ request: Request) -> Reply? {
    serial += 1
    send(request, serial: serial)
    return reply(to: serial)
  }

  /// Sends a request and returns the verdict, or nil if the reply is not a verdict.
  @discardableResult
  package func verdict(_ request: Request) -> VerdictReply? {
    if case .verdict(let verdict) = ask(request) { verdict } else { nil }
  }

  @discardableResult
  package func play(_ name: ShortName, intensity: UInt16 = .max, playback: UInt32 = 0) -> VerdictReply? {
    verdict(.play(.init(.name(name), playback: PlaybackID(rawValue: playback), intensity: intensity)))
  }

  /// Takes all packets that have arrived.
  package func packets() -> [DaemonPacket] {
    var packets: [DaemonPacket] = []
    while let packet = receive() { packets.append(packet) }
    return packets
  }

  package var events: [DaemonEvent] {
    packets().compactMap { if case .event(let event) = $0 { event } else { nil } }
  }

  /// Takes all packets that have arrived, and returns the ends of playbacks among them.
  package var finishes: [Finished] { events.compactMap { if case .finished(let finish) = $0 { finish } else { nil } } }

  package func reply(to serial: UInt32? = nil) -> Reply? {
    while let packet = receive() {
      if case .reply(let answered, let reply) = packet, serial == nil || answered == serial { return reply }
    }
    return nil
  }

  /// Closes the connection, and lets the server notice it.
  package func leave() {
    socket.closeClient()
    house.server.receive(from: number)
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
