internal import Glibc
internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem
internal import VirtualDevices

/// The client that sends the load.
final class StallingClient {
  private let client: PacketClient
  private let handle = Handle(rawValue: 1)!
  private let vibrations: [[UInt8]]
  private let definition: [[UInt8]]

  init(_ path: String, _ load: Load) throws {
    client = try PacketClient(path)
    _ = try client.exchange(packet(.hello(Request.Hello(applicationName: "stall"))))
    vibrations = Self.definition(Self.vibrations, handle)
    definition =
      switch load {
      case .disorder: try Self.lastFirst(handle)
      case .points: Self.definition(Self.points, handle)
      case .curves: Self.definition(Self.curves, handle)
      default: vibrations
      }
  }

  func begin(_ load: Load) throws {
    if load.isDefinition { return }
    let tick: Pattern = [Event(.continuous(duration: .milliseconds(10)), intensity: 0.5, sharpness: 0.5)]
    for packet in load == .loops ? Self.definition(tick, handle) : vibrations { try send(packet) }
    // Seeks and changes are the heavier the more there is to change.
    let count = load == .loops || load == .seek || load == .modulate ? Limits.playbacks : load == .loop ? 1 : 0
    for number in 0..<count {
      try send(.play(Request.Play(.handle(handle), playback: id(number))))
      let end: Duration? = load == .loops ? .milliseconds(10) : nil
      try send(.transport(Request.Transport(id(number), .loop(Loop(end: end)))))
      if load == .loop || load == .loops { try send(.transport(Request.Transport(id(number), .rate(10)))) }
    }
  }

  func goOn(_ load: Load) throws {
    switch load {
    case .define, .disorder, .points, .curves: for packet in definition { try send(packet) }
    case .play:
      for number in 0..<Limits.playbacks { try send(.play(Request.Play(.handle(handle), playback: id(number)))) }
      try send(.stop(nil))
    case .seek: try seek(0..<Limits.playbacks)
    case .loop: try seek(0..<1)
    case .modulate:
      let curve = (0..<Limits.modulationPoints).map { ParameterCurve.Point(at: .milliseconds($0), Double($0 % 2)) }
      for number in 0..<Limits.playbacks {
        try send(.modulate(Request.Modulate(id(number), .intensity, points: curve)))
      }
    case .loops: break
    }
  }

  private func seek(_ numbers: Range<Int>) throws {
    for place in 0..<10 {
      for number in numbers {
        try send(.transport(Request.Transport(id(number), .seek(to: .milliseconds(place * 40)))))
      }
    }
  }

  private func id(_ number: Int) -> PlaybackID { PlaybackID(rawValue: UInt32(number + 1))! }

  private func send(_ request: Request) throws { try send(RequestPacket(request).bytes) }

  /// The daemon always finds the next packet: more fit into a socket than it serves meanwhile.
  private func send(_ packet: [UInt8]) throws {
    while true {
      do throws(Errno) { return try client.send(packet) } catch {
        guard error == .wouldBlock else { throw error }
        usleep(100)
        client.dropReplies()
      }
    }
  }

  private static func definition(_ pattern: Pattern, _ handle: Handle) -> [[UInt8]] {
    Definition.packets(of: pattern, handle: handle).map(\.bytes)
  }

  private static let vibrations = Pattern(
    (0..<Limits.patternEvents).map { index in
      Event(
        .continuous(duration: .milliseconds(500)), at: .microseconds(index * 30),
        intensity: Intensity(Double(index % 97) / 97), sharpness: 0.5,
        envelope: Envelope(attack: 0.7 + Double(index % 31) / 100, release: 0.9))
    })

  /// A `Definition` brings its events in order; other clients need not.
  private static func lastFirst(_ handle: Handle) throws -> [[UInt8]] {
    let events = Array((vibrations.events.suffix(Limits.patternEvents / 2) + taps).reversed())
    let define = Request.Define(handle: handle, events: UInt32(events.count))
    let capacity = Request.Part.Records.events([]).capacity
    let parts = stride(from: 0, to: events.count, by: capacity).map { first in
      Request.Part(handle: handle, records: .events(Array(events.dropFirst(first).prefix(capacity))))
    }
    return ([Request.define(define)] + parts.map(Request.part)).map { RequestPacket($0).bytes }
  }

  private static let taps = (0..<Limits.patternEvents / 2).map { index in
    Event(.transient, at: .microseconds(index * 60), intensity: Intensity(Double(index % 89) / 89), sharpness: 0.5)
  }

  private static let curves = Pattern(
    [Event(.continuous(duration: .seconds(1)), intensity: 1, sharpness: 0.5)],
    curves: (0..<Limits.patternPoints / 2).map {
      let end = Double($0 % 100) / 100
      return ParameterCurve(
        .intensity, at: .microseconds($0 * 60), [.init(at: .zero, 1), .init(at: .microseconds(50), end)])
    })

  private static let points = Pattern(
    [Event(.continuous(duration: .seconds(1)), intensity: 1, sharpness: 0.5)],
    parameters: (0..<Limits.patternPoints).map {
      DynamicParameter(.intensity, Double($0 % 100) / 100, at: .microseconds($0 * 30))
    })
}
