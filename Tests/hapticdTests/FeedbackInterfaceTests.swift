import EventLoop
import FakeServices
import Glibc
import HapticPatterns
import HapticProtocol
import HapticSystem
import Haptics
import MessageBus
import TestSupport
import Testing

@testable import DaemonAssembly

/// The daemon as the service of programs for feedbackd: when it is, with sounds and lights, and on a hostile bus.
@Suite(.enabled(if: FakeBus.program != nil, "dbus-daemon is not installed"))
struct FeedbackInterfaceTests {
  // MARK: Automatic

  @Test func `the interface is on by default`() throws {
    let desk = try Desk()
    #expect(desk.daemon.says("org.sigxcpu.Feedback is served"))
  }

  @Test func `an installed feedbackd keeps the name until the user decides otherwise`() throws {
    let desk = try Desk(service: "/usr/libexec/feedbackd")
    #expect(desk.daemon.says("org.sigxcpu.Feedback is left to feedbackd, which is installed"))
    #expect(desk.daemon.says("hapticctl set feedback-interface on"))
    try desk.folder.write("feedback-interface = true\n", to: "config/hapticd/hapticd.toml")
    #expect(desk.daemon.says("org.sigxcpu.Feedback is served"))
    try desk.folder.write("feedback-interface = \"auto\"\n", to: "config/hapticd/hapticd.toml")
    #expect(desk.daemon.says("org.sigxcpu.Feedback is no longer served"))
  }

  @Test func `a service file of hapticd does not count as feedbackd`() throws {
    let desk = try Desk(service: "/usr/bin/hapticd")
    #expect(desk.daemon.says("org.sigxcpu.Feedback is served"))
  }

  @Test func `the first of several service files is used`() throws {
    let folder = try TestFolder()
    func install(_ program: String, in name: String) throws {
      try folder.write("[D-BUS Service]\nExec=\(program)\n", to: "\(name)/dbus-1/services/org.sigxcpu.Feedback.service")
    }
    func file() -> String? {
      let dirs = "\(folder.path(of: "a")):\(folder.path(of: "b"))"
      return InstalledFeedbackd.serviceFile { ["XDG_DATA_DIRS": dirs, "HOME": folder.path(of: "home")][$0] }
    }
    #expect(file() == nil)
    try install("/usr/libexec/feedbackd", in: "b")
    #expect(file()?.hasSuffix("/b/dbus-1/services/org.sigxcpu.Feedback.service") == true)
    try install("/usr/local/bin/hapticd", in: "a")
    #expect(file() == nil)
    try install("/opt/feedbackd --verbose", in: "home/.local/share")
    #expect(file() != nil)
  }

  // MARK: Sounds

  @Test func `without the sound library there is one warning with the package, and haptics play`() throws {
    let desk = try Desk(sound: .missing)
    for _ in 0..<3 { try desk.trigger("message-new-sms") }
    #expect(desk.daemon.says("install it (Debian: libcanberra0, libcanberra-pulse)"))
    #expect(
      desk.wait { $0.filter { $0.medium == .sound }.map(\.verdict) == [.unsupported, .unsupported, .unsupported] })
    #expect(desk.history.contains { $0.medium == .haptic && $0.verdict == .played })
    #expect(desk.daemon.text.ranges(of: "libcanberra-pulse").count == 1)
  }

  @Test func `a sound plays through the helper program, which dies with the daemon`() throws {
    let desk = try Desk()
    try desk.trigger("phone-incoming-call", timeout: 0)
    #expect(desk.wait { $0.contains { $0.medium == .sound && $0.verdict == .played } })
    #expect(desk.calls == ["play phone-incoming-call"])
    let helper = try #require(desk.helpers.first)
    kill(desk.daemon.processID, SIGKILL)
    #expect(TestWait.until { kill(helper, 0) != 0 })
  }

  @Test func `a changed theme of feedbackd plays at the next event, without a signal`() throws {
    let desk = try ThemeDesk()
    // The user's folder of feedbackd does not exist yet.
    try desk.folder.write("", to: "config/other")
    try desk.trigger()
    try desk.write("bell", to: "config/feedbackd/themes/default.json")
    #expect(desk.plays("bell"))
    try desk.write("dialog-warning", to: "config/feedbackd/themes/default.json")
    #expect(desk.plays("dialog-warning"))
    try desk.write("camera-shutter", to: "config/feedbackd/themes/new.json")
    desk.rename("config/feedbackd/themes/new.json", to: "config/feedbackd/themes/default.json")
    #expect(desk.plays("camera-shutter"))
    #expect(unlink(desk.folder.path(of: "config/feedbackd/themes/default.json")) == 0)
    #expect(desk.usesBuiltInTheme(2))
  }

  @Test func `a change behind a link to a theme plays at the next event`() throws {
    let desk = try ThemeDesk()
    try desk.write("bell", to: "dotfiles/feedbackd.json")
    try desk.folder.makeFolder("generation")
    try desk.folder.makeFolder("config/feedbackd/themes")
    desk.link("generation/1", to: "../dotfiles/feedbackd.json")
    desk.link("config/feedbackd/themes/default.json", to: desk.folder.path(of: "generation/1"))
    #expect(desk.plays("bell"))
    // The target, by a write and by a rename.
    try desk.write("dialog-warning", to: "dotfiles/feedbackd.json")
    #expect(desk.plays("dialog-warning"))
    try desk.write("camera-shutter", to: "dotfiles/new.json")
    desk.rename("dotfiles/new.json", to: "dotfiles/feedbackd.json")
    #expect(desk.plays("camera-shutter"))
    // The last link of the chain, and the first one.
    try desk.write("complete", to: "dotfiles/other.json")
    desk.link("generation/new", to: "../dotfiles/other.json")
    desk.rename("generation/new", to: "generation/1")
    #expect(desk.plays("complete"))
    try desk.write("message", to: "dotfiles/third.json")
    desk.link("config/feedbackd/themes/new", to: "../../../dotfiles/third.json")
    desk.rename("config/feedbackd/themes/new", to: "config/feedbackd/themes/default.json")
    #expect(desk.plays("message"))
    // A target that disappears and comes back.
    try desk.folder.remove("dotfiles")
    #expect(desk.usesBuiltInTheme(1))
    try desk.write("bell", to: "dotfiles/third.json")
    #expect(desk.plays("bell"))
  }

  @Test func `a change behind a link to the folder of a theme plays at the next event`() throws {
    let desk = try ThemeDesk()
    for (number, sound) in ["bell", "dialog-warning"].enumerated() {
      try desk.write(sound, to: "store/\(number)/feedbackd/themes/default.json")
    }
    // As a profile of Nix: the link of the whole configuration is replaced.
    desk.link("current", to: "store/0")
    desk.link("config", to: "current")
    #expect(desk.plays("bell"))
    desk.link("new", to: "store/1")
    desk.rename("new", to: "current")
    #expect(desk.plays("dialog-warning"))
    try desk.write("camera-shutter", to: "store/1/feedbackd/themes/default.json")
    #expect(desk.plays("camera-shutter"))
  }

  @Test func `a change behind a link to an installed theme plays at the next event`() throws {
    let desk = try ThemeDesk()
    try desk.write("bell", to: "store/default.json")
    try desk.folder.makeFolder("data/feedbackd/themes")
    desk.link("data/feedbackd/themes/default.json", to: "../../../store/default.json")
    #expect(desk.plays("bell"))
    try desk.write("dialog-warning", to: "store/default.json")
    #expect(desk.plays("dialog-warning"))
    let variable = try ThemeDesk(file: "chosen/theme.json")
    try variable.write("bell", to: "store/theme.json")
    variable.link("chosen", to: "store")
    #expect(variable.plays("bell"))
    try variable.write("dialog-warning", to: "other/theme.json")
    variable.link("new", to: "other")
    variable.rename("new", to: "chosen")
    #expect(variable.plays("dialog-warning"))
  }

  @Test func `links in a circle and too many links cost neither the daemon nor a theme`() throws {
    let desk = try ThemeDesk()
    desk.link("config", to: "config")
    try desk.trigger()
    #expect(desk.usesBuiltInTheme(1))
    #expect(unlink(desk.folder.path(of: "config")) == 0)
    try desk.folder.makeFolder("config/feedbackd/themes")
    // Each of ten files is behind more than 37 links.
    for number in 0..<10 {
      try desk.folder.makeFolder("chain\(number)")
      try desk.write("bell", parent: "theme\(number + 1)", to: "chain\(number)/0")
      for link in 1..<38 { desk.link("chain\(number)/\(link)", to: "\(link - 1)") }
      desk.link("config/feedbackd/themes/theme\(number).json", to: "../../../chain\(number)/37")
    }
    desk.link("config/feedbackd/themes/default.json", to: "theme0.json")
    #expect(desk.plays("bell"))
    #expect(desk.daemon.says("too many files or symbolic links of themes of feedbackd"))
  }

  // MARK: A hostile bus

  @Test func `a message of more than the daemon's memory is refused, and every playback goes on`() throws {
    let desk = try Desk(limit: "ulimit -d 24576")
    try desk.trigger("phone-incoming-call", timeout: 0)
    let hum = desk.control.define([Event(.continuous(duration: Event.endless), intensity: 0.3, sharpness: 0.2)])
    let play = Haptic(hum, category: .alarm, playback: desk.control.newPlayback())
    #expect(try desk.control.blocking.play(play, timeout: TestWait.limit).verdict == .played)
    for _ in 0..<3 { try desk.call("EndFeedback", [.string(String(repeating: "x", count: 30_000_000))]) }
    #expect(desk.daemon.isRunning)
    #expect(Set(desk.playing.map(\.feedback)) == ["phone-incoming-call", ""])
    #expect(desk.daemon.text.ranges(of: "org.sigxcpu.Feedback is served").count == 1)
    _ = try desk.control.blocking.stop(nil, timeout: TestWait.limit)
    #expect(desk.playing.map(\.feedback) == ["phone-incoming-call"])
  }

  /// Each text is short enough, but a copy of all of them needs more memory than there is.
  @Test func `many texts of a call do not use up the daemon's memory`() throws {
    let desk = try Desk(limit: "ulimit -d 24576")
    let text = BusValue.string(String(repeating: "x", count: 65_000))
    let hints = BusValue.dictionary([String: BusValue](uniqueKeysWithValues: (0..<250).map { ("hint\($0)", text) }))
    try #require(desk.daemon.says("org.sigxcpu.Feedback is served"))
    try desk.call("TriggerFeedback", [.string("org.example.App"), .string("button-pressed"), hints, .int32(-1)])
    try desk.trigger("button-released")
    #expect(desk.wait { $0.contains { $0.feedback == "button-released" && $0.verdict == .played } })
    #expect(desk.daemon.text.ranges(of: "org.sigxcpu.Feedback is served").count == 1)
  }
}
