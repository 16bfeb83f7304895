import FakeServices
import FeedbackdThemes
import HapticPatterns
import HapticPreferences
import HapticProtocol
import HapticServer
import HapticSystem
import MessageBus
import MotorOutput
import MotorRendering
import ServerHarness
import SoundLight
import TestSupport
import Testing

@testable import FeedbackBus

/// Clients that are wrong, hostile or in a hurry, and buses and names that come and go.
@Suite(.enabled(if: FakeBus.program != nil, "dbus-daemon is not installed"))
struct HostileTests {
  private static let invalid = "org.freedesktop.DBus.Error.InvalidArgs"

  @Test func `a call with wrong arguments is refused before its sender is known`() throws {
    let bench = try FeedbackBench()
    let client = try bench.caller()
    let (app, event, none) = (BusValue.string("a.b"), BusValue.string("button-pressed"), BusValue.dictionary([:]))
    let wrong: [[BusValue]] = [
      [], [app], [app, event, none], [app, event, none, .uint32(1)], [app, event, .array([], of: "s"), .int32(-1)],
      [.string(""), event, none, .int32(-1)], [app, .string(""), none, .int32(-1)],
      [.string("a\u{1b}[31m"), event, none, .int32(-1)], [app, .string("button\npressed"), none, .int32(-1)],
      [.string("a\u{202e}b"), event, none, .int32(-1)], [app, .string("\u{7f}"), none, .int32(-1)],
      [.string(String(repeating: "a", count: 256)), event, none, .int32(-1)],
      [app, .string(String(repeating: "é", count: 1 << 15)), none, .int32(-1)],
      [app, event, .dictionary(["profile": .uint32(1)]), .int32(-1)],
      [app, event, .dictionary(["important": .string("true")]), .int32(-1)],
      [app, event, .dictionary(["sound-file": .array([], of: "y")]), .int32(-1)],
    ]
    for arguments in wrong {
      #expect(try client.error("TriggerFeedback", arguments) == Self.invalid, "\(arguments)")
    }
    for arguments in [[], [.int32(1)], [.uint32(1), .uint32(1)], [.string("1")]] as [[BusValue]] {
      #expect(try client.error("EndFeedback", arguments) == Self.invalid, "\(arguments)")
    }
    #expect(bench.identifications == 0 && bench.bench.server.verdicts.isEmpty && bench.motor.levels.isEmpty)
  }

  @Test func `an invalid pattern of a call is refused`() throws {
    let bench = try FeedbackBench()
    let client = try bench.caller()
    let app = BusValue.string("a.b")
    let wrong: [[BusValue]] = [
      [app], [app, .array([], of: "d")], [app, .array([.structure([.double(1), .int32(1)])], of: "(di)")],
      [app, BusClient.pattern([(.nan, 100)])], [app, BusClient.pattern([(1, 1), (.infinity, 100)])],
      [app, BusClient.pattern([(-.infinity, 100)])], [.string(""), BusClient.pattern([(1, 1)])],
      [app, BusClient.pattern([(Double, UInt32)](repeating: (1, 1), count: 400))],
    ]
    for arguments in wrong { #expect(try client.error("Vibrate", arguments, of: ".Haptic") == Self.invalid) }
    #expect(bench.identifications == 0 && bench.motor.levels.isEmpty)
  }

  @Test func `8 KiB of hints are refused and leave nothing behind`() throws {
    let bench = try FeedbackBench()
    let client = try bench.caller()
    var many: [String: BusValue] = [:]
    for number in 0..<2000 { many["hint-\(number)-padding-padding"] = .uint32(1) }
    var nested = BusValue.string("x")
    for _ in 0..<30 { nested = .variant(nested) }
    let texts = [
      "one": BusValue.string(String(repeating: "x", count: 4096)), "two": .string(String(repeating: "x", count: 4096)),
    ]
    for hints in [many, texts, ["long": .string(String(repeating: "x", count: 1 << 16))], ["deep": nested]] {
      let arguments: [BusValue] = [.string("a.b"), .string("no-such-thing"), .dictionary(hints), .int32(-1)]
      let error = try client.error("TriggerFeedback", arguments)
      #expect(error == (hints["deep"] == nil ? Self.invalid : nil))
    }
    _ = try client.trigger("button-pressed")
    #expect(!bench.motor.levels.isEmpty)
  }

  @Test func `a call has at most 255 hints or 340 items of a pattern`() throws {
    let bench = try FeedbackBench()
    let client = try bench.caller()
    for (count, isTaken) in [(255, true), (256, false)] {
      let hints = BusValue.dictionary(
        [String: BusValue](uniqueKeysWithValues: (0..<count).map { ("\($0)", .uint32(1)) }))
      let error = try client.error(
        "TriggerFeedback", [.string("a.b"), .string("button-pressed"), hints, .int32(-1)])
      #expect(error == (isTaken ? nil : Self.invalid), "\(count) hints")
    }
    for (count, isTaken) in [(340, true), (341, false)] {
      let pattern = BusClient.pattern([(Double, UInt32)](repeating: (1, 1), count: count))
      let error = try client.error("Vibrate", [.string("a.b"), pattern], of: ".Haptic")
      #expect(error == (isTaken ? nil : Self.invalid), "\(count) items")
    }
  }

  @Test func `calls wait for the identification of their sender, up to a limit`() throws {
    let bench = try FeedbackBench()
    bench.identity = nil
    let client = try bench.caller()
    var slots: [BusSlot?] = []
    var errors = 0
    for _ in 0..<40 {
      slots.append(
        client.send(
          FeedbackBus.name, "TriggerFeedback",
          [.string("a.b"), .string("button-pressed"), .dictionary([:]), .int32(0)], interface: FeedbackBus.name
        ) { if case .failure = $0 { errors += 1 } })
    }
    try bench.run { errors == 40 - SenderTable.mostWaiting && bench.identifications == 1 }
    #expect(bench.motor.levels.isEmpty)
    // The replies never come: the client dies first.
    client.leave()
    try bench.settle()
    #expect(bench.bench.server.verdicts.isEmpty && slots.count == 40)
  }

  @Test func `a flood of a client is served within its limits, and others are served`() throws {
    let bench = try FeedbackBench(preferences: Preferences())
    let (flood, other) = (try bench.caller(), try bench.caller())
    var slots: [BusSlot?] = []
    var replies = 0
    for _ in 0..<2000 {
      slots.append(
        flood.send(
          FeedbackBus.name, "TriggerFeedback",
          [.string("a.b"), .string("button-pressed"), .dictionary([:]), .int32(-1)], interface: FeedbackBus.name
        ) { _ in replies += 1 })
    }
    _ = try other.trigger("phone-incoming-call", as: "org.example.Phone", timeout: 0)
    #expect(bench.bench.server.isPlaying("phone-incoming-call"))
    try bench.run { replies == 2000 }
    #expect(bench.bench.server.playingCount <= 2 * Limits.playbacks && slots.count == 2000)
  }

  @Test func `clients that connect, trigger and die leave nothing behind`() throws {
    let bench = try FeedbackBench()
    let rules = try bench.matchRules()
    for round in 0..<200 {
      let client = try bench.caller()
      if round % 3 == 0 {
        _ = try client.vibrate([(1, 10_000)])
      } else {
        _ = try client.trigger("phone-incoming-call", timeout: 0)
      }
      client.leave()
    }
    try bench.run { bench.motor.isOff && bench.bench.server.playingCount == 0 }
    try bench.settle()
    #expect(try bench.matchRules() == rules)
    #expect(bench.bench.server.clientCount == 0)
  }

  @Test func `motors that come and go during events leave no event and no client behind`() throws {
    let bench = try FeedbackBench(actuators: 0)
    let clients = try (0..<4).map { _ in try bench.caller() }
    var motors: [RecordingActuator] = []
    for round in 0..<300 {
      let client = clients[round % 4]
      switch round % 5 {
      case 0: _ = try client.trigger("phone-incoming-call", timeout: round % 2 == 0 ? 0 : -1)
      case 1: _ = try client.vibrate([(1, 200), (0, 50), (0.5, 3000)])
      case 2: _ = try client.trigger("alarm-clock-elapsed", timeout: 1)
      default: bench.clock.advance(by: .milliseconds(Int64(37 * round % 400)))
      }
      if round % 7 < 3, motors.count < 3 { motors.append(try bench.bench.add(UInt32(round + 1))) }
      if round % 11 < 4, let motor = motors.popLast() { bench.bench.server.remove(motor.id) }
    }
    for client in clients { client.leave() }
    try bench.run { bench.bench.server.clientCount == 0 && bench.bench.server.playingCount == 0 }
    #expect(!motors.contains { !$0.isOff })
    for motor in motors { bench.bench.server.remove(motor.id) }
    let last = try bench.bench.add(1000)
    _ = try bench.caller().trigger("button-pressed")
    #expect(!last.isOff)
  }

  @Test func `callers that come and go leave no byte behind`() throws {
    // Without motors and cues, whose fakes record everything.
    let bench = try FeedbackBench(actuators: 0)
    bench.theme = .builtIn
    bench.cues.failure = .noLight
    // The first callers fill the history, which keeps the latest 512 requests.
    func call(_ count: Int) throws -> Int {
      for _ in 0..<count {
        let client = try bench.caller()
        _ = try client.trigger("message-new-sms")
        _ = try client.trigger("phone-missed-call", timeout: 0)
        _ = try client.vibrate([(1, 50), (0, 50), (1, 50)])
        client.leave()
      }
      try bench.run { bench.bench.server.clientCount == 0 }
      try bench.advance(by: .seconds(60))
      return HeapUse.bytes
    }
    let count = TestExtent.all(1000, quick: 200)
    let uses = [try call(200), try call(count), try call(count)]
    // Less than 8 bytes for each caller: tables of a fixed number of entries. A leak grows each time; a table that another
    // test's thread enlarges meanwhile grows once.
    let growth = min(uses[1] - uses[0], uses[2] - uses[1])
    #expect(growth < count * 8, "\(uses) bytes")
  }

  @Test func `without a bus everything is silent, and it is served again when it is back`() throws {
    let bench = try FeedbackBench()
    let client = try bench.caller()
    _ = try client.trigger("phone-incoming-call", timeout: 0)
    #expect(!bench.motor.isOff)
    bench.bus.stop()
    client.leave()
    try bench.run { bench.motor.isOff && bench.losses == 1 }
    try bench.bus.start()
    let again = try bench.caller()
    // The motor takes no further command at the time of its stop.
    bench.clock.advance(by: .milliseconds(50))
    _ = try again.trigger("phone-incoming-call", timeout: 0)
    #expect(!bench.motor.isOff)
  }

  @Test func `a name lost to another owner ends all events, and is served again later`() throws {
    let bench = try FeedbackBench()
    let client = try bench.caller()
    let first = try client.owner()
    let id = try client.trigger("phone-incoming-call", timeout: 0)
    let connection = try BusConnection(to: bench.bus.address, loop: bench.loop) {}
    var claim: BusNameClaim? = try BusNameClaim(FeedbackBus.name, on: connection, replaces: true) { _ in }
    try bench.run { claim?.state == .owned && bench.motor.isOff && !client.ended.isEmpty }
    #expect(client.ended == [.init(id: id, reason: Reason.explicit)])
    #expect(try client.owner() != first)
    claim = nil
    try bench.run { try client.owner() == first }
    _ = try client.trigger("button-pressed")
  }

  @Test func `a call that waits while the name is lost to another owner gets an error`() throws {
    let bench = try FeedbackBench()
    bench.identity = nil
    let client = try bench.caller()
    var answers: [Result<[BusValue], BusError>] = []
    let slots = (0..<3).map { _ in
      client.send(
        FeedbackBus.name, "Vibrate", [.string("a.b"), BusClient.pattern([(1, 1000)])],
        interface: FeedbackBus.name + ".Haptic"
      ) { answers.append($0) }
    }
    try bench.run { bench.feedback?.object?.senders.waitingCalls == 3 }
    let connection = try BusConnection(to: bench.bus.address, loop: bench.loop) {}
    let claim = try BusNameClaim(FeedbackBus.name, on: connection, replaces: true) { _ in }
    try bench.run { answers.count == 3 && claim.state == .owned }
    for answer in answers {
      guard case .failure(.refused("org.freedesktop.DBus.Error.Failed", _)) = answer else {
        Issue.record("\(answer)")
        continue
      }
    }
    #expect(bench.motor.levels.isEmpty && slots.count == 3)
  }

  @Test func `another owner of the name is named in the log, and followed`() throws {
    let bench = try FeedbackBench(isServing: false)
    let feedbackd = try FakeService(FeedbackBus.name, on: bench.bus, loop: bench.loop)
    try bench.run { feedbackd.isReady }
    try bench.serve(replaces: true)
    try bench.settle()
    let warning = FeedbackBus.warning(about: "feedbackd (pid 812)", replaces: true)
    #expect(warning.contains("belongs to feedbackd (pid 812) and cannot be replaced"))
    #expect(warning.contains("feedback-interface = false"))
  }

  @Test func `the end of the interface gives the name back and silences its clients`() throws {
    let bench = try FeedbackBench()
    let client = try bench.caller()
    _ = try client.trigger("phone-incoming-call", timeout: 0)
    bench.endService()
    try bench.run { try client.owner() == nil && bench.motor.isOff }
    #expect(bench.losses == 0)
  }
}
