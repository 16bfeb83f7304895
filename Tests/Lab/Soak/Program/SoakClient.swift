import Glibc
import HapticPatterns
import HapticProtocol
import HapticSystem
import Haptics
import TestSupport
import VirtualDevices

/// A client in its own process; its actions depend on its seed. Ends with exit code 0 if the daemon behaved
/// correctly, and prints the number of answered requests in its last line.
final class SoakClient {
  private let socketPath: String
  private var random: SplitMix64
  private let end: Instant

  private init(socketPath: String, seed: UInt64) {
    self.socketPath = socketPath
    random = SplitMix64(seed: seed)
    end = .now + random.milliseconds(500...20_000)
  }

  static func run(socket: String, seed: UInt64) throws -> Int32 {
    try SoakClient(socketPath: socket, seed: seed).act()
    return 0
  }

  private func act() throws {
    switch Int.random(in: 0..<17, using: &random) {
    case 0..<4: try askOneByOne()
    case 4..<7: try askManyAtOnce()
    case 7, 8: try flood()
    case 9: try readNothing()
    case 10: try breakProtocol()
    case 11: try leaveHalfway()
    case 12: try sayNothing()
    case 13, 14: try useLibrary()
    case 15: try fillMemory()
    default: try comeInCrowds()
    }
  }

  private var isOver: Bool { Instant.now >= end }

  private func report(_ sockets: PacketSocket...) {
    say("requests \(sockets.map(\.requests).reduce(0, +)) replies \(sockets.map(\.replies).reduce(0, +))")
  }

  // MARK: Well behaved

  private func askOneByOne() throws {
    let socket = try PacketSocket(socketPath)
    while !isOver {
      for request in requests() { _ = try socket.ask(request) }
      if random.chance(3) { pause(random.milliseconds(1...400)) }
    }
    try socket.finish()
    report(socket)
  }

  private func askManyAtOnce() throws {
    let socket = try PacketSocket(socketPath)
    while !isOver {
      for _ in 0..<Int.random(in: 1...16, using: &random) { for request in requests() { try socket.send(request) } }
      try socket.finish()
      pause(random.milliseconds(1...300))
    }
    // On a slow machine, the time is over before the first turn.
    try socket.finish()
    report(socket)
  }

  /// Plays like an application, through the library.
  private func useLibrary() throws {
    let client = HapticClient(applicationName: "soak-library", socketPath: socketPath)
    let tap = client.prepare("tap")
    var count = 0
    while !isOver {
      let playback = client.newPlayback()
      let haptic =
        random.chance(2)
        ? Haptic(tap, deadline: .seconds(5), playback: playback)
        : Haptic(FeedbackName(random.one(of: Self.names)), deadline: .seconds(5), playback: playback)
      let verdict: Verdict
      do throws(ClientError) {
        verdict = try client.blocking.play(haptic, timeout: waitLimit).verdict
      } catch {
        guard case .unknownFeedback = error else { throw error }
        verdict = .unknownFeedback
      }
      count += 1
      if verdict == .played, random.chance(2) {
        client.setRate(2, of: playback)
        pause(random.milliseconds(10...500))
        _ = try client.blocking.stop(playback, timeout: waitLimit)
        count += 1
      }
      pause(random.milliseconds(5...200))
    }
    say("requests \(count) replies \(count)")
  }

  // MARK: Badly behaved

  /// Plays without replies, as fast as the daemon reads. The last request must still get its reply.
  private func flood() throws {
    let socket = try PacketSocket(socketPath)
    let until = min(end, .now + random.milliseconds(200...3000))
    while Instant.now < until {
      if !socket.fire(request()) { pause(.milliseconds(1)) }
      try socket.readAll()
    }
    _ = try socket.ask(.query(DevicesQuery()))
    report(socket)
  }

  /// Monitors everything and reads nothing. The daemon may close the connection.
  private func readNothing() throws {
    let socket = try PacketSocket(socketPath)
    socket.fire(.monitor(.all))
    while !isOver {
      socket.sendRaw(RequestPacket(serial: 7, .query(StatisticsQuery())).bytes)
      socket.fire(request())
      pause(random.milliseconds(1...50))
    }
    say("requests 0 replies 0")
  }

  /// Ends with a malformed packet, after which the daemon must close the connection.
  private func breakProtocol() throws {
    let socket = try PacketSocket(socketPath)
    for _ in 0..<20 { for request in requests() { _ = try socket.ask(request) } }
    var bytes = RequestPacket(serial: 1, request()).bytes
    switch Int.random(in: 0..<4, using: &random) {
    case 0: bytes.removeLast()
    case 1: bytes[2] = 1
    case 2: bytes = (0..<4097).map { _ in UInt8.random(in: 0...255, using: &random) }
    default: bytes = RequestPacket(serial: 1, .hello(.init(applicationName: "again"))).bytes
    }
    socket.sendRaw(bytes)
    guard try socket.isClosed(within: waitLimit) else { throw RigError("malformed, and still connected: \(bytes)") }
    report(socket)
  }

  /// Disconnects in the middle of a definition, with active playbacks.
  private func leaveHalfway() throws {
    let socket = try PacketSocket(socketPath)
    _ = try socket.ask(.play(.init(.name("ringtone"), playback: PlaybackID(rawValue: 1))))
    let packets = Definition.packets(of: pattern(events: 2000), handle: Handle(rawValue: 1)!)
    for packet in packets.dropLast() { socket.fire(packet.request) }
    switch Int.random(in: 0..<3, using: &random) {
    case 0: shutdown(socket.rawValue, Int32(SHUT_WR))
    case 1: shutdown(socket.rawValue, Int32(SHUT_RDWR))
    default: kill(getpid(), SIGKILL)
    }
    pause(random.milliseconds(0...2000))
    say("requests 0 replies 0")
  }

  private func sayNothing() throws {
    let socket = try PacketSocket(socketPath, greeting: false)
    while !isOver { pause(.milliseconds(100)) }
    if random.chance(2) { shutdown(socket.rawValue, Int32(SHUT_RD)) }
    say("requests 0 replies 0")
  }

  /// Opens many connections and closes all of them at once.
  private func comeInCrowds() throws {
    while !isOver {
      let sockets = try (0..<Int.random(in: 2...100, using: &random)).map { _ in try PacketSocket(socketPath) }
      for socket in sockets where random.chance(4) { socket.fire(request()) }
      if random.chance(2) { for socket in sockets { try socket.finish() } }
      pause(random.milliseconds(0...500))
    }
    say("requests 0 replies 0")
  }

  /// Takes all the memory that clients may have, with small or with large patterns, each in a loop.
  private func fillMemory() throws {
    let events = random.one(of: [1, 100, 2000])
    let sockets = try (0..<20).map { _ in try PacketSocket(socketPath) }
    for number in 1...UInt32(random.one(of: [4, 64])) {
      for socket in sockets where !isOver {
        let handle = Handle(rawValue: number)!
        for packet in Definition.packets(of: pattern(events: events), handle: handle) {
          _ = try socket.ask(packet.request)
        }
        let playback = PlaybackID(rawValue: number)!
        _ = try socket.ask(.play(.init(.handle(handle), playback: playback)))
        _ = try socket.ask(.transport(.init(playback, .loop(Loop()))))
      }
    }
    while !isOver { pause(.milliseconds(100)) }
    for socket in sockets { try socket.finish() }
    say("requests \(sockets.map(\.requests).reduce(0, +)) replies \(sockets.map(\.replies).reduce(0, +))")
  }

  // MARK: Requests

  private static let names: [ShortName] = [
    "tap", "selection", "success", "error", "message-new-instant", "phone-incoming-call", "alarm-clock-elapsed",
    "key-pressed", "no-such-feedback", "impact.heavy", "thud", "slow-rise",
  ]

  private func requests() -> [Request] {
    guard random.chance(12) else { return [request()] }
    let pattern = pattern(events: random.one(of: [1, 3, 20, 300]))
    return Definition.packets(of: pattern, handle: handle(), category: random.chance(2) ? .touch : nil).map(\.request)
  }

  private func handle() -> Handle { Handle(rawValue: .random(in: 1...6, using: &random))! }
  private func playback() -> PlaybackID { PlaybackID(rawValue: .random(in: 1...6, using: &random))! }

  private func pattern(events: Int) -> Pattern {
    Pattern(
      (0..<events).map { index in
        let kind: Event.Kind = random.chance(2) ? .transient : .continuous(duration: random.milliseconds(5...900))
        return Event(
          kind, at: .milliseconds(index * Int.random(in: 1...60, using: &random)),
          intensity: Intensity(.random(in: 0...1, using: &random)),
          sharpness: Sharpness(.random(in: 0...1, using: &random)))
      })
  }

  private func request() -> Request {
    switch Int.random(in: 0..<24, using: &random) {
    case 0..<9: play()
    case 9, 10: .prepare(.init(handle: handle(), name: random.one(of: Self.names)))
    case 11: .release(handle())
    case 12: .stop(random.chance(2) ? nil : playback())
    case 13..<18: .transport(.init(playback(), action(), atNanoseconds: moment()))
    case 18: modulate()
    case 19: .query(HistoryQuery())
    case 20: .query(FeedbacksQuery(first: .random(in: 0...200, using: &random)))
    case 21: random.chance(8) ? .stopEverything : .query(StatusQuery())
    case 22: .query(StatisticsQuery())
    default: random.chance(4) ? .unknown(Opcode(rawValue: 0x2000), byteCount: 8) : .query(DevicesQuery())
    }
  }

  private func play() -> Request {
    var play = Request.Play(random.chance(2) ? .handle(handle()) : .name(random.one(of: Self.names)))
    if random.chance(2) { play.playback = playback() }
    if random.chance(3) { play.intensity = .random(in: 0 ... .max, using: &random) }
    if random.chance(4) { play.category = random.one(of: Category.allCases) }
    if random.chance(4) { play.startNanoseconds = moment() }
    if random.chance(2) { play.deadlineMicroseconds = 5_000_000 }
    if random.chance(4) { play.locality = random.one(of: Locality.allCases) }
    if random.chance(4) {
      play.timing = .init(
        offset: random.milliseconds(0...2000), rate: Double.random(in: 0.05...12, using: &random), loop: loop(),
        limit: random.chance(2) ? nil : random.milliseconds(1...90_000))
    }
    return .play(play)
  }

  private func moment() -> Int64? {
    random.chance(2) ? nil : Instant.now.nanoseconds + .random(in: -1_000_000_000...3_000_000_000, using: &random)
  }

  private func loop() -> Loop {
    Loop(
      end: random.chance(2) ? nil : random.milliseconds(1...1000),
      repeats: random.chance(2) ? nil : UInt32.random(in: 0...5, using: &random))
  }

  private func action() -> Request.Transport.Action {
    switch Int.random(in: 0..<9, using: &random) {
    case 0: .stop
    case 1: .pause
    case 2: .resume
    case 3: .seek(to: random.milliseconds(0...10_000))
    case 4: .loop(loop())
    case 5: .loop(nil)
    case 6: .rate(Double.random(in: 0.05...12, using: &random))
    case 7: .mute(random.chance(2))
    default: .cancel
    }
  }

  private func modulate() -> Request {
    let control = random.one(of: Control.allCases)
    let points = (0..<Int.random(in: 1...8, using: &random)).map {
      ParameterCurve.Point(at: .milliseconds(100 * $0), Double.random(in: control.range, using: &random))
    }
    return .modulate(.init(playback(), control, atNanoseconds: moment(), points: points))
  }
}

func pause(_ duration: Duration) { usleep(UInt32(clamping: duration.wholeMicroseconds)) }
