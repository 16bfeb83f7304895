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
    let house = try BusHouse()
    let client = try house.caller()
    let id = try client.trigger("button-pressed")
    #expect(id != 0 && !house.motor.levels.isEmpty)
    try house.advance(by: .seconds(1))
    #expect(client.ended == [.init(id: id, reason: Reason.natural)])
    #expect(client.arrivals.suffix(2) == ["reply", "ended"])
    #expect(house.motor.isOff)
    // The end by itself is no request of the client.
    #expect(house.house.server.verdicts == [.played])
  }

  @Test func `an unknown event gets an id, and then ends as not found`() throws {
    let house = try BusHouse()
    let client = try house.caller()
    let id = try client.trigger("no-such-thing")
    try house.run { client.ended.count == 1 }
    #expect(id != 0 && client.ended == [.init(id: id, reason: Reason.notFound)])
    #expect(client.arrivals.suffix(2) == ["reply", "ended"])
    #expect(house.motor.levels.isEmpty)
  }

  @Test func `an unknown event with a known beginning plays its beginning`() throws {
    let house = try BusHouse()
    let client = try house.caller()
    _ = try client.trigger("message-new-pigeon")
    #expect(!house.motor.isOff)
  }

  @Test func `EndFeedback ends the event before its reply, as explicit`() throws {
    let house = try BusHouse()
    let client = try house.caller()
    let id = try client.trigger("phone-incoming-call", timeout: 0)
    #expect(!house.motor.isOff)
    try client.end(id)
    #expect(house.motor.isOff)
    #expect(client.ended == [.init(id: id, reason: Reason.explicit)])
    #expect(client.arrivals.suffix(2) == ["ended", "reply"])
    try house.advance(by: .seconds(60))
    #expect(client.ended.count == 1 && house.motor.isOff)
  }

  @Test func `timeout 0 plays until the client ends it`() throws {
    let house = try BusHouse()
    let client = try house.caller()
    let id = try client.trigger("button-pressed", timeout: 0)
    for _ in 0..<20 {
      let writes = house.motor.writes.count
      try house.advance(by: .seconds(3))
      #expect(house.motor.writes.count > writes && client.ended.isEmpty)
    }
    try client.end(id)
    #expect(house.motor.isOff)
  }

  @Test func `a timeout in seconds repeats the event and ends it as expired`() throws {
    let house = try BusHouse()
    let client = try house.caller()
    let id = try client.trigger("button-pressed", timeout: 3)
    try house.advance(by: .milliseconds(2990))
    #expect(client.ended.isEmpty && house.motor.levels.count > 10)
    try house.advance(by: .milliseconds(20))
    #expect(client.ended == [.init(id: id, reason: Reason.expired)])
    #expect(house.motor.isOff)
    let writes = house.motor.writes.count
    try house.advance(by: .seconds(5))
    #expect(house.motor.writes.count == writes)
  }

  @Test(arguments: [Int32.min, -2, -1])
  func `a timeout below zero plays once`(_ timeout: Int32) throws {
    let house = try BusHouse()
    let client = try house.caller()
    _ = try client.trigger("button-pressed", timeout: timeout)
    try house.advance(by: .seconds(2))
    #expect(client.ended.map(\.reason) == [Reason.natural])
  }

  @Test func `the longest timeout is accepted`() throws {
    let house = try BusHouse()
    let client = try house.caller()
    let id = try client.trigger("phone-incoming-call", timeout: .max)
    try house.advance(by: .seconds(60))
    #expect(client.ended.isEmpty)
    try client.end(id)
    #expect(house.motor.isOff)
  }

  @Test func `a profile hint can only lower the profile`() throws {
    let house = try BusHouse()
    let client = try house.caller()
    for profile in ["silent", "loud", ""] {
      let id = try client.trigger("button-pressed", hints: ["profile": .string(profile)])
      try house.run { client.ended.last?.id == id }
      #expect(client.ended.last?.reason == Reason.notFound && house.motor.levels.isEmpty)
    }
    house.prefer { $0.profile = .silent }
    _ = try client.trigger("button-pressed", hints: ["profile": .string("full")])
    #expect(house.motor.levels.isEmpty)
    house.prefer { $0.profile = .quiet }
    _ = try client.trigger("button-pressed", hints: ["profile": .string("full")])
    #expect(!house.motor.levels.isEmpty)
  }

  @Test func `unknown hints are ignored`() throws {
    let house = try BusHouse()
    let client = try house.caller()
    _ = try client.trigger(
      "button-pressed", hints: ["colour": .string("red"), "x": .array([.variant(.byte(1))], of: "v")])
    #expect(!house.motor.levels.isEmpty)
  }

  @Test func `a loop continues after sleep, and after a playback of higher priority`() throws {
    let house = try BusHouse()
    let client = try house.caller()
    let id = try client.trigger("phone-incoming-call", timeout: 0)
    house.house.server.suspend()
    #expect(house.motor.isOff)
    try house.advance(by: .seconds(3))
    #expect(house.motor.isOff && client.ended.isEmpty)
    house.house.server.resume()
    try house.advance(by: .seconds(9))
    #expect(house.house.server.isPlaying("phone-incoming-call") && client.ended.isEmpty)
    let touch = try client.trigger("button-pressed", timeout: 0)
    try house.settle()
    #expect(!client.ended.contains { $0.id == touch })
    try client.end(id)
    try house.advance(by: .seconds(9))
    #expect(house.house.server.isPlaying("button-pressed"))
  }

  @Test func `an event that the settings no longer permit ends`() throws {
    let house = try BusHouse()
    let client = try house.caller()
    let id = try client.trigger("phone-incoming-call", timeout: 0)
    house.prefer { $0.profile = .silent }
    try house.run { client.ended == [.init(id: id, reason: Reason.natural)] && house.motor.isOff }
    house.prefer { $0.profile = .full }
    try house.advance(by: .seconds(20))
    #expect(house.motor.isOff)
  }

  @Test func `the end of everything ends an endless event as explicit`() throws {
    let house = try BusHouse()
    let client = try house.caller()
    let id = try client.trigger("alarm-clock-elapsed", timeout: 0)
    let tool = try house.house.client()
    tool.verdict(.stopEverything)
    try house.run { client.ended == [.init(id: id, reason: Reason.explicit)] }
    try house.advance(by: .seconds(20))
    #expect(house.motor.isOff)
  }

  @Test func `the profile can be read and set, and a change is announced`() throws {
    let house = try BusHouse()
    let client = try house.caller()
    #expect(try client.profile() == "full")
    try client.setProfile(.string("quiet"))
    #expect(house.profiles == [.quiet])
    #expect(try client.profile() == "quiet")
    for wrong in [BusValue.string("loud"), .string(""), .uint32(1)] {
      #expect(throws: BusError.self) { try client.setProfile(wrong) }
    }
    house.profileFailure = "the file has a mistake"
    #expect {
      try client.setProfile(.string("silent"))
    } throws: {
      $0 as? BusError == .refused(name: "org.freedesktop.DBus.Error.Failed", text: "the file has a mistake")
    }
    #expect(try client.profile() == "quiet")
  }

  @Test func `each event of a program plays for the application that it names`() throws {
    let house = try BusHouse()
    house.identity = Identity("mobi.phosh.Shell", from: .unit)
    let phosh = try house.caller()
    house.prefer { $0.applications["org.example.Muted"] = .muted }
    let id = try phosh.trigger("message-new-instant", as: "org.example.Muted")
    try house.run { phosh.ended.last?.id == id }
    #expect(house.motor.levels.isEmpty && phosh.ended.last?.reason == Reason.notFound)
    _ = try phosh.trigger("message-new-instant", as: "org.example.Other")
    #expect(!house.motor.levels.isEmpty)
  }

  @Test func `a program that names many applications loses idle ones first`() throws {
    let house = try BusHouse()
    let client = try house.caller()
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

  @Test func `Vibrate plays each item for its time, and the newest pattern replaces the former`() throws {
    let house = try BusHouse(preset: "on-off")
    let client = try house.caller()
    #expect(try client.vibrate([(1, 200), (0, 300), (0.5, 400)]))
    #expect(!house.motor.isOff)
    try house.advance(by: .milliseconds(350))
    #expect(house.motor.isOff)
    try house.advance(by: .milliseconds(300))
    #expect(!house.motor.isOff)
    #expect(try client.vibrate([(1, 5000)]))
    try house.advance(by: .milliseconds(1000))
    #expect(!house.motor.isOff)
    #expect(try client.vibrate([]))
    #expect(house.motor.isOff)
    #expect(try client.vibrate([(0, 100), (1, 0)]))
    #expect(house.motor.isOff)
  }

  @Test func `a pattern has ten items of at most ten seconds, and amplitudes are clamped`() throws {
    let house = try BusHouse(preset: "pad")
    let client = try house.caller()
    #expect(try client.vibrate([(7, 100)]))
    let strongest = house.motor.level
    #expect(try client.vibrate([(1, 100)]))
    #expect(house.motor.level == strongest)
    #expect(try client.vibrate([(-3, 100)]))
    #expect(house.motor.isOff)
    #expect(try client.vibrate([(1, .max)]))
    try house.advance(by: .milliseconds(9900))
    #expect(!house.motor.isOff)
    try house.advance(by: .milliseconds(400))
    #expect(house.motor.isOff)
    #expect(try client.vibrate([(Double, UInt32)](repeating: (0, 100), count: 10) + [(1, 1000)]))
    try house.advance(by: .milliseconds(1500))
    #expect(house.motor.isOff)
  }

  @Test func `a short pulse is touch, everything else media`() throws {
    let house = try BusHouse()
    let client = try house.caller()
    house.prefer { $0.profile = .quiet }
    #expect(try client.vibrate([(1, 30)]))
    #expect(try !client.vibrate([(1, 30), (0, 30), (1, 30)]))
    #expect(try !client.vibrate([(1, 500)]))
    house.prefer { $0.profile = .silent }
    #expect(try !client.vibrate([(1, 30)]))
  }

  @Test func `introspection has both interfaces`() throws {
    let house = try BusHouse()
    let text = try house.caller().ask("org.freedesktop.DBus", "Introspect", [], of: ".Introspectable").first?.asString
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
