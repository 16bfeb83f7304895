import Foundation
import HapticProtocol
import HapticSystem
import Haptics
import PreferenceFiles
import TestSupport
import Testing

@testable import HapticControl

/// What `doctor` finds in settings, in the status and in the history of the daemon.
@Suite final class SilenceFindingTests: DoctorBench {
  private let folder = try! TestFolder()

  private static let status = Status(uptimeNanoseconds: 1, processID: 7, clients: 1, theme: "default")

  /// A diagnosis of a machine without problems, except for the settings and the daemon's replies.
  private func diagnose(
    settings: String = "", devices: [DeviceRecord] = [.motor], history: [Observed] = [], now: Instant = .now,
    _ change: (inout Status) -> Void = { _ in }
  ) throws -> Diagnosis {
    fake.addRules()
    addWantedSocket()
    fake.addNode(3, "gpio-vibrator", properties: ["HAPTIC_CLASS=vibrator"], isTagged: true)
    try folder.write(settings, to: "hapticd.toml")
    let stack = PreferenceStack.load(in: [folder.path])
    var status = Self.status
    status.isEnabled = !settings.contains("enabled = false") || settings.contains("device")
    status.profile = settings.contains("quiet") ? .quiet : settings.contains("silent") ? .silent : .full
    change(&status)
    let service = Diagnosis.Service.reached(version: "0.9.0", roundTripNanoseconds: 1, devices: devices)
    return Diagnosis(
      fake.machine, service, status: status, settings: stack, themeFolders: [folder.path(of: "themes")],
      history: history, devicesOff: SilencingSetting.ofDevices(devices, in: stack.preferences), now: now)
  }

  @Test func `doctor finds no problem with a daemon without mistakes`() throws {
    let diagnosis = try diagnose(settings: "[touch]\nstrength = 0.1")
    #expect(diagnosis.verdict == "Everything is fine.")
    #expect(diagnosis.findings.contains { $0 == .fine("settings", "profile full, theme default") })
    #expect(try diagnose { $0.circumstances = .sessionUnknown }.verdict == "Everything is fine.")
  }

  struct Silence: Sendable {
    let settings: String
    let subject: String
    let isProblem: Bool
    let text: String
    let remedy: String
    init(_ settings: String, _ subject: String, isProblem: Bool = false, _ text: String, _ remedy: String) {
      (self.settings, self.subject, self.isProblem, self.text, self.remedy) = (
        settings, subject, isProblem, text, remedy
      )
    }
  }

  @Test(arguments: [
    Silence("enabled = false", "switch", isProblem: true, "haptics are switched off", "hapticctl set enabled on"),
    Silence(
      "profile = \"silent\"", "profile", isProblem: true, "the profile silent excludes everything",
      "hapticctl set profile full"),
    Silence(
      "profile = \"quiet\"", "profile", "the profile quiet excludes notification, media", "hapticctl set profile full"
    ),
    Silence(
      "strength = \"off\"", "strength", isProblem: true, "the general strength is 0%", "hapticctl set strength full"),
    Silence("[media]\nstrength = 0", "category", "media is switched off", "hapticctl set media.strength full"),
    Silence(
      "[app.\"org.example.Game\"]\nstrength = \"off\"", "application", "org.example.Game is switched off",
      "hapticctl set app.org.example.Game.strength full"),
    Silence(
      "[app.\"it's\"]\nmedia = 0", "application", "it's is switched off, for media",
      "hapticctl set 'app.\"it'\\''s\".media' full"),
    Silence(
      "[device.gpio-vibrator]\nenabled = false", "device", isProblem: true,
      "gpio-vibrator is switched off by device.gpio-vibrator.enabled",
      "hapticctl set device.gpio-vibrator.enabled on"),
    Silence(
      "[device.gpio-vibrator]\nstrength = 0", "device", isProblem: true,
      "gpio-vibrator is switched off by device.gpio-vibrator.strength",
      "hapticctl set device.gpio-vibrator.strength full"),
    Silence(
      "locality = \"gamepad\"", "locality", isProblem: true, "feedback plays on a gamepad, and none is ready",
      "hapticctl set locality phone"),
    Silence(
      "[app.game]\nlocality = \"gamepad\"", "locality", "game plays on a gamepad, and none is ready",
      "hapticctl set app.game.locality phone"),
    Silence(
      "theme = \"hgi\"", "theme", isProblem: true,
      "there is no theme 'hgi'; the theme default is used instead; there are default, hig",
      "hapticctl set theme hig"),
    Silence(
      "theme = \"zzzzzz\"", "theme", isProblem: true,
      "there is no theme 'zzzzzz'; the theme default is used instead; there are default, hig",
      "hapticctl set theme default"),
    Silence(
      "enabled = maybe", "settings", isProblem: true, "a file has a mistake; its former settings stay in force",
      "hapticctl edit"),
  ])
  func `each setting that silences is named with its remedy`(silence: Silence) throws {
    let diagnosis = try diagnose(settings: silence.settings)
    let finding = try #require(diagnosis.findings.first { $0.subject == silence.subject && $0.grade != .fine })
    #expect(finding.text == silence.text && finding.remedy == silence.remedy)
    #expect(finding.grade == (silence.isProblem ? .problem : .silent))
    #expect(!diagnosis.verdict.contains("fine") && diagnosis.verdict.contains(silence.remedy), "\(diagnosis.verdict)")
    #expect(diagnosis.problems.isEmpty != silence.isProblem)
  }

  @Test func `a strength that leaves little to feel is a note with its setting`() throws {
    let diagnosis = try diagnose(
      settings: "[touch]\nstrength = 0.01\n[media]\nstrength = 0.2\n[app.\"a.b\"]\nmedia = 0.1\n")
    #expect(
      diagnosis.findings.filter { $0.text.contains("is only") } == [
        .note("strength", "touch.strength is only 1%", remedy: "hapticctl set touch.strength full"),
        .note("application", "app.a.b.media is only 10%", remedy: "hapticctl set app.a.b.media full"),
      ])
  }

  @Test(arguments: [
    (
      "strength = 0.3\n[touch]\nstrength = 0.3\n[device.gpio-vibrator]\nstrength = 0.3\n[media]\nstrength = 0.9\n",
      "strength",
      "strength (30%), touch.strength (30%) and device.gpio-vibrator.strength (30%) leave only 2.7% together",
      "hapticctl set strength full touch.strength full device.gpio-vibrator.strength full"
    ),
    (
      "strength = 0.5\n[app.\"it's\"]\nstrength = 0.7\nmedia = 0.5\n",
      "application",
      "strength (50%), app.\"it's\".strength (70%) and app.\"it's\".media (50%) leave only 17.5% together",
      "hapticctl set strength full 'app.\"it'\\''s\".strength' full 'app.\"it'\\''s\".media' full"
    ),
  ])
  func `strengths that leave little to feel together are one note with their product`(
    settings: String, subject: String, text: String, remedy: String
  ) throws {
    let notes = try diagnose(settings: settings).findings.filter { $0.text.contains("only") }
    #expect(notes == [.note(subject, text, remedy: remedy)])
  }

  @Test(arguments: [
    "strength = 0.5\n[touch]\nstrength = 0.4\n",
    // These never apply to the same play.
    "[touch]\nstrength = 0.3\n[media]\nstrength = 0.3\n", "[app.a]\nstrength = 0.3\n[app.b]\nstrength = 0.3\n",
    "[app.a]\ntouch = 0.3\n[media]\nstrength = 0.3\n",
    "strength = 0.3\n[device.gpio-vibrator]\nenabled = false\nstrength = 0.3\n",
    "strength = 0.3\n[touch]\nstrength = 0\n[app.a]\ntouch = 0.3\n",
  ])
  func `strengths that leave enough, or never apply together, are not noted`(settings: String) throws {
    #expect(try diagnose(settings: settings).findings.allSatisfy { !$0.text.contains("only") })
  }

  @Test func `a product is noted only if it is weak after the remedies of other notes`() throws {
    let settings = "strength = 0.1\n[touch]\nstrength = 0.3\n[app.a]\nstrength = 0.9\n[app.b]\nstrength = 0.5\n"
    let notes = try diagnose(settings: settings).findings.filter { $0.text.contains("only") }
    #expect(
      notes.map(\.text) == [
        "strength is only 10%",
        "strength (10%), touch.strength (30%) and app.b.strength (50%) leave only 1.5% together",
      ])
  }

  @Test func `a device that refused to stop is a problem`() throws {
    var motor = DeviceRecord.motor
    motor.reason = "refused to stop: Input/output error (5)"
    let diagnosis = try diagnose(devices: [motor])
    let problem = try #require(diagnosis.problems.first)
    #expect(problem.text == "\(motor.name): refused to stop: Input/output error (5); it may still vibrate")
    #expect(problem.remedy?.isEmpty == false && !diagnosis.verdict.contains("fine"))
  }

  @Test func `with a gamepad or a second device, part of it plays`() throws {
    var pad = DeviceRecord.motor
    pad.id = DeviceID(rawValue: 2)
    pad.kind = .gamepad
    pad.name = "Pad"
    pad.path = ""
    #expect(try diagnose(settings: "locality = \"gamepad\"", devices: [.motor, pad]).verdict == "Everything is fine.")
    let off = try diagnose(settings: "[device.Pad]\nenabled = false", devices: [.motor, pad])
    let text = "Pad is switched off by device.Pad.enabled"
    #expect(off.problems.isEmpty && off.findings.contains { $0.grade == .silent && $0.text == text })
  }

  @Test func `every category switched off is a problem`() throws {
    let settings = Category.allCases.map { "\($0.name).strength = 0\n" }.joined()
    #expect(try diagnose(settings: settings).problems.count == Category.allCases.count)
  }

  @Test(arguments: [
    (Circumstances.quietHours, "quiet-hours", "quiet hours exclude notification, ringtone, media now", false),
    (.powerSaver, "power-saver", "the power saver excludes touch, keyboard, media now", false),
    (.locked, "session", "the session is locked, which excludes media", false),
    (.suspending, "session", "the machine is about to sleep", false),
    (.sessionInactive, "session", "another session is active", true),
  ])
  func `each circumstance that silences is named`(
    circumstance: Circumstances, subject: String, text: String, isProblem: Bool
  ) throws {
    let diagnosis = try diagnose { $0.circumstances = circumstance }
    let finding = try #require(diagnosis.findings.first { $0.subject == subject })
    #expect(finding.text == text && finding.remedy?.isEmpty == false)
    #expect(finding.grade == (isProblem ? .problem : .silent) && !diagnosis.verdict.contains("fine"))
  }

  private func play(_ verdict: Verdict, end: FinishReason? = nil, secondsAgo: Int64, before now: Instant) -> Observed {
    var record = Observed(
      opcode: .play, verdict: verdict, category: .media, processID: 1,
      receivedNanoseconds: now.nanoseconds - secondsAgo * 1_000_000_000, feedback: "selection",
      applicationName: "game", number: 12)
    record.end = end
    return record
  }

  @Test func `doctor names a motor that cools down, and plays refused in the last minute`() throws {
    let now = Instant(nanoseconds: 1_000_000_000_000)
    func findings(_ record: Observed) throws -> [DoctorFinding] {
      try diagnose(history: [record], now: now).findings.filter { ["motor", "plays"].contains($0.subject) }
    }
    #expect(try findings(play(.coolingDown, secondsAgo: 5, before: now)).map(\.subject) == ["motor"])
    #expect(try findings(play(.played, end: .coolingDown, secondsAgo: 5, before: now)).map(\.subject) == ["motor"])
    #expect(try findings(play(.coolingDown, secondsAgo: 61, before: now)).isEmpty)
    let refused = try findings(play(.notPermitted, secondsAgo: 5, before: now))
    #expect(refused.map(\.remedy) == ["hapticctl why 12"])
    #expect(try findings(play(.coalesced, secondsAgo: 5, before: now)).isEmpty)
    #expect(try findings(play(.played, secondsAgo: 5, before: now)).isEmpty)
  }

  @Test func `a broken theme and one with a slip are named with their files`() throws {
    try folder.write(
      "{ \"Feedbacks\": [ { \"Name\": \"tap\", \"Pattern\": \"gone.ahap\" } ] }", to: "themes/mine/theme.json")
    let slip = try diagnose(settings: "theme = \"mine\"") { $0.theme = "mine" }
    let note = try #require(slip.findings.first { $0.subject == "theme" })
    #expect(note.grade == .note && note.details.first?.contains("gone.ahap") == true)
    #expect(note.remedy == "hapticctl lint \(folder.path(of: "themes/mine"))")
    try folder.write("{ \"Feedbacks\": [", to: "themes/mine/theme.json")
    let broken = try diagnose(settings: "theme = \"mine\"")
    #expect(broken.problems.map(\.text) == ["the theme 'mine' cannot be read; the theme default is used instead"])
    #expect(broken.problems[0].details.first?.contains("themes/mine/theme.json:1:") == true)
  }

  @Test func `a daemon that plays another theme than the settings name is noted`() throws {
    let diagnosis = try diagnose { $0.theme = "hig" }
    #expect(diagnosis.findings.contains { $0.subject == "theme" && $0.grade == .note && $0.text.contains("hig") })
  }

  @Test func `mistakes that are ignored are noted`() throws {
    let finding = try #require(
      try diagnose(settings: "enabeld = false\n") { $0.problems = 1 }.findings.first { $0.subject == "settings" })
    #expect(finding.grade == .note && finding.text == "1 mistake in settings files, ignored")
    #expect(finding.details.first?.contains("hapticd.toml:1:1: enabeld: unknown key") == true)
  }

  @Test func `without a daemon the settings files are checked all the same`() throws {
    try folder.write("enabled = false\n[touch]\nstrength = 5.5", to: "hapticd.toml")
    let diagnosis = Diagnosis(
      fake.machine, gone, settings: PreferenceStack.load(in: [folder.path]))
    #expect(diagnosis.problems.contains { $0.subject == "settings" })
  }

  @Test func `a daemon that does not show its status to this program is a problem`() {
    let diagnosis = Diagnosis(fake.machine, reached(.motor), refusal: "not permitted")
    #expect(diagnosis.problems.first?.subject == "access")
    #expect(diagnosis.problems.first?.remedy?.contains("outside any sandbox") == true)
  }

  @Test func `a daemon that reads other files is a problem, with the environment to set`() throws {
    let folders = DaemonFolders { ["XDG_CONFIG_HOME": "/elsewhere"][$0] }
    let diagnosis = Diagnosis(fake.machine, reached(.motor), status: Self.status, folders: folders)
    let finding = try #require(diagnosis.problems.first { $0.subject == "settings" })
    #expect(finding.text.hasPrefix("the daemon reads settings in /elsewhere/hapticd, and this command uses those in "))
    #expect(finding.remedy == "export XDG_CONFIG_HOME=/elsewhere")
    #expect(DaemonFolders.here.difference == nil)
    #expect(DaemonFolders(ofProcess: UInt32(getpid()))?.folders.isEmpty == false)
    #expect(DaemonFolders(ofProcess: UInt32.max) == nil)
  }
}
