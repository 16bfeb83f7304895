import FakeServices
import FeedbackdThemes
import HapticPatterns
import HapticPreferences
import HapticProtocol
import HapticServer
import HapticSystem
import MotorRendering
import ServerHarness
import TestSupport
import Testing

@testable import FeedbackBus

/// A call of `Vibrate` as a program makes it.
struct ProgramCall: Sendable, CustomStringConvertible {
  let application: String
  let amplitude: Double
  let milliseconds: UInt32

  var description: String { "\(application) [(\(amplitude), \(milliseconds))]" }

  /// Telegram Desktop, at a swipe: `base_haptic_linux.cpp` of desktop-app/lib_base, 42b01c4.
  static let telegram = ProgramCall(application: "org.telegram.desktop", amplitude: 0.2, milliseconds: 5)
  /// Plasma Mobile's shell, short, medium and long: `components/hapticsplugin` of plasma-mobile, 0e09a43.
  static let shell = [10, 50, 100].map { milliseconds in
    ProgramCall(application: "org.kde.plasmashell", amplitude: 1, milliseconds: milliseconds)
  }
  /// plasma-keyboard, at a key: `src/vibration.cpp`, b3834fc. The length is the setting `vibrationMs`, 10 by default.
  static let keyboard = [1, 10, 20, 40].map { milliseconds in
    ProgramCall(application: "org.kde.plasma.keyboard", amplitude: 1, milliseconds: milliseconds)
  }
  static let all = [telegram] + shell + keyboard
}

/// The calls of programs that people have, on each kind of motor.
@Suite(.enabled(if: FakeBus.program != nil, "dbus-daemon is not installed"))
struct ProgramCallTests {
  @Test(arguments: NamedModel.known)
  func `each call is one pulse that is felt, and the history has its strength`(motor: NamedModel) throws {
    let bench = try FeedbackBench(actuators: 0)
    let actuator = try bench.bench.add(1, model: motor.model)
    let client = try bench.caller()
    for call in ProgramCall.all {
      let start = actuator.writes.count
      #expect(try client.vibrate(call), "\(call)")
      bench.clock.advance(by: .seconds(2))
      let pulses = motor.model.felt(actuator.drive(since: start)).pulses
      #expect(pulses.count == 1, "\(call): \(pulses)")
      let record = try #require(bench.bench.server.lastRecord)
      #expect(record.verdict == .played && "\(record.applicationName)" == call.application)
      let asked = Double(record.intensity) / 65535
      #expect(abs(asked - Amplitude.strength(of: call.amplitude).rawValue) < 0.001, "\(call): \(asked)")
      #expect(record.felt >= record.intensity, "\(call)")
    }
  }

  @Test(arguments: NamedModel.known)
  func `a longer key is not felt noticeably weaker`(motor: NamedModel) throws {
    let bench = try FeedbackBench(actuators: 0)
    let actuator = try bench.bench.add(1, model: motor.model)
    let client = try bench.caller()
    // A just noticeable difference is 19 %. A push of a pad lasts whole transfers, and its level is one of a few: 3 % more.
    let noticeable = motor.model.weak == nil ? 1.19 : 1.23
    var former = 0.0
    for call in ProgramCall.keyboard + ProgramCall.shell.dropFirst() {
      let start = actuator.writes.count
      #expect(try client.vibrate(call))
      bench.clock.advance(by: .seconds(2))
      let energy = motor.model.felt(actuator.drive(since: start)).samples.reduce(0, +)
      #expect(energy * noticeable >= former, "\(call)")
      former = max(energy, former)
    }
  }

  @Test func `a swipe in Telegram is raised on a motor that cannot be felt so weakly, and the history says so`() throws
  {
    let bench = try FeedbackBench(preset: "on-off")
    #expect(try bench.caller().vibrate(.telegram))
    let record = try #require(bench.bench.server.lastRecord)
    #expect(record.felt > record.intensity)
  }

  @Test(arguments: TestExtent.all(MotorModel.presets.keys.sorted() + [pinePhone], quick: [pinePhone, "on-off"]))
  func `ten keys a second do not wear a motor out, and one that can bear them gets them all`(
    name: String
  ) throws {
    let motor = try #require(NamedModel.known.first { $0.name.hasSuffix(name) })
    for call in [.telegram, ProgramCall.keyboard[1], ProgramCall.shell[2]] {
      let bench = try FeedbackBench(actuators: 0, preferences: Preferences())
      let actuator = try bench.bench.add(1, model: motor.model)
      let client = try bench.caller()
      var felt = 0
      for _ in 0..<Self.keys {
        if try client.vibrate(call) { felt += 1 }
        bench.clock.advance(by: .milliseconds(100))
      }
      let endurance = motor.model.endurance
      let seconds = Double(Self.keys) / 10
      let load = actuator.load
      #expect(load <= endurance.duty * seconds + endurance.capacity, "\(call): \(load) s")
      #expect(felt == Self.keys || load >= endurance.duty * seconds, "\(call): \(felt) keys, \(load) s")
      // A motor cools down until half of its duty is free again.
      #expect(felt > Self.keys / 3, "\(call): \(felt) keys")
    }
  }

  private static let pinePhone = "machine:pine64,pinephone:"
  /// Longer than a motor may be driven from rest.
  private static let keys = 600
}

extension BusClient {
  func vibrate(_ call: ProgramCall) throws -> Bool {
    try vibrate([(call.amplitude, call.milliseconds)], as: call.application)
  }
}

extension RecordingActuator {
  /// The writes from this one on.
  fileprivate func drive(since first: Int) -> Drive {
    let later = writes.dropFirst(first)
    return Drive(later.map { Drive.Step(at: $0.at - later.first!.at, level: $0.level) }, end: .zero)
  }

  /// The time of driving, in seconds of full drive.
  fileprivate var load: Double {
    zip(writes, writes.dropFirst()).reduce(0) { sum, pair in
      sum + model.load(of: pair.0.level) * ((pair.1.at - pair.0.at) / .seconds(1))
    }
  }
}
