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

/// The sounds and lights of events.
@Suite(.enabled(if: FakeBus.program != nil, "dbus-daemon is not installed"))
struct CueTests {
  private let bench: FeedbackBench
  private let client: BusClient

  init() throws {
    bench = try FeedbackBench()
    bench.theme = .builtIn
    client = try bench.caller()
  }

  // MARK: Parts

  @Test func `an event vibrates and sounds, and ends after both`() throws {
    let id = try client.trigger("message-new-sms")
    #expect(!bench.motor.isOff && bench.cues.sounds == ["message-new-instant"])
    bench.cues.report(.started)
    try bench.advance(by: .seconds(10))
    #expect(bench.motor.isOff && client.ended.isEmpty)
    bench.cues.report(.ended)
    try bench.run { client.ended == [.init(id: id, reason: Reason.natural)] }
    #expect(bench.bench.server.cueVerdicts == ["sound played"])
  }

  @Test func `an event that has only a sound records no refused haptics`() throws {
    try useSnap()
    let id = try client.trigger("org.example.snap")
    bench.cues.report(.started)
    bench.cues.report(.ended)
    try bench.run { client.ended == [.init(id: id, reason: Reason.natural)] }
    #expect(bench.bench.server.verdicts == [.played] && bench.bench.server.cueVerdicts == ["sound played"])
  }

  /// Uses a theme with a sound for one event that hapticd's own theme does not have.
  private func useSnap() throws {
    try bench.use(
      theme: """
        { "name": "t", "profiles": [ { "name": "full", "feedbacks": [
          { "event-name": "org.example.snap", "type": "Sound", "effect": "snap" } ] } ] }
        """)
  }

  @Test func `a light lasts until the client ends the event`() throws {
    let id = try client.trigger("phone-missed-call", timeout: 0)
    #expect(bench.cues.started == [.light(.init(red: 0, green: 255, blue: 255, millihertz: 3000), rank: 3)])
    bench.cues.report(.started, isLight: true)
    #expect(!bench.motor.isOff)
    try bench.advance(by: .seconds(10))
    // Hours may pass until the user sees the light.
    let writes = bench.motor.writes.count
    try bench.advance(by: .seconds(600))
    #expect(client.ended.isEmpty && bench.cues.running.count == 1)
    #expect(bench.motor.isOff && bench.motor.writes.count == writes)
    try client.end(id)
    #expect(bench.cues.running.isEmpty && client.ended == [.init(id: id, reason: Reason.explicit)])
    #expect(bench.bench.server.cueVerdicts == ["light played"])
  }

  @Test func `a light ends at the timeout`() throws {
    let id = try client.trigger("phone-missed-call", timeout: 5)
    bench.cues.report(.started, isLight: true)
    try bench.advance(by: .seconds(6))
    #expect(bench.cues.running.isEmpty && client.ended == [.init(id: id, reason: Reason.expired)])
  }

  @Test func `a sound repeats while the event loops, but not without a pause`() throws {
    let id = try client.trigger("phone-incoming-call", timeout: 0)
    for _ in 0..<5 {
      bench.cues.report(.started)
      bench.cues.report(.ended)
      #expect(bench.cues.running.isEmpty)
      try bench.advance(by: .milliseconds(600))
      #expect(bench.cues.running.count == 1)
    }
    #expect(bench.bench.server.cueVerdicts == ["sound played"] && client.ended.isEmpty)
    try client.end(id)
    #expect(bench.cues.running.isEmpty && bench.motor.isOff)
    try bench.advance(by: .seconds(5))
    #expect(bench.cues.sounds.count == 6)
  }

  @Test(arguments: [
    (CueResult.noLibrary, Verdict.unsupported), (.noServer, .noActuator), (.unknownSound, .unknownFeedback),
    (.failed, .deviceFailed), (.busy, .limit), (.switchedOff, .switchedOff),
  ])
  func `a sound that fails is recorded, and changes nothing for the motor`(_ result: CueResult, _ verdict: Verdict)
    throws
  {
    let id = try client.trigger("message-new-sms")
    #expect(!bench.motor.isOff)
    bench.cues.report(result)
    #expect(bench.bench.server.cueVerdicts == ["sound \(verdict)"] && !bench.motor.isOff)
    try bench.advance(by: .seconds(10))
    #expect(client.ended == [.init(id: id, reason: Reason.natural)])
    bench.cues.failure = result
    try useSnap()
    let next = try client.trigger("org.example.snap")
    try bench.run { client.ended.last == .init(id: next, reason: Reason.notFound) }
  }

  @Test func `an endless event whose sound is unknown vibrates on`() throws {
    let id = try client.trigger("phone-incoming-call", timeout: 0)
    bench.cues.report(.unknownSound)
    try bench.advance(by: .seconds(30))
    #expect(client.ended.isEmpty && bench.cues.sounds.count == 1)
    try client.end(id)
  }

  // MARK: Policy

  @Test func `the profile decides on sounds, and lights are shown in each`() throws {
    for profile in [Profile.quiet, .silent] {
      bench.prefer { $0.profile = profile }
      _ = try client.trigger("message-new-sms")
      _ = try client.trigger("phone-missed-call")
    }
    #expect(bench.cues.sounds.isEmpty && bench.cues.started.count == 2)
    #expect(bench.bench.server.cueVerdicts == ["sound profile", "sound profile"])
  }

  @Test func `a hint lowers the profile of an event`() throws {
    _ = try client.trigger("button-pressed", hints: ["profile": .string("quiet")])
    #expect(!bench.motor.levels.isEmpty && bench.cues.started.isEmpty)
    _ = try client.trigger("phone-missed-call", hints: ["profile": .string("silent")])
    #expect(bench.cues.started.count == 1)
  }

  @Test func `a lower profile ends running sounds`() throws {
    let id = try client.trigger("phone-incoming-call", timeout: 0)
    bench.cues.report(.started)
    bench.prefer { $0.profile = .quiet }
    #expect(bench.cues.running.isEmpty && !bench.motor.isOff && client.ended.isEmpty)
    bench.prefer { $0.profile = .silent }
    try bench.run { client.ended == [.init(id: id, reason: Reason.natural)] }
    try useSnap()
    let sound = try client.trigger("org.example.snap")
    #expect(bench.cues.running.isEmpty)
    try bench.run { client.ended.last == .init(id: sound, reason: Reason.notFound) }
  }

  @Test func `an important event of a verified application sounds in the profile silent`() throws {
    bench.prefer {
      $0.profile = .silent
      var clock = ApplicationPreferences()
      clock.mayBeImportant = true
      $0.applications["org.gnome.clocks"] = clock
    }
    let important: [String: BusValue] = ["important": .bool(true)]
    _ = try client.trigger("alarm-clock-elapsed", as: "org.gnome.clocks", hints: important)
    #expect(bench.cues.started.isEmpty)
    bench.identity = Identity("org.gnome.clocks", from: .unit)
    let clocks = try bench.caller()
    _ = try clocks.trigger("alarm-clock-elapsed", as: "org.gnome.clocks", hints: important)
    #expect(bench.cues.sounds == ["alarm-clock-elapsed"])
    let quiet = important.merging(["profile": .string("quiet")]) { $1 }
    _ = try clocks.trigger("message-new-sms", as: "org.gnome.clocks", hints: quiet)
    #expect(bench.cues.sounds == ["alarm-clock-elapsed"])
  }

  @Test func `the profile of an application lowers its own events only`() throws {
    bench.prefer {
      var chat = ApplicationPreferences()
      chat.profile = .quiet
      $0.applications["org.example.Chat"] = chat
    }
    _ = try client.trigger("button-pressed", as: "org.example.Chat")
    #expect(bench.cues.sounds.isEmpty && !bench.motor.levels.isEmpty)
    let id = try client.trigger("message-new-sms", as: "org.example.Chat")
    try bench.run { client.ended.contains(.init(id: id, reason: Reason.notFound)) }
    #expect(bench.bench.server.verdicts.contains(.applicationOff))
    _ = try client.trigger("message-new-sms", as: "org.example.Other")
    #expect(bench.cues.sounds == ["message-new-instant"])
  }

  @Test func `an application that is switched off, and quiet hours, are silent in every way`() throws {
    bench.prefer { $0.applications["org.example.Muted"] = .muted }
    for event in ["message-new-sms", "phone-missed-call"] { _ = try client.trigger(event, as: "org.example.Muted") }
    #expect(bench.cues.started.isEmpty)
    bench.bench.server.setCircumstances(.quietHours)
    _ = try client.trigger("message-new-sms")
    #expect(bench.cues.started.isEmpty)
    _ = try client.trigger("alarm-clock-elapsed")
    #expect(bench.cues.sounds == ["alarm-clock-elapsed"])
    #expect(
      bench.bench.server.cueVerdicts == [
        "sound applicationOff", "light applicationOff", "sound quietHours",
      ])
  }

  // MARK: Files

  @Test func `a program plays its own file, and one in a sandbox does not`() throws {
    let hints: [String: BusValue] = ["sound-file": .string("/home/user/ring.oga")]
    _ = try client.trigger("phone-incoming-call", hints: hints)
    _ = try client.trigger("no-such-thing", hints: hints)
    #expect(bench.cues.sounds == ["/home/user/ring.oga", "/home/user/ring.oga"])
    bench.identity = Identity("org.example.Game", from: .flatpak)
    let sandboxed = try bench.caller()
    _ = try sandboxed.trigger("phone-incoming-call", hints: hints)
    #expect(bench.cues.sounds.last == "phone-incoming-call")
    for path in ["ring.oga", "../ring", "/" + String(repeating: "x", count: 3000)] {
      let arguments: [BusValue] = [
        .string("a.b"), .string("e"), .dictionary(["sound-file": .string(path)]), .int32(-1),
      ]
      #expect(try client.error("TriggerFeedback", arguments) == "org.freedesktop.DBus.Error.InvalidArgs")
    }
  }

  // MARK: Clients

  @Test func `a client that dies ends its sounds and lights`() throws {
    _ = try client.trigger("phone-incoming-call", timeout: 0)
    _ = try client.trigger("phone-missed-call", timeout: 0)
    #expect(bench.cues.running.count == 2)
    client.leave()
    try bench.run { bench.cues.running.isEmpty && bench.motor.isOff }
  }

  @Test func `the end of the interface ends sounds and lights`() throws {
    _ = try client.trigger("phone-missed-call", timeout: 0)
    bench.endService()
    #expect(bench.cues.running.isEmpty)
    try bench.settle()
    #expect(!bench.cues.isObserved)
  }

  @Test func `a stop of everything ends the sound of a call`() throws {
    let id = try client.trigger("phone-incoming-call", timeout: 0)
    let tool = try bench.bench.client()
    tool.verdict(.stopEverything)
    try bench.run { client.ended == [.init(id: id, reason: Reason.explicit)] }
    #expect(bench.cues.running.isEmpty)
  }

  @Test func `a stop of everything ends an event that sounds only`() throws {
    try useSnap()
    let id = try client.trigger("org.example.snap", timeout: 0)
    bench.cues.report(.started)
    try bench.bench.client().verdict(.stopEverything)
    let next = try client.trigger("org.example.snap", timeout: 0)
    try bench.run { client.ended == [.init(id: id, reason: Reason.explicit)] }
    try bench.settle()
    // An event that starts after the stop is not affected.
    #expect(bench.cues.running.count == 1 && !client.ended.contains { $0.id == next })
  }

  @Test func `a flood of sounds is limited, by number and by rate`() throws {
    try useSnap()
    for _ in 0..<30 { _ = try client.trigger("org.example.snap") }
    #expect(bench.cues.running.count == CuePlaces.mostOfApplication)
    for _ in 0..<100 {
      bench.cues.report(.ended)
      _ = try client.trigger("org.example.snap")
    }
    #expect(bench.cues.started.count <= 40)
    #expect(bench.bench.server.cueVerdicts.last == "sound rateLimited")
    try bench.advance(by: .seconds(2))
    bench.cues.report(.ended)
    let count = bench.cues.started.count
    _ = try client.trigger("org.example.snap")
    #expect(bench.cues.started.count == count + 1)
  }
}
