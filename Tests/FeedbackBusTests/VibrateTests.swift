import FakeServices
import HapticPatterns
import HapticPreferences
import HapticProtocol
import HapticServer
import HapticSystem
import MessageBus
import MotorOutput
import MotorRendering
import ServerHarness
import Testing

@testable import FeedbackBus

/// The method `Vibrate` of `org.sigxcpu.Feedback.Haptic`.
@Suite(.enabled(if: FakeBus.program != nil, "dbus-daemon is not installed"))
struct VibrateTests {
  @Test func `Vibrate plays each item for its time, and the newest pattern replaces the former`() throws {
    let bench = try FeedbackBench(preset: "on-off")
    let client = try bench.caller()
    #expect(try client.vibrate([(1, 200), (0, 300), (0.5, 400)]))
    #expect(!bench.motor.isOff)
    try bench.advance(by: .milliseconds(350))
    #expect(bench.motor.isOff)
    // Half the strength is pulses.
    var isFelt = false
    for _ in 0..<10 {
      try bench.advance(by: .milliseconds(30))
      isFelt = isFelt || !bench.motor.isOff
    }
    #expect(isFelt)
    #expect(try client.vibrate([(1, 5000)]))
    try bench.advance(by: .milliseconds(1000))
    #expect(!bench.motor.isOff)
    #expect(try client.vibrate([]))
    #expect(bench.motor.isOff)
    #expect(try client.vibrate([(0, 100), (1, 0)]))
    #expect(bench.motor.isOff)
  }

  @Test func `a pattern has ten items of at most ten seconds, and amplitudes are clamped`() throws {
    let bench = try FeedbackBench(preset: "pad")
    let client = try bench.caller()
    #expect(try client.vibrate([(7, 100)]))
    let strongest = bench.motor.level
    #expect(try client.vibrate([(1, 100)]))
    #expect(bench.motor.level == strongest)
    #expect(try client.vibrate([(-3, 100)]))
    #expect(bench.motor.isOff)
    #expect(try client.vibrate([(1, .max)]))
    try bench.advance(by: .milliseconds(9900))
    #expect(!bench.motor.isOff)
    try bench.advance(by: .milliseconds(400))
    #expect(bench.motor.isOff)
    #expect(try client.vibrate([(Double, UInt32)](repeating: (0, 100), count: 10) + [(1, 1000)]))
    try bench.advance(by: .milliseconds(1500))
    #expect(bench.motor.isOff)
  }

  @Test func `a repeated pulse that is dropped as a duplicate does not end the former one`() throws {
    let bench = try FeedbackBench(preferences: Preferences())
    let client = try bench.caller()
    let start = bench.clock.now
    #expect(try client.vibrate([(1, 100)]))
    try bench.advance(by: .milliseconds(10))
    #expect(try client.vibrate([(1, 100)]))
    #expect(bench.bench.server.verdicts.last == .coalesced && !bench.motor.isOff)
    try bench.advance(by: .seconds(1))
    let end = try #require(bench.motor.writes.last)
    #expect(bench.motor.isOff && end.at - start > .milliseconds(50))
    // Another pattern still replaces it, and an empty one ends it.
    #expect(try client.vibrate([(1, 100)]))
    #expect(try client.vibrate([]))
    #expect(bench.motor.isOff)
  }

  @Test func `a short pulse is touch, everything else media`() throws {
    let bench = try FeedbackBench()
    let client = try bench.caller()
    bench.prefer { $0.profile = .quiet }
    #expect(try client.vibrate([(1, 30)]))
    #expect(try !client.vibrate([(1, 30), (0, 30), (1, 30)]))
    #expect(try !client.vibrate([(1, 500)]))
    bench.prefer { $0.profile = .silent }
    #expect(try !client.vibrate([(1, 30)]))
  }
}
