internal import HapticProtocol
internal import HapticSystem
internal import Haptics
internal import Testing
internal import VirtualDevices

/// feedbackd's GSettings under a real `systemd --user`: GLib with its threads and its connections, with the hardening of the
/// unit.
@Suite(.inGuest, .serialized)
struct UnitSettingsTests {
  @Test(.inFull("FeedbackdSettingsTests follow them on this machine"))
  func `the hardened service follows GSettings, and writes the profile to them`() throws {
    let session = try SettingsSession()
    #expect(session.waits(for: "full"))
    try session.run("gsettings", "set", "org.sigxcpu.feedbackd", "profile", "quiet")
    #expect(session.waits(for: "quiet"))
    try session.run(
      "busctl", "--user", "set-property", "org.sigxcpu.Feedback", "/org/sigxcpu/Feedback", "org.sigxcpu.Feedback",
      "Profile", "s", "silent")
    #expect(session.waits(for: "silent"))
    #expect(try session.run("gsettings", "get", "org.sigxcpu.feedbackd", "profile") == "'silent'")
  }
}

/// The installed units with feedbackd's interface, and a session with dconf.
private final class SettingsSession {
  private let units: UserUnits
  private let client: HapticClient

  init() throws {
    try Guest.write("feedback-interface = true", to: "/home/tester/.config/hapticd/hapticd.toml")
    units = try UserUnits()
    client = units.client()
    // Without dconf's service, GSettings drops what it sets.
    try run("busctl", "--user", "call", "ca.desrt.dconf", "/", "org.freedesktop.DBus.Peer", "Ping")
    try run("gsettings", "reset", "org.sigxcpu.feedbackd", "profile")
    // Before the service has the name, a call to it would make the bus start feedbackd.
    let isServed = poll(upTo: waitLimit) {
      _ = try? client.blocking.ask(StatusQuery(), timeout: waitLimit)
      return (try? run("busctl", "--user", "--auto-start=no", "status", "org.sigxcpu.Feedback")) != nil
    }
    guard isServed else { throw RigError(units.report) }
  }

  deinit {
    _ = try? run("gsettings", "reset", "org.sigxcpu.feedbackd", "profile")
    _ = try? units.manager.systemctl("stop", "hapticd.socket", "hapticd.service")
    // A daemon begins with the settings that the former one has followed.
    _ = try? Guest.run("rm", "-rf", "\(UserManager.runtimeFolder)/hapticd-gsettings")
  }

  /// Runs a program of the session and returns its output.
  @discardableResult
  func run(_ words: String...) throws -> String {
    let program = try units.manager.start(list: words)
    guard try program.wait() == 0 else { throw RigError("\(words): \(program.output)") }
    return program.output
  }

  /// Whether the daemon has this profile in time.
  func waits(for profile: String) -> Bool {
    poll(upTo: waitLimit) {
      (try? client.blocking.ask(SettingQuery("profile"), timeout: waitLimit).text) == "\"\(profile)\""
    }
  }
}
