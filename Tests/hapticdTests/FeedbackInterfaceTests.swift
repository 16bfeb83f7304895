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

@testable import hapticd

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

  @Test func `a service file of hapticd is no feedbackd`() throws {
    let desk = try Desk(service: "/usr/bin/hapticd")
    #expect(desk.daemon.says("org.sigxcpu.Feedback is served"))
  }

  @Test func `the first service file counts`() throws {
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
    let limit = Instant.now + .seconds(20)
    while kill(helper, 0) == 0, Instant.now < limit { usleep(2000) }
    #expect(kill(helper, 0) != 0)
  }

  @Test func `a changed theme of feedbackd plays at the next event, without a signal`() throws {
    let desk = try Desk()
    func write(_ sound: String, to file: String) throws {
      try desk.folder.write(
        """
        {"name": "default", "profiles": [{"name": "full", "feedbacks":
          [{"event-name": "x-mine", "type": "Sound", "effect": "\(sound)"}]}]}
        """, to: file)
    }
    func plays(_ sound: String) -> Bool {
      desk.daemon.wait {
        try? desk.trigger("x-mine")
        // The fake sounds never end, and there is a limit of sounds.
        desk.leave()
        usleep(100_000)
        return desk.calls.last == "play \(sound)"
      }
    }
    // The user's folder of feedbackd does not exist yet.
    try desk.folder.write("", to: "config/other")
    try desk.trigger("x-mine")
    try write("bell", to: "config/feedbackd/themes/default.json")
    #expect(plays("bell"))
    try write("dialog-warning", to: "config/feedbackd/themes/default.json")
    #expect(plays("dialog-warning"))
    try write("camera-shutter", to: "config/feedbackd/themes/new.json")
    #expect(
      rename(
        desk.folder.path(of: "config/feedbackd/themes/new.json"),
        desk.folder.path(of: "config/feedbackd/themes/default.json")) == 0)
    #expect(plays("camera-shutter"))
    #expect(unlink(desk.folder.path(of: "config/feedbackd/themes/default.json")) == 0)
    #expect(
      desk.daemon.wait {
        try? desk.trigger("x-mine")
        return desk.daemon.text.ranges(of: "sounds and lights by the built-in theme").count == 2
      })
  }

  // MARK: A hostile bus

  @Test func `a message of more than the daemon's memory ends its connection, which comes back`() throws {
    let desk = try Desk(limit: "ulimit -d 24576")
    try #require(desk.daemon.says("org.sigxcpu.Feedback is served"))
    try desk.call("EndFeedback", [.string(String(repeating: "x", count: 30_000_000))])
    #expect(desk.daemon.wait { desk.daemon.text.ranges(of: "org.sigxcpu.Feedback is served").count == 2 })
    #expect(desk.daemon.isRunning)
    try desk.trigger("button-pressed")
    #expect(desk.wait { $0.contains { $0.feedback == "button-pressed" && $0.verdict == .played } })
  }
}
