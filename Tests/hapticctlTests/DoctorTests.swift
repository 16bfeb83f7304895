import Foundation
import HapticProtocol
import HapticSystem
import Haptics
import PreferenceFiles
import TestSupport
import Testing

@testable import hapticctl

@Suite struct DoctorTests {
  private let fake = FakeMachine()

  private func diagnose(_ service: Diagnosis.Service) -> Diagnosis { Diagnosis(fake.machine, service) }

  private func reached(_ devices: DeviceRecord...) -> Diagnosis.Service {
    .reached(version: "0.9.0", roundTripNanoseconds: 210_000, devices: devices)
  }

  private func addWantedSocket() {
    fake.add("/usr/lib/systemd/user/hapticd.socket")
    fake.add("/home/someone/.config/systemd/user/sockets.target.wants/hapticd.socket")
  }

  @Test func `a machine in order has no problem`() {
    fake.addRules()
    addWantedSocket()
    fake.addNode(3, "gpio-vibrator", properties: ["HAPTIC_CLASS=vibrator"], isTagged: true)
    let diagnosis = diagnose(reached(.motor))
    #expect(diagnosis.problems.isEmpty)
    #expect(diagnosis.verdict == "Everything is fine.")
    #expect(
      Doctor.lines(diagnosis) == [
        "daemon   fine     hapticd 0.9.0 answers at /run/user/1000/hapticd.sock within 0.21 ms",
        "service  fine     hapticd.socket is enabled: the daemon starts with the first request",
        "udev     fine     /usr/lib/udev/rules.d/70-hapticd.rules is installed",
        "event3   fine     gpio-vibrator: vibrator, driver in the kernel, accessible",
        "                  can rumble, periodic, square, triangle, sine, gain",
        "                  plays rumble, slots 2 of 16, upload 31 µs, play 4 µs",
        "                  one motor, levels, rise 60 ms, fall 80 ms, 4 ms between commands",
        "", "Everything is fine.",
      ])
  }

  // MARK: Silence

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
      history: history, now: now)
  }

  @Test func `a daemon without mistakes is fine`() throws {
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
      "theme = \"hgi\"", "theme", isProblem: true, "there is no theme 'hgi'; the theme default is used instead",
      "hapticctl set theme hig"),
    Silence(
      "theme = \"zzzzzz\"", "theme", isProblem: true, "there is no theme 'zzzzzz'; the theme default is used instead",
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

  @Test func `a motor that cools down, and plays refused a moment ago, are named`() throws {
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
      fake.machine, .unreachable("?"), settings: PreferenceStack.load(in: [folder.path]))
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

  @Test func `a computer with only ignored devices has a problem`() {
    fake.addRules()
    #expect(diagnose(reached(.wheel)).problems.map(\.text) == ["no device is ready to play"])
  }

  @Test(
    arguments: [
      ([:], "XDG_RUNTIME_DIR is not set", "export XDG_RUNTIME_DIR=/run/user/1000"),
      (["XDG_RUNTIME_DIR": "run"], "expected an absolute path", "export XDG_RUNTIME_DIR=/run/user/1000"),
      (
        ["XDG_RUNTIME_DIR": "/tmp"], "XDG_RUNTIME_DIR is /tmp, but the socket is in /run/user/1000",
        "export XDG_RUNTIME_DIR=/run/user/1000"
      ),
      (["HAPTICD_SOCKET": "/gone"], "HAPTICD_SOCKET names /gone, which does not exist", "unset HAPTICD_SOCKET"),
    ] as [([String: String], String, String)])
  func `an environment that leads to no socket is named`(
    environment: [String: String], text: String, remedy: String
  ) {
    fake.environment = environment
    fake.add("/run/user/1000/hapticd.sock")
    let finding = Diagnosis(fake.machine, .unreachable("?")).findings[0]
    #expect(finding.grade == .problem && finding.text.contains(text), "\(finding)")
    #expect(finding.remedy?.hasSuffix(remedy) == true)
  }

  @Test func `a missing daemon is a problem whose remedy fits the units`() {
    fake.addNode(3, "gpio-vibrator")
    let gone = Diagnosis.Service.unreachable("nobody listens")
    #expect(diagnose(gone).findings[0].remedy?.contains("make install") == true)
    fake.add("/usr/lib/systemd/user/hapticd.socket")
    #expect(diagnose(gone).findings[0].remedy == "systemctl --user enable --now hapticd.socket")
    addWantedSocket()
    #expect(diagnose(gone).findings[0].remedy?.contains("journalctl --user -u hapticd") == true)
    #expect(diagnose(gone).findings[0].grade == .problem)
  }

  @Test func `a shell without a runtime directory is told so`() {
    fake.environment = [:]
    #expect(diagnose(.unreachable("?")).findings[0].text.contains("XDG_RUNTIME_DIR is not set"))
  }

  @Test func `a closed node is explained by what is missing`() throws {
    fake.addNode(3, "gpio-vibrator", isWritable: false)
    func remedy() throws -> String {
      try #require(diagnose(reached()).findings.first { $0.subject == "event3" }?.remedy)
    }
    #expect(try remedy().contains("install the udev rules"))
    fake.addRules()
    #expect(try remedy().contains("udevadm trigger"))
    fake.addNode(3, "gpio-vibrator", properties: ["HAPTIC_CLASS=vibrator"], isWritable: false)
    #expect(try remedy().contains("usermod -aG input"))
    fake.addNode(3, "gpio-vibrator", properties: ["HAPTIC_CLASS=vibrator"], isTagged: true, isWritable: false)
    #expect(try remedy().contains("not over ssh"))
  }

  @Test func `the daemon's own lack of permission is a problem even where ours is fine`() {
    fake.addRules()
    fake.addNode(3, "gpio-vibrator", properties: ["HAPTIC_CLASS=vibrator"], isTagged: true)
    var record = DeviceRecord.motor
    record.state = .noPermission
    #expect(diagnose(reached(record)).problems.map(\.subject) == ["event3"])
  }

  @Test func `an ignored device is not a problem`() {
    fake.addRules()
    fake.addNode(7, "G29 Racing Wheel", capabilities: "300040000 0", properties: ["HAPTIC_CLASS=wheel"])
    for service in [reached(.wheel), .unreachable("?")] {
      let finding = diagnose(service).findings.first { $0.subject == "event7" }
      #expect(finding?.grade == .note)
      #expect(finding?.text.contains("ignored") == true)
    }
  }

  @Test func `a device that fails or hangs is a problem with its reason`() {
    for state in [DeviceRecord.State.failed, .stalled] {
      var record = DeviceRecord.motor
      record.state = state
      record.reason = "no answer for 2 s"
      let finding = diagnose(reached(record)).problems.first { $0.subject == "event3" }
      #expect(finding?.text.contains("no answer for 2 s") == true)
      #expect(finding?.remedy?.isEmpty == false)
    }
  }

  @Test func `hardware data that udev has not compiled is a problem`() {
    fake.add("/usr/lib/udev/rules.d/70-hapticd.rules")
    fake.add("/etc/udev/hwdb.d/60-hapticd.hwdb")
    #expect(diagnose(reached(.motor)).problems.map(\.subject) == ["hwdb"])
  }

  @Test func `a machine without any device gets a way to try it`() {
    let finding = diagnose(reached()).findings.last
    #expect(finding?.subject == "devices")
    #expect(finding?.remedy?.contains("--simulate") == true)
  }

  @Test func `nodes without force feedback are passed over`() {
    fake.addNode(1, "Power Button", capabilities: "0")
    fake.addNode(12, "pad")
    fake.addNode(3, "gpio-vibrator")
    #expect(fake.machine.nodes.map(\.path) == ["/dev/input/event3", "/dev/input/event12"])
  }

  @Test func `capability words are read from the highest down`() {
    #expect(parseCapabilities("107030000 0", wordWidth: 64) == 0x1_0703_0000)
    #expect(parseCapabilities("1 7030000 0 0", wordWidth: 32) == 0x1_0703_0000)
    #expect(parseCapabilities("0") == 0)
    #expect(parseCapabilities("") == 0)
    #expect(capabilityNames(0x1_0703_0000) == ["rumble", "periodic", "square", "triangle", "sine", "gain"])
  }
}
