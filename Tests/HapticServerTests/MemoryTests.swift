import HapticPatterns
import HapticProtocol
import HapticSystem
import MotorRendering
import TestSupport
import Testing

@testable import HapticServer

/// Limits on the memory that the daemon keeps for clients.
@Suite struct MemoryTests {
  @Test func `a redefined pattern is freed with everything rendered for it`() throws {
    let bench = try ServerBench()
    let client = try bench.client()
    let compositions = Watched()
    for round in 0..<40 {
      #expect(client.define(Self.parameters(200 + round), as: 1)?.verdict == .done)
      #expect(client.play(handle: 1)?.verdict == .played)
      compositions.watch(
        bench.server.sessions[client.number]!.handles.prepared(Handle(rawValue: 1)!)!.feedback.pattern)
      client.send(.stop(nil))
    }
    #expect(compositions.alive == 1)
    client.leave()
    #expect(compositions.alive == 0)
  }

  @Test func `the patterns of all clients together are bounded`() throws {
    let bench = try ServerBench()
    let points = UInt32(Limits.patternPoints)
    var (clients, verdicts): ([Client], [[Verdict?]]) = ([], [])
    for number in 0..<12 {
      let client = try bench.client(as: Identity(ShortName(truncating: "app\(number)"), from: .unit))
      clients.append(client)
      verdicts.append(
        (1...2).map { handle in
          client.verdict(.define(.init(handle: Handle(rawValue: handle)!, events: 1, parameters: points)))?.verdict
        })
      #expect(bench.server.sessions.applications.memory.used <= Limits.memory)
    }
    #expect(verdicts.first == [.done, .done])
    #expect(verdicts.last == [.limit, .limit])
    for client in clients { client.leave() }
    #expect(bench.server.sessions.applications.memory.used == 0)
  }

  @Test func `applications that use up the memory of their kind leave some to each other one`() throws {
    let bench = try ServerBench(vocabulary: .reasons)
    let points = UInt32(Limits.patternPoints)
    for number in 0..<2 {
      for _ in 0..<8 {
        let client = try bench.client(as: Identity(ShortName(truncating: "greedy\(number)"), from: .flatpak))
        for handle in 1...8 as ClosedRange<UInt32> {
          client.verdict(.define(.init(handle: Handle(rawValue: handle)!, events: 1, parameters: points)))
        }
      }
    }
    let modest = try bench.client(as: Identity("modest", from: .flatpak))
    #expect(modest.define(Self.parameters(10), as: 1)?.verdict == .done)
    #expect(modest.play(handle: 1)?.verdict == .played)
    #expect(modest.play("tap")?.verdict == .played)
    #expect(bench.server.sessions.applications.memory.used <= Limits.memory)
  }

  @Test func `the memory of a playing pattern counts until its end, also without its handle`() throws {
    let bench = try ServerBench()
    let client = try bench.client()
    let used = { bench.server.sessions.applications.memory.used }
    client.define(Self.parameters(1000), as: 1)
    let prepared = used()
    client.play(handle: 1, playback: 1)
    client.verdict(.release(Handle(rawValue: 1)!))
    #expect(used() > prepared / 2)
    client.verdict(.stop(nil))
    #expect(used() == 0)
  }

  @Test func `counters match the handles and playbacks that clients hold`() throws {
    let bench = try ServerBench(actuators: 2, vocabulary: .reasons)
    var dice = SystemRandomNumberGenerator()
    var clients: [Client] = []
    for round in 0..<TestExtent.all(3000, quick: 1000) {
      if clients.count < 6, round % 20 == 0 {
        clients.append(try bench.client(as: Identity("org.example.App", from: .unit)))
      }
      let client = clients.randomElement(using: &dice)!
      let handle = UInt32.random(in: 1...5, using: &dice)
      switch Int.random(in: 0..<12, using: &dice) {
      case 0...1: client.define(Self.parameters(.random(in: 0...300, using: &dice)), as: handle)
      case 2: client.send(.define(.init(handle: Handle(rawValue: handle)!, events: 2)))
      case 3: client.verdict(.prepare(.init(handle: Handle(rawValue: handle)!, name: "tap")))
      case 4: client.verdict(.release(Handle(rawValue: handle)!))
      case 5...7:
        let play = Request.Play(
          .handle(Handle(rawValue: handle)!), playback: PlaybackID(rawValue: handle), intensity: .random(in: 0...9999),
          locality: .everywhere)
        client.verdict(.play(play))
      case 8:
        client.verdict(
          .modulate(.init(PlaybackID(rawValue: handle)!, .sharpness, points: [.init(at: .zero, 0.5)])))
      case 9: client.verdict(.stop(PlaybackID(rawValue: handle)))
      case 10 where round % 5 == 0:
        client.leave()
        clients.removeAll { $0 === client }
        if clients.isEmpty { clients.append(try bench.client(as: Identity("org.example.App", from: .unit))) }
      default: bench.clock.advance(by: .milliseconds(.random(in: 0...400, using: &dice)))
      }
      bench.server.checkCounters()
    }
    for client in clients { client.leave() }
    #expect(bench.server.sessions.applications.memory.used == 0)
  }

  @Test func `scheduled modulations are bounded in bytes`() throws {
    let bench = try ServerBench()
    let client = try bench.client()
    client.define([Event(.continuous(duration: .seconds(60)), intensity: 1, sharpness: 0)], as: 1)
    let points = (0..<Limits.modulationPoints).map { ParameterCurve.Point(at: .milliseconds($0), 0.5) }
    var accepted = 0
    for playback in 1...UInt32(Limits.playbacks) {
      client.play(handle: 1, playback: playback)
      for _ in 0..<Limits.scheduledActions {
        let later = bench.clock.now + .seconds(30)
        let modulate = Request.Modulate(
          PlaybackID(rawValue: playback)!, .intensity, atNanoseconds: later.nanoseconds, points: points)
        if client.verdict(.modulate(modulate))?.verdict == .done { accepted += 1 }
      }
    }
    // A point takes 24 bytes.
    #expect(accepted * Limits.modulationPoints * 24 <= 16 << 20)
    #expect(accepted >= Limits.scheduledActions)
  }

  static func parameters(_ count: Int) -> Pattern {
    Pattern(
      [Event(.continuous(duration: .seconds(1)), intensity: 1, sharpness: 0.5)],
      parameters: (0..<count).map { DynamicParameter(.intensity, 0.5, at: .microseconds($0 * 10)) })
  }
}

extension Server {
  /// Compares the counters of limits with the counted objects.
  fileprivate func checkCounters() {
    for application in Set(sessions.all.map { ObjectIdentifier($0.application) }) {
      let own = sessions.all.filter { ObjectIdentifier($0.application) == application }
      let allowance = own[0].application.allowance
      #expect(own[0].application.clients == own.count)
      #expect(allowance.handles.used == own.reduce(0) { $0 + $1.allowance.handles.used })
      #expect(allowance.playbacks.used == own.reduce(0) { $0 + $1.allowance.playbacks.used })
    }
    for session in sessions.all {
      #expect(session.allowance.handles.used == session.handles.count)
      let playing = devices.players.reduce(0) { $0 + $1.playbacks.count { $0.request.owner === session } }
      #expect(session.allowance.playbacks.used == playing)
    }
  }
}

/// Counts the objects that are still in memory.
final class Watched {
  private struct Reference { weak var object: AnyObject? }
  private var references: [Reference] = []

  func watch(_ object: AnyObject) { references.append(Reference(object: object)) }
  var alive: Int { references.count { $0.object != nil } }
}
