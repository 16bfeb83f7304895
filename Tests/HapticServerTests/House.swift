import Glibc
import HapticPatterns
import HapticPreferences
import HapticProtocol
import HapticServer
import HapticSystem
import MotorModel
import Testing

/// A whole server in one process, with a clock moved by hand.
final class House {
  let clock = ManualScheduler()
  let server: Server
  /// What it began with.
  let preferences: Preferences
  private(set) var actuators: [RecordingActuator] = []

  /// - Parameter preferences: without limits on how often something plays unless told, so that tests that are not about
  ///   those need not wait.
  init(
    actuators count: Int = 1, preset: String = "lra", vocabulary: Vocabulary = .standard,
    preferences: Preferences = .unlimited
  ) throws {
    server = Server(vocabulary: vocabulary, version: "test", scheduler: clock, log: .silent)
    self.preferences = preferences
    server.setPreferences(preferences)
    for id in 0..<count { try add(UInt32(id + 1), preset: preset) }
  }

  /// Those that the server has.
  var presentActuators: [RecordingActuator] { actuators.filter { server.device($0.id) != nil } }

  @discardableResult
  func add(
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

  var motor: RecordingActuator { actuators[0] }

  /// A client that has said hello.
  func client(named name: ShortName = "test", as identity: Identity = Identity()) throws -> Client {
    let client = try stranger(as: identity)
    client.send(.hello(.init(applicationName: name)), serial: 1)
    _ = client.reply()
    return client
  }

  /// Whether one more connection is taken; it is closed again.
  func isTakingClients() throws -> Bool {
    try server.connect(Ends(SeqpacketSocket.pair()).takeServer(), loop: nil) != nil
  }

  /// A client that has not.
  func stranger(as identity: Identity = Identity()) throws -> Client {
    let pair = try SeqpacketSocket.pair()
    let ends = Ends(pair)
    let number = try #require(try server.connect(ends.takeServer(), as: identity, loop: nil))
    return Client(house: self, number: number, socket: ends)
  }
}

extension Preferences {
  /// Plays may follow each other as fast as a test sends them.
  static var unlimited: Preferences {
    var preferences = Preferences()
    preferences.duplicateWindow = .zero
    for category in Category.allCases {
      preferences[category].rate = RateLimit(perSecond: 1e9, burst: 1_000_000)
    }
    return preferences
  }
}

/// The ends of a socket pair, in a class that tests can hold.
final class Ends {
  private var server: SeqpacketSocket?
  private var client: SeqpacketSocket?

  init(_ pair: consuming SocketPair) {
    let first = pair.first
    let second = pair.second
    server = consume first
    client = consume second
  }

  func takeServer() -> SeqpacketSocket { server.take()! }
  func closeClient() { client = nil }

  func send(_ bytes: RawSpan) throws(Errno) { try client!.send(bytes) }
  func receive(into buffer: inout MutableRawSpan) throws(Errno) -> Int { try client!.receive(into: &buffer) }
}

/// One connection, served at once after each packet.
final class Client {
  private let house: House
  let number: UInt64
  private let socket: Ends
  private var serial: UInt32 = 1

  init(house: House, number: UInt64, socket: Ends) {
    self.house = house
    self.number = number
    self.socket = socket
  }

  func send(_ request: Request, serial: UInt32 = 0) {
    try? RequestPacket(serial: serial, request).withBytes { bytes throws(Errno) in try socket.send(bytes) }
    house.server.receive(from: number)
  }

  var processID: Int32 { getpid() }

  func send(raw bytes: [UInt8]) {
    try? socket.send(bytes.span.bytes)
    house.server.receive(from: number)
  }

  /// Sends a request and gives the answer.
  func ask(_ request: Request) -> Reply? {
    serial += 1
    send(request, serial: serial)
    return reply(to: serial)
  }

  /// The verdict on a request; nil where the answer is none.
  @discardableResult
  func verdict(_ request: Request) -> VerdictReply? {
    if case .verdict(let verdict) = ask(request) { verdict } else { nil }
  }

  @discardableResult
  func play(_ name: ShortName, intensity: UInt16 = .max, playback: UInt32 = 0) -> VerdictReply? {
    verdict(.play(.init(.name(name), playback: PlaybackID(rawValue: playback), intensity: intensity)))
  }

  /// Everything that has come since.
  func packets() -> [DaemonPacket] {
    var packets: [DaemonPacket] = []
    while let packet = receive() { packets.append(packet) }
    return packets
  }

  var events: [DaemonEvent] {
    packets().compactMap { if case .event(let event) = $0 { event } else { nil } }
  }

  /// The ends of playbacks that have come.
  var finishes: [Finished] { events.compactMap { if case .finished(let finish) = $0 { finish } else { nil } } }

  func reply(to serial: UInt32? = nil) -> Reply? {
    while let packet = receive() {
      if case .reply(let answered, let reply) = packet, serial == nil || answered == serial { return reply }
    }
    return nil
  }

  /// The connection ends, and the server notices.
  func leave() {
    socket.closeClient()
    house.server.receive(from: number)
  }

  /// Whether the server closed the connection.
  var isClosed: Bool {
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
