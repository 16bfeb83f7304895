import FakeServices
import FeedbackdThemes
import HapticPatterns
import HapticProtocol
import HapticServer
import HapticSystem
import ServerHarness
import SoundLight
import TestSupport
import Testing

@testable import FeedbackBus

/// The places for sounds and lights, which applications share.
@Suite(.enabled(if: FakeBus.program != nil, "dbus-daemon is not installed"))
struct CueShareTests {
  private let bench: FeedbackBench

  init() throws {
    bench = try FeedbackBench()
    try bench.use(
      theme: """
        { "name": "t", "profiles": [ { "name": "full", "feedbacks": [
          { "event-name": "phone-incoming-call", "type": "Sound", "effect": "call" },
          { "event-name": "message-new-sms", "type": "Sound", "effect": "message" },
          { "event-name": "org.example.snap", "type": "Sound", "effect": "snap" } ] },
          { "name": "silent", "feedbacks": [
          { "event-name": "phone-incoming-call", "type": "Led", "color": "#ff0000" },
          { "event-name": "org.example.snap", "type": "Led", "color": "#0000ff" } ] } ] }
        """)
  }

  /// A program of a verified application.
  private func program(_ name: ShortName) throws -> BusClient {
    bench.identity = Identity(name, from: .unit)
    defer { bench.identity = Identity() }
    let client = try bench.caller()
    // The first call identifies it.
    _ = try client.vibrate([])
    return client
  }

  /// Holds all places for sounds and for lights with endless events of several applications.
  private func holdAll(with event: String = "org.example.snap") throws -> [BusClient] {
    let holders = try ["org.example.A", "org.example.B"].map { try program(ShortName($0)!) }
    for holder in holders {
      for _ in 0..<20 { _ = try holder.trigger(event, timeout: 0) }
    }
    #expect(running(\.isLight) == CuePlaces.most && running { !$0.isLight } == CuePlaces.most)
    bench.cues.report(.started)
    bench.cues.report(.started, isLight: true)
    return holders
  }

  private func running(_ matches: (Cue) -> Bool) -> Int { bench.cues.running.values.filter(matches).count }

  private func isRunning(_ effect: String) -> Bool { running { $0 == .sound(.init(effect)) } > 0 }

  private var callLight: Cue { .light(.init(red: 255, green: 0, blue: 0, millihertz: 0), rank: 5) }

  @Test(arguments: ["org.example.snap", "phone-incoming-call"])
  func `a call has its sound and its light while others hold all places`(_ event: String) throws {
    let holders = try holdAll(with: event)
    let before = bench.cues.started.count
    let phone = try bench.caller()
    let call = try phone.trigger("phone-incoming-call", timeout: 0)
    #expect(Array(bench.cues.started.dropFirst(before)) == [.sound(.init("call")), callLight])
    #expect(running { $0.isLight } == CuePlaces.most)
    bench.cues.report(.started)
    bench.cues.report(.started, isLight: true)
    #expect(bench.bench.server.cueVerdicts.suffix(2) == ["sound played", "light played"])
    // The events that gave way continue.
    #expect(holders.allSatisfy { $0.ended.isEmpty })
    try phone.end(call)
  }

  @Test func `a sound that gave way to a call plays again after it`() throws {
    let holders = try holdAll()
    let phone = try bench.caller()
    let call = try phone.trigger("phone-incoming-call", timeout: 0)
    #expect(running { $0 == .sound(.init("snap")) } == CuePlaces.most - 1)
    try phone.end(call)
    try bench.advance(by: .seconds(10))
    #expect(running { $0 == .sound(.init("snap")) } == CuePlaces.most)
    #expect(running(\.isLight) == CuePlaces.most && holders.allSatisfy { $0.ended.isEmpty })
  }

  @Test func `one application holds half of the places, whatever names it claims`() throws {
    let clients = try (0..<10).map { _ in try bench.caller() }
    for (number, client) in clients.enumerated() {
      for _ in 0..<3 { _ = try client.trigger("org.example.snap", as: "org.example.App\(number)", timeout: 0) }
    }
    #expect(running(\.isLight) == CuePlaces.mostOfApplication)
    #expect(running { !$0.isLight } == CuePlaces.mostOfApplication)
  }

  @Test func `sandboxed applications together hold half of the places`() throws {
    let games = try (0..<4).map { _ in try bench.caller() }
    for (number, game) in games.enumerated() {
      bench.identity = Identity(ShortName("org.example.Game\(number)")!, from: .flatpak)
      for _ in 0..<8 { _ = try game.trigger("org.example.snap", timeout: 0) }
    }
    #expect(running(\.isLight) == 8)
    bench.identity = Identity()
    _ = try bench.caller().trigger("message-new-sms")
    #expect(isRunning("message"))
  }

  @Test func `an application takes a place from the one that holds the most`() throws {
    let holders = try holdAll()
    let third = try program("org.example.C")
    for _ in 0..<8 { _ = try third.trigger("message-new-sms", timeout: 0) }
    let messages = running { $0 == .sound(.init("message")) }
    #expect(messages == 5, "\(messages)")
    #expect(holders.allSatisfy { $0.ended.isEmpty })
    #expect(running { !$0.isLight } == CuePlaces.most)
  }

  @Test func `a sound that found no place plays when the holder has left`() throws {
    let holders = try holdAll(with: "phone-incoming-call")
    let client = try bench.caller()
    _ = try client.trigger("message-new-sms", timeout: 0)
    #expect(!isRunning("message") && bench.bench.server.cueVerdicts.last == "sound limit")
    try bench.advance(by: .seconds(20))
    #expect(!isRunning("message") && client.ended.isEmpty)
    for holder in holders { holder.leave() }
    try bench.run { bench.cues.running.isEmpty }
    try bench.advance(by: .seconds(10))
    #expect(isRunning("message"))
  }

  @Test func `a call sounds and shines again after the death of the helper program`() throws {
    let phone = try bench.caller()
    let call = try phone.trigger("phone-incoming-call", timeout: 0)
    for _ in 0..<3 {
      bench.cues.report(.started)
      bench.cues.report(.started, isLight: true)
      bench.cues.report(.failed)
      bench.cues.report(.failed, isLight: true)
      #expect(bench.cues.running.isEmpty && phone.ended.isEmpty)
      try bench.advance(by: .milliseconds(600))
      #expect(bench.cues.running.count == 2)
    }
    try phone.end(call)
    #expect(bench.cues.running.isEmpty)
  }

  @Test func `without the helper program, an event that only sounds ends`() throws {
    bench.cues.failure = .failed
    let client = try bench.caller()
    let id = try client.trigger("org.example.snap", timeout: 0)
    try bench.run { client.ended == [.init(id: id, reason: Reason.notFound)] }
  }

  @Test func `the rate limit counts for all connections of an application`() throws {
    let clients = try (0..<30).map { _ in try bench.caller() }
    for client in clients {
      for _ in 0..<2 { _ = try client.trigger("message-new-sms") }
      bench.cues.report(.ended)
    }
    #expect(bench.cues.started.count == 40, "\(bench.cues.started.count)")
  }
}
