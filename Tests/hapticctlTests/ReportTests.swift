import DeviceRecordings
import Foundation
import HapticProtocol
import HapticSystem
import Haptics
import TestSupport
import Testing

@testable import HapticControl

/// `devices --report`: its contents, and the personal data that it must not have.
@Suite struct ReportTests {
  private let words = PrivateWords(
    homes: ["/home/anna", "/srv/people/anna/"], users: ["anna", "root", ""], hosts: ["anna-laptop"],
    applications: ["org.example.Diary", "hapticctl", "x"])

  @Test(arguments: [
    ("settings: /home/anna/.config/hapticd: broken", "settings: ~/.config/hapticd: broken"),
    ("in /srv/people/anna/themes", "in ~/themes"), ("/home/otto/a, /home/otto b", "~/a, ~ b"),
    ("by anna on anna-laptop, root", "by USER on HOST, root"), ("anna's annabel susanna", "USER's annabel susanna"),
    (
      "org.example.Diary is switched off: hapticctl set 'app.org.example.Diary.strength' full",
      "APPLICATION is switched off: hapticctl set 'app.APPLICATION.strength' full"
    ),
    ("xx x", "xx APPLICATION"), ("/media/anna/anna", "/media/USER/USER"),
  ]) func `private words are replaced, and no part of another word`(text: String, expected: String) {
    #expect(words.removed(from: text) == expected)
  }

  @Test func `findings about applications and lines of the user's files are left out`() {
    #expect(DoctorFinding.silent("application", "Diary is switched off", remedy: "").reportLines.isEmpty)
    #expect(DoctorFinding.note("application", "app.Diary.strength is only 5%").reportLines.isEmpty)
    #expect(DoctorFinding.silent("locality", "Diary plays on a gamepad", remedy: "").reportLines.isEmpty)
    #expect(DoctorFinding.silent("plays", "3 plays refused", remedy: "").reportLines.isEmpty)
    #expect(
      DoctorFinding.problem("settings", "a file has a mistake", details: ["[app.Diary"], remedy: "hapticctl edit")
        .reportLines == ["settings: problem: a file has a mistake"])
    #expect(
      DoctorFinding.problem("event3", "no access", details: ["can rumble"], remedy: "log in").reportLines
        == ["event3: problem: no access", "  can rumble", "  -> log in"])
  }

  @Test func `a device has the record of the daemon, the properties and the recording`() {
    let fake = FakeMachine()
    fake.addNode(3, "gpio-vibrator", properties: ["HAPTIC_CLASS=vibrator", "ID_SERIAL=1234"], driver: "gpio-vibrator")
    fake.addNode(7, "G29 Racing Wheel", properties: ["HAPTIC_CLASS=wheel"])
    fake.addNode(8, "unknown pad")
    var tried: [String] = []
    let devices = ReportedDevice.all([.motor, .wheel], fake.machine.nodes) { node throws(Failure) in
      tried.append(node.path)
      throw .refused("'\(node.name)' went away")
    }
    // Nothing is uploaded to a device that hapticd does not use.
    #expect(tried == ["/dev/input/event3", "/dev/input/event8"])
    #expect(
      devices.map(\.lines) == [
        [
          "device: gpio-vibrator", "vibrator, ready, driver in the kernel, plays rumble",
          "bus 0018, vendor 054c, product 0ce6, version 0001", "slots 2 of 16, upload 31 µs, play 4 µs",
          "motor: one motor, levels, rise 60 ms, fall 80 ms, 4 ms between commands", "calibration: none",
          "kernel driver: gpio-vibrator", "HAPTIC_CLASS=vibrator", "recording:", "none: 'gpio-vibrator' went away",
        ],
        [
          "device: G29 Racing Wheel", "wheel, ignored: a steering wheel, driver its own, plays -",
          "bus 0000, vendor 0000, product 0000, version 0000", "slots -, upload -, play -", "motor: unknown",
          "calibration: none", "kernel driver: uinput", "HAPTIC_CLASS=wheel", "recording:",
          "none: ignored: hapticd does not use a wheel",
        ],
        [
          "device: unknown pad", "the daemon does not know it", "kernel driver: uinput", "recording:",
          "none: 'unknown pad' went away",
        ],
      ])
  }

  /// A user whose name, home folder, host and applications are in every place that a report could quote.
  @Test func `a report of the real daemon has no word of the user`() throws {
    let folder = try TestFolder()
    let home = folder.path(of: "annabella")
    try folder.write(
      "[app.\"org.example.Diary\"]\nstrength = \"0%\"\n[nonsense\n", to: "annabella/.config/hapticd/hapticd.toml")
    let daemon = try Daemon("pad", preferences: "[app.\"org.example.Diary\"]\nstrength = \"0%\"\n")
    let player = HapticClient(applicationName: "org.example.Secret", socketPath: daemon.socket)
    #expect(throws: (any Error).self) {
      try player.blocking.play(Haptic("no such feedback"), timeout: TestWait.limit)
    }
    let file = home + "/report.txt"
    let result = try Program(
      "hapticctl", ["devices", "--report", file], socket: daemon.socket,
      environment: [
        "HOME": home, "XDG_CONFIG_HOME": home + "/.config", "USER": "annabella", "LOGNAME": "annabella",
      ]
    ).result()
    #expect(result.status == 0 && result.output == "wrote \(file)\n", "\(result.errors)")
    #expect(result.errors.hasPrefix("The report contains:\n- ") && result.errors.contains("It contains no serial"))
    let report = try String(contentsOfFile: file, encoding: .utf8)
    #expect(report.hasPrefix("hapticctl report 1\n\nsystem:\nhapticctl "))
    for section in ["doctor:", "daemon:", "device: simulated pad", "recording:\nnone: it has no node"] {
      #expect(report.contains("\n\(section)\n"), "\(report)")
    }
    for word in ["annabella", home, "Diary", "Secret", "/home/"] {
      #expect(!report.contains(word), "\(word) is in \(report)")
    }
  }

  @Test func `an existing report is replaced, and no other file`() throws {
    let folder = try TestFolder()
    let daemon = try Daemon()
    let file = folder.path(of: "report.txt")
    #expect(try daemon.control("devices", "--report", file).status == 0)
    #expect(try daemon.control("devices", "--report", file).status == 0)
    try folder.write("mine", to: "report.txt")
    let result = try daemon.control("devices", "--report", file)
    #expect(result.status == 2 && result.errors.contains("exists and is not a report"))
  }

  @Test func `without a daemon there is no report`() throws {
    let folder = try TestFolder()
    let result = try control("devices", "--report", folder.path(of: "report.txt"))
    #expect(result.status == 2 && result.errors.hasPrefix("hapticctl: hapticd is not running"))
    #expect(!FileManager.default.fileExists(atPath: folder.path(of: "report.txt")))
  }
}
