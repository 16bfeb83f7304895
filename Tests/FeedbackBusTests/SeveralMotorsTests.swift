import FakeServices
import FeedbackdThemes
import HapticPatterns
import HapticPreferences
import HapticServer
import HapticSystem
import MotorDriving
import ServerHarness
import SoundLight
import TestSupport
import Testing

@testable import FeedbackBus

/// Events that play on more than one motor.
@Suite(.enabled(if: FakeBus.program != nil, "dbus-daemon is not installed"))
struct SeveralMotorsTests {
  private let bench: FeedbackBench
  private let client: BusClient

  init() throws {
    var preferences = Preferences.unlimited
    preferences.locality = .everywhere
    bench = try FeedbackBench(actuators: 2, preferences: preferences)
    bench.theme = .builtIn
    client = try bench.caller()
  }

  private var motors: [RecordingActuator] { bench.bench.actuators }

  @Test func `a call goes on at the other motor after one is unplugged`() throws {
    let id = try client.trigger("phone-incoming-call", timeout: 0)
    #expect(motors.allSatisfy { !$0.isOff })
    bench.bench.server.remove(motors[0].id)
    try bench.advance(by: .seconds(30))
    #expect(bench.bench.server.isPlaying("phone-incoming-call") && client.ended.isEmpty)
    try client.end(id)
    #expect(motors[1].isOff && client.ended == [.init(id: id, reason: Reason.explicit)])
  }

  @Test func `a call goes on after one of the motors has failed`() throws {
    _ = try client.trigger("phone-incoming-call", timeout: 0)
    motors[1].refusal = .full
    try bench.advance(by: .seconds(30))
    #expect(bench.bench.server.isPlaying("phone-incoming-call") && client.ended.isEmpty)
  }

  @Test func `a sound goes on after the haptics of its event have ended with a motor`() throws {
    let id = try client.trigger("phone-incoming-call")
    bench.cues.report(.started)
    bench.bench.server.remove(motors[0].id)
    try bench.advance(by: .seconds(30))
    #expect(motors[1].isOff && bench.cues.running.count == 1 && client.ended.isEmpty)
    bench.cues.report(.ended)
    try bench.run { client.ended == [.init(id: id, reason: Reason.natural)] }
  }
}
