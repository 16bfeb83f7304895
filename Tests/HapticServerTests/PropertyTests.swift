import HapticPatterns
import HapticPreferences
import HapticProtocol
import HapticServer
import HapticSystem
import MotorDriving
import MotorRendering
import TestSupport
import Testing

@Suite struct PropertyTests {
  /// After any sequence of events, a motor without playbacks is off, no alarm is set but idle ones, and an application
  /// has its full limits again.
  @Test(arguments: TestExtent.all(0..<80, quick: 0..<16))
  func `after any sequence of events every motor is off and nothing is leaked`(
    seed: UInt64
  ) throws {
    var life = try Life(seed: seed)
    for _ in 0..<300 { try life.step() }
    try life.end()
  }
}

/// A server with random events: requests, changes of preferences and circumstances, and devices that come, fail and go.
private struct Life {
  private var random: SplitMix64
  private let bench: ServerBench
  private var clients: [Client]
  private var nextDevice: UInt32 = 10

  private static let identities = [
    Identity(), Identity("org.example.One", from: .unit), Identity("org.example.Two", from: .flatpak),
  ]
  private static let names: [ShortName] = ["tap", "key", "message", "call", "alarm", "effect", "turn", "nonsense"]

  init(seed: UInt64) throws {
    random = SplitMix64(seed: seed)
    let preset = ["erm", "lra", "on-off", "pad"].randomElement(using: &random)!
    bench = try ServerBench(actuators: 2, preset: preset, vocabulary: .reasons)
    clients = [try bench.client()]
  }

  mutating func step() throws {
    switch Int.random(in: 0..<18, using: &random) {
    case 0..<6: play()
    case 6:
      _ = someone.verdict(.stop(PlaybackID(rawValue: .random(in: 0...5, using: &random))))
    case 7 where clients.count > 1: clients.remove(at: .random(in: clients.indices, using: &random)).leave()
    case 8: clients.append(try bench.client(as: Self.identities.randomElement(using: &random)!))
    case 9: try replug()
    case 10: bench.actuators.last?.refusal = Bool.random(using: &random) ? .full : nil
    case 11: bench.clock.stall(for: .milliseconds(.random(in: 1...2000, using: &random)))
    case 12: bench.server.setPreferences(preferences())
    case 13: bench.server.setCircumstances(Circumstances(rawValue: .random(in: 0...63, using: &random)))
    case 14: bench.server.suspend()
    case 15: bench.server.resume()
    case 16: steer()
    default: bench.clock.advance(by: .microseconds(.random(in: 1...300_000, using: &random)))
    }
  }

  private var someone: Client {
    mutating get { clients.randomElement(using: &random)! }
  }

  private mutating func play() {
    let handle = Handle(rawValue: .random(in: 1...3, using: &random))!
    if Int.random(in: 0..<6, using: &random) == 0 {
      someone.verdict(.prepare(.init(handle: handle, name: Self.names.randomElement(using: &random)!)))
    }
    let isPrepared = Int.random(in: 0..<4, using: &random) == 0
    someone.verdict(
      .play(
        .init(
          isPrepared ? .handle(handle) : .name(Self.names.randomElement(using: &random)!),
          playback: PlaybackID(rawValue: .random(in: 0...5, using: &random)),
          intensity: .random(in: 0 ... .max, using: &random),
          startNanoseconds: Int.random(in: 0..<4, using: &random) == 0
            ? bench.clock.now.nanoseconds + .random(in: 0...1_000_000_000, using: &random) : nil,
          locality: Locality.allCases.randomElement(using: &random), isImportant: Bool.random(using: &random),
          timing: timing())))
  }

  private mutating func timing() -> Request.Play.Timing {
    if Bool.random(using: &random) { return .init() }
    let loops: [Loop?] = [nil, Loop(), Loop(repeats: 2), Loop(end: .milliseconds(30), repeats: 50)]
    return .init(
      offset: [.zero, .milliseconds(20), .seconds(60)].randomElement(using: &random)!,
      rate: [1, 0.1, 3].randomElement(using: &random)!, loop: loops.randomElement(using: &random)!,
      limit: [nil, .milliseconds(1), .milliseconds(700)].randomElement(using: &random)!)
  }

  private mutating func steer() {
    let actions: [Request.Transport.Action] = [
      .pause, .resume, .loop(Loop()), .loop(Loop(repeats: 1)), .loop(nil), .rate(3), .seek(to: .milliseconds(50)),
      .mute(true), .mute(false), .cancel,
    ]
    let playback = PlaybackID(rawValue: .random(in: 1...5, using: &random))!
    someone.verdict(.transport(.init(playback, actions.randomElement(using: &random)!)))
  }

  private mutating func replug() throws {
    bench.server.remove(bench.actuators.randomElement(using: &random)!.id)
    try bench.add(nextDevice)
    nextDevice += 1
  }

  private mutating func preferences() -> Preferences {
    func chance(_ share: Int) -> Bool { Int.random(in: 0..<share, using: &random) == 0 }
    var preferences = Bool.random(using: &random) ? Preferences() : .unlimited
    preferences.isEnabled = !chance(8)
    preferences.profile = Profile.allCases.randomElement(using: &random)!
    for category in Category.allCases where chance(3) {
      preferences[category].strength = Intensity(.random(in: 0...1, using: &random))
    }
    if chance(3) { preferences.devices["recorder 1"] = .off }
    if chance(3) { preferences.applications["org.example.One"] = .silent }
    preferences.locality = Locality.allCases.randomElement(using: &random)!
    return preferences
  }

  /// Disconnects all clients.
  mutating func end() throws {
    for actuator in bench.actuators { actuator.refusal = nil }
    for client in clients { client.leave() }
    bench.clock.advance(by: .seconds(5))
    #expect(bench.clock.isIdle)
    for actuator in bench.presentActuators {
      #expect(actuator.isOff(byLeaseAt: bench.clock.now), "\(actuator.writes.suffix(3))")
    }
    try checkThatAllIsBack()
  }

  /// Checks that all clients can reach their limits again after the motors have rested.
  private mutating func checkThatAllIsBack() throws {
    bench.server.setPreferences(.unlimited)
    bench.server.setCircumstances([])
    bench.clock.advance(by: .seconds(120))
    for identity in Self.identities {
      for _ in 0..<Limits.clientsWorthPerApplication {
        let client = try bench.client(as: identity)
        for handle in 1...UInt32(Limits.handles) {
          #expect(client.verdict(.prepare(.init(handle: Handle(rawValue: handle)!, name: "tap")))?.verdict == .done)
        }
        for _ in 0..<Limits.playbacks { #expect(client.play("key")?.verdict == .played) }
        clients.append(client)
      }
      bench.clock.advance(by: .seconds(1))
    }
    #expect(bench.clock.isIdle)
  }
}
