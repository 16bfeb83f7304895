import FakeServices
import FeedbackdThemes
import HapticPatterns
import HapticPreferences
import HapticProtocol
import HapticServer
import HapticSystem
import MessageBus
import ServerHarness
import SoundLight
import TestSupport
import Testing

@testable import FeedbackBus

/// Events of feedbackd's themes.
@Suite(.enabled(if: FakeBus.program != nil, "dbus-daemon is not installed"))
struct EventThemeTests {
  private let bench: FeedbackBench
  private let client: BusClient

  init() throws {
    bench = try FeedbackBench()
    client = try bench.caller()
  }

  @Test func `an event of a theme plays its pattern, unless hapticd has the event`() throws {
    try bench.use(
      theme: """
        { "name": "t", "profiles": [ { "name": "quiet", "feedbacks": [
          { "event-name": "org.example.knock", "type": "VibraPattern", "magnitudes": [ 1 ], "durations": [ 700 ] },
          { "event-name": "message-new-pigeon", "type": "VibraPattern", "magnitudes": [ 1 ], "durations": [ 3000 ] },
          { "event-name": "button-pressed", "type": "VibraPattern", "magnitudes": [ 1 ], "durations": [ 9000 ] } ] } ] }
        """)
    let knock = try client.trigger("org.example.knock")
    try bench.advance(by: .milliseconds(600))
    #expect(!bench.motor.isOff && client.ended.isEmpty)
    try bench.advance(by: .milliseconds(300))
    #expect(client.ended == [.init(id: knock, reason: Reason.natural)] && bench.motor.isOff)
    let pigeon = try client.trigger("message-new-pigeon")
    try bench.advance(by: .milliseconds(2800))
    #expect(client.ended.last?.id == knock)
    try client.end(pigeon)
    let button = try client.trigger("button-pressed")
    try bench.advance(by: .seconds(1))
    #expect(client.ended.last == .init(id: button, reason: Reason.natural))
    bench.prefer { $0.profile = .silent }
    let silent = try client.trigger("org.example.knock")
    try bench.run { client.ended.last == .init(id: silent, reason: Reason.notFound) }
  }

  @Test func `an event of a test theme pauses`() throws {
    try bench.use(
      theme: """
        { "name": "test", "profiles": [ { "name": "full", "feedbacks": [
          { "event-name": "test-dummy-0", "type": "Dummy", "duration": 0 },
          { "event-name": "test-dummy-10", "type": "Dummy", "duration": 10000 } ] } ] }
        """)
    let short = try client.trigger("test-dummy-0")
    try bench.run { client.ended == [.init(id: short, reason: Reason.natural)] }
    let long = try client.trigger("test-dummy-10")
    try bench.advance(by: .seconds(9))
    #expect(client.ended.count == 1)
    try bench.advance(by: .seconds(2))
    #expect(client.ended.last == .init(id: long, reason: Reason.natural))
    let ended = try client.trigger("test-dummy-10")
    try client.end(ended)
    #expect(client.ended.last == .init(id: ended, reason: Reason.explicit))
  }
}
