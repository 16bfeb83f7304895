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
    client = try bench.caller()
  }

  private var motors: [RecordingActuator] { bench.bench.actuators }

  @Test func `an event goes on at the other motor after one is unplugged, and ends with it`() throws {
    let id = try client.trigger("phone-incoming-call")
    #expect(motors.allSatisfy { !$0.isOff })
    let writes = motors[1].writes.count
    bench.bench.server.remove(motors[0].id)
    try bench.settle()
    #expect(motors[1].writes.count == writes && !motors[1].isOff && client.ended.isEmpty)
    try bench.advance(by: .seconds(30))
    #expect(motors[1].isOff && client.ended == [.init(id: id, reason: Reason.natural)])
  }

  @Test func `an event plays to its end on each motor`() throws {
    let slow = try bench.bench.add(3, preset: "erm")
    func times(_ play: () throws -> Void) throws -> [[Duration]] {
      let (start, counts) = (bench.clock.now, motors.map(\.writes.count))
      try play()
      while bench.bench.server.playingCount > 0 { bench.clock.advance(by: .milliseconds(1)) }
      return zip(motors, counts).map { motor, count in motor.writes[count...].map { $0.at - start } }
    }
    let event = try times { _ = try client.trigger("success") }
    // A motor takes no further command for a while.
    bench.clock.advance(by: .seconds(1))
    let direct = try bench.bench.client()
    let play = try times { direct.play("success") }
    #expect(event == play && event[2] != event[0] && slow.isOff)
  }

  @Test func `a call goes on at the other motor after one is unplugged`() throws {
    let id = try client.trigger("phone-incoming-call", timeout: 0)
    #expect(motors.allSatisfy { !$0.isOff })
    let writes = motors[1].writes.count
    bench.bench.server.remove(motors[0].id)
    try bench.settle()
    #expect(motors[1].writes.count == writes && !motors[1].isOff)
    try bench.advance(by: .seconds(30))
    #expect(bench.bench.server.isPlaying("phone-incoming-call") && client.ended.isEmpty)
    try client.end(id)
    #expect(motors[1].isOff && client.ended == [.init(id: id, reason: Reason.explicit)])
  }

  @Test(arguments: [0, 1])
  func `a call goes on at the other motor after one has failed, and plays again on that one`(failing: Int) throws {
    let id = try client.trigger("phone-incoming-call", timeout: 0)
    let reference = try FeedbackBench()
    let caller = try reference.caller()
    _ = try caller.trigger("phone-incoming-call", timeout: 0)
    motors[failing].refusal = .full
    for bench in [bench, reference] { try bench.advance(by: .seconds(30)) }
    // The loop on the other motor is not interrupted.
    #expect(motors[1 - failing].levels == reference.motor.levels)
    #expect(motors[failing].refused > 1 && client.ended.isEmpty && caller.ended.isEmpty)
    motors[failing].refusal = nil
    let writes = motors[failing].writes.count
    try bench.advance(by: .seconds(10))
    #expect(motors[failing].writes[writes...].contains { $0.level != .off })
    try client.end(id)
    #expect(motors.allSatisfy { $0.isOff } && client.ended == [.init(id: id, reason: Reason.explicit)])
  }

  @Test func `a call plays on the other motor while the first one refuses it, and then on both`() throws {
    motors[0].refusal = .full
    let id = try client.trigger("phone-incoming-call", timeout: 0)
    #expect(!motors[1].isOff && client.ended.isEmpty)
    motors[0].refusal = nil
    try bench.advance(by: .seconds(1))
    #expect(!motors[0].levels.isEmpty)
    try client.end(id)
    #expect(motors.allSatisfy { $0.isOff })
  }

  @Test(arguments: [-1, 0] as [Int32])
  func `an event goes on at the other motor after one is switched off in the settings`(timeout: Int32) throws {
    let id = try client.trigger("phone-incoming-call", timeout: timeout)
    func setFirstMotor(on isOn: Bool) {
      bench.prefer {
        $0.devices["recorder 1"] = DevicePreferences()
        $0.devices["recorder 1"]?.isEnabled = isOn
      }
    }
    setFirstMotor(on: false)
    try bench.advance(by: .milliseconds(100))
    #expect(motors[0].isOff && !motors[1].isOff && client.ended.isEmpty)
    // A new event plays on the other motor only.
    let second = try client.trigger("alarm-clock-elapsed", timeout: timeout)
    try bench.settle()
    #expect(motors[0].isOff && client.ended.isEmpty)
    for id in [id, second] { try client.end(id) }
    #expect(motors.allSatisfy { $0.isOff })
  }

  @Test func `a call of which each motor is switched off ends`() throws {
    let id = try client.trigger("phone-incoming-call", timeout: 0)
    for name in ["recorder 1", "recorder 2"] as [ShortName] {
      #expect(client.ended.isEmpty)
      bench.prefer {
        for name in Set(["recorder 1", name]) {
          $0.devices[name] = DevicePreferences()
          $0.devices[name]?.isEnabled = false
        }
      }
      try bench.settle()
    }
    #expect(motors.allSatisfy { $0.isOff } && client.ended == [.init(id: id, reason: Reason.natural)])
  }

  @Test func `an empty Vibrate ends the former one on the motor that is left`() throws {
    #expect(try client.vibrate([(1, 5000)]))
    bench.bench.server.remove(motors[0].id)
    try bench.settle()
    #expect(!motors[1].isOff)
    #expect(try client.vibrate([]))
    #expect(motors[1].isOff)
  }

  @Test func `a sound goes on after the haptics of its event have ended with a motor`() throws {
    bench.theme = .builtIn
    let id = try client.trigger("phone-incoming-call")
    bench.cues.report(.started)
    bench.bench.server.remove(motors[0].id)
    try bench.advance(by: .seconds(30))
    #expect(motors[1].isOff && bench.cues.running.count == 1 && client.ended.isEmpty)
    bench.cues.report(.ended)
    try bench.run { client.ended == [.init(id: id, reason: Reason.natural)] }
  }
}
