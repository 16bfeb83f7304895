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

/// The behaviour on which feedbackd's clients rely.
@Suite(.enabled(if: FakeBus.program != nil, "dbus-daemon is not installed"))
struct FeedbackTests {
  @Test func `an event plays, and its end comes after the reply`() throws {
    let bench = try FeedbackBench()
    let client = try bench.caller()
    let id = try client.trigger("button-pressed")
    #expect(id != 0 && !bench.motor.levels.isEmpty)
    try bench.advance(by: .seconds(1))
    #expect(client.ended == [.init(id: id, reason: Reason.natural)])
    #expect(client.arrivals.suffix(2) == ["reply", "ended"])
    #expect(bench.motor.isOff)
    // The end by itself is no request of the client.
    #expect(bench.bench.server.verdicts == [.played])
  }

  @Test func `an unknown event gets an id, and then ends as not found`() throws {
    let bench = try FeedbackBench()
    let client = try bench.caller()
    let id = try client.trigger("no-such-thing")
    try bench.run { client.ended.count == 1 }
    #expect(id != 0 && client.ended == [.init(id: id, reason: Reason.notFound)])
    #expect(client.arrivals.suffix(2) == ["reply", "ended"])
    #expect(bench.motor.levels.isEmpty)
  }

  @Test func `an unknown event with a known beginning plays its beginning`() throws {
    let bench = try FeedbackBench()
    let client = try bench.caller()
    _ = try client.trigger("message-new-pigeon")
    #expect(!bench.motor.isOff)
  }

  @Test func `EndFeedback ends the event before its reply, as explicit`() throws {
    let bench = try FeedbackBench()
    let client = try bench.caller()
    let id = try client.trigger("phone-incoming-call", timeout: 0)
    #expect(!bench.motor.isOff)
    try client.end(id)
    #expect(bench.motor.isOff)
    #expect(client.ended == [.init(id: id, reason: Reason.explicit)])
    #expect(client.arrivals.suffix(2) == ["ended", "reply"])
    try bench.advance(by: .seconds(60))
    #expect(client.ended.count == 1 && bench.motor.isOff)
  }

  @Test func `timeout 0 plays until the client ends it`() throws {
    let bench = try FeedbackBench()
    let client = try bench.caller()
    let id = try client.trigger("button-pressed", timeout: 0)
    for _ in 0..<20 {
      let writes = bench.motor.writes.count
      try bench.advance(by: .seconds(3))
      #expect(bench.motor.writes.count > writes && client.ended.isEmpty)
    }
    try client.end(id)
    #expect(bench.motor.isOff)
  }

  @Test func `a timeout in seconds repeats the event and ends it as expired`() throws {
    let bench = try FeedbackBench()
    let client = try bench.caller()
    let id = try client.trigger("button-pressed", timeout: 3)
    try bench.advance(by: .milliseconds(2990))
    #expect(client.ended.isEmpty && bench.motor.levels.count > 10)
    try bench.advance(by: .milliseconds(20))
    #expect(client.ended == [.init(id: id, reason: Reason.expired)])
    #expect(bench.motor.isOff)
    let writes = bench.motor.writes.count
    try bench.advance(by: .seconds(5))
    #expect(bench.motor.writes.count == writes)
  }

  @Test(arguments: [Int32.min, -2, -1])
  func `a timeout below zero plays once`(_ timeout: Int32) throws {
    let bench = try FeedbackBench()
    let client = try bench.caller()
    _ = try client.trigger("button-pressed", timeout: timeout)
    try bench.advance(by: .seconds(2))
    #expect(client.ended.map(\.reason) == [Reason.natural])
  }

  @Test func `the longest timeout is accepted`() throws {
    let bench = try FeedbackBench()
    let client = try bench.caller()
    let id = try client.trigger("phone-incoming-call", timeout: .max)
    try bench.advance(by: .seconds(60))
    #expect(client.ended.isEmpty)
    try client.end(id)
    #expect(bench.motor.isOff)
  }

  @Test func `a profile hint can only lower the profile`() throws {
    let bench = try FeedbackBench()
    let client = try bench.caller()
    for profile in ["silent", "loud", ""] {
      let id = try client.trigger("button-pressed", hints: ["profile": .string(profile)])
      try bench.run { client.ended.last?.id == id }
      #expect(client.ended.last?.reason == Reason.notFound && bench.motor.levels.isEmpty)
    }
    bench.prefer { $0.profile = .silent }
    _ = try client.trigger("button-pressed", hints: ["profile": .string("full")])
    #expect(bench.motor.levels.isEmpty)
    bench.prefer { $0.profile = .quiet }
    _ = try client.trigger("button-pressed", hints: ["profile": .string("full")])
    #expect(!bench.motor.levels.isEmpty)
  }

  @Test func `unknown hints are ignored`() throws {
    let bench = try FeedbackBench()
    let client = try bench.caller()
    _ = try client.trigger(
      "button-pressed", hints: ["colour": .string("red"), "x": .array([.variant(.byte(1))], of: "v")])
    #expect(!bench.motor.levels.isEmpty)
  }

  @Test func `a loop continues after sleep, and after a playback of higher priority`() throws {
    let bench = try FeedbackBench()
    let client = try bench.caller()
    let id = try client.trigger("phone-incoming-call", timeout: 0)
    bench.bench.server.suspend()
    #expect(bench.motor.isOff)
    try bench.advance(by: .seconds(3))
    #expect(bench.motor.isOff && client.ended.isEmpty)
    bench.bench.server.resume()
    try bench.advance(by: .seconds(9))
    #expect(bench.bench.server.isPlaying("phone-incoming-call") && client.ended.isEmpty)
    let touch = try client.trigger("button-pressed", timeout: 0)
    try bench.settle()
    #expect(!client.ended.contains { $0.id == touch })
    try client.end(id)
    try bench.advance(by: .seconds(9))
    #expect(bench.bench.server.isPlaying("button-pressed"))
  }

  @Test func `an event loops by its play alone`() throws {
    let bench = try FeedbackBench()
    let client = try bench.caller()
    let id = try client.trigger("phone-incoming-call", timeout: 0)
    try bench.advance(by: .seconds(9))
    #expect(bench.bench.server.isPlaying("phone-incoming-call"))
    #expect(bench.bench.server.requests == [.play])
    try client.end(id)
    #expect(bench.motor.isOff)
  }

  @Test func `an event that the settings no longer permit ends`() throws {
    let bench = try FeedbackBench()
    let client = try bench.caller()
    let id = try client.trigger("phone-incoming-call", timeout: 0)
    bench.prefer { $0.profile = .silent }
    try bench.run { client.ended == [.init(id: id, reason: Reason.natural)] && bench.motor.isOff }
    bench.prefer { $0.profile = .full }
    try bench.advance(by: .seconds(20))
    #expect(bench.motor.isOff)
  }

  @Test func `the end of everything ends an endless event as explicit`() throws {
    let bench = try FeedbackBench()
    let client = try bench.caller()
    let id = try client.trigger("alarm-clock-elapsed", timeout: 0)
    let tool = try bench.bench.client()
    tool.verdict(.stopEverything)
    try bench.run { client.ended == [.init(id: id, reason: Reason.explicit)] }
    try bench.advance(by: .seconds(20))
    #expect(bench.motor.isOff)
  }

  @Test func `the end of everything also ends an event that waits for a motor`() throws {
    let bench = try FeedbackBench()
    let client = try bench.caller()
    let id = try client.trigger("phone-incoming-call", timeout: 0)
    bench.bench.server.remove(bench.motor.id)
    try bench.advance(by: .seconds(1))
    #expect(client.ended.isEmpty)
    try bench.bench.client().verdict(.stopEverything)
    let next = try bench.bench.add(2)
    try bench.run { client.ended == [.init(id: id, reason: Reason.explicit)] }
    try bench.advance(by: .seconds(20))
    #expect(next.writes.allSatisfy { $0.level == .off })
  }

  @Test func `the profile can be read and set, and a change is announced`() throws {
    let bench = try FeedbackBench()
    let client = try bench.caller()
    #expect(try client.profile() == "full")
    try client.setProfile(.string("quiet"))
    #expect(bench.profiles == [.quiet])
    #expect(try client.profile() == "quiet")
    for wrong in [BusValue.string("loud"), .string(""), .uint32(1)] {
      #expect(throws: BusError.self) { try client.setProfile(wrong) }
    }
    bench.profileFailure = "the file has a mistake"
    #expect {
      try client.setProfile(.string("silent"))
    } throws: {
      $0 as? BusError == .refused(name: "org.freedesktop.DBus.Error.Failed", text: "the file has a mistake")
    }
    #expect(try client.profile() == "quiet")
  }

  @Test func `each event of a program plays for the application that it names`() throws {
    let bench = try FeedbackBench()
    bench.identity = Identity("mobi.phosh.Shell", from: .unit)
    let phosh = try bench.caller()
    bench.prefer { $0.applications["org.example.Muted"] = .muted }
    let id = try phosh.trigger("message-new-instant", as: "org.example.Muted")
    try bench.run { phosh.ended.last?.id == id }
    #expect(bench.motor.levels.isEmpty && phosh.ended.last?.reason == Reason.notFound)
    _ = try phosh.trigger("message-new-instant", as: "org.example.Other")
    #expect(!bench.motor.levels.isEmpty)
  }

  @Test func `a program that names many applications loses idle ones first`() throws {
    let bench = try FeedbackBench()
    let client = try bench.caller()
    let first = try client.trigger("phone-incoming-call", as: "org.example.First", timeout: 0)
    for number in 0..<40 {
      #expect(try client.trigger("no-such-thing", as: "org.example.App\(number)") != 0)
    }
    #expect(client.ended.allSatisfy { $0.id != first })
    for number in 0..<15 {
      _ = try client.trigger("phone-incoming-call", as: "org.example.Ringing\(number)", timeout: 0)
    }
    #expect(
      try client.error(
        "TriggerFeedback",
        [.string("org.example.More"), .string("button-pressed"), .dictionary([:]), .int32(-1)])
        == "org.freedesktop.DBus.Error.LimitsExceeded")
  }

  @Test func `introspection has both interfaces`() throws {
    let bench = try FeedbackBench()
    let text = try bench.caller().ask("org.freedesktop.DBus", "Introspect", [], of: ".Introspectable").first?.asString
    for words in [
      "<interface name=\"org.sigxcpu.Feedback\">", "<interface name=\"org.sigxcpu.Feedback.Haptic\">",
      "<arg name=\"pattern\" type=\"a(du)\" direction=\"in\"/>",
      "<property name=\"Profile\" type=\"s\" access=\"readwrite\"/>", "<signal name=\"FeedbackEnded\">",
    ] { #expect(text?.contains(words) == true, "\(words)") }
  }
}

extension ApplicationPreferences {
  static var muted: ApplicationPreferences {
    var preferences = ApplicationPreferences()
    preferences.strength = .none
    return preferences
  }
}
