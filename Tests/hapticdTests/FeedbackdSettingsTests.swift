import Glibc
import HapticProtocol
import HapticSystem
import Haptics
import TestSupport
import Testing

/// feedbackd's GSettings, with a real dconf.
@Suite(.enabled(if: SettingsPhone.isPossible, "no dconf, gsettings or feedbackd"))
struct FeedbackdSettingsTests {
  @Test func `GSettings are in force from the first event on, and their changes follow`() throws {
    let phone = try SettingsPhone(["profile": "quiet", "org-example-chat/profile": "silent"])
    #expect(try phone.client.blocking.ask(StatusQuery(), timeout: TestWait.limit).profile == .quiet)
    #expect(phone.waits(for: "app.org.example.Chat.profile", "\"silent\""))
    try phone.set("profile", "silent")
    #expect(phone.waits(for: "profile", "\"silent\""))
    try phone.set("org-example-chat/profile", "quiet")
    #expect(phone.waits(for: "app.org.example.Chat.profile", "\"quiet\""))
    try phone.set("profile", nil)
    #expect(phone.waits(for: "profile", "\"full\""))
  }

  @Test func `the user's own file has precedence, and get names the source`() throws {
    let phone = try SettingsPhone(["profile": "quiet"], own: "touch.strength = \"50%\"\n")
    #expect(try phone.run("hapticctl get profile").contains("GSettings org.sigxcpu.feedbackd; the default is \"full\""))
    #expect(try phone.run("hapticctl get profile --json").contains("/run/hapticd-gsettings/hapticd.toml\""))
    #expect(try phone.run("hapticctl status").contains("profile quiet (GSettings)"))
    #expect(try phone.run("hapticctl doctor").contains("by GSettings"))
    #expect(try phone.run("hapticctl play notification --category notification").contains("profile"))
    #expect(try phone.run("hapticctl why").contains("The profile is that of feedbackd's GSettings"))
    let set = try phone.run("hapticctl set profile full")
    #expect(set.contains("profile = \"full\"") && !set.contains("precedence"), "\(set)")
    #expect(phone.waits(for: "profile", "\"full\""))
    try phone.set("profile", "silent")
    #expect(phone.daemon.wait { phone.followedText.contains("silent") })
    #expect(try phone.run("hapticctl get --value profile").hasPrefix("full"))
    #expect(try phone.run("hapticctl reset profile").contains("now \"silent\", from GSettings"))
    #expect(phone.waits(for: "profile", "\"silent\""))
  }

  @Test func `a profile over D-Bus is set where the present one comes from`() throws {
    let phone = try SettingsPhone()
    let setProfile =
      "busctl --user set-property org.sigxcpu.Feedback /org/sigxcpu/Feedback org.sigxcpu.Feedback Profile s "
    #expect(try phone.run(setProfile + "quiet") == "")
    #expect(phone.waits(for: "profile", "\"quiet\""))
    #expect(try phone.run("gsettings get org.sigxcpu.feedbackd profile") == "'quiet'\n")
    #expect(phone.ownText == "feedback-interface = true\n")
    // So that a change in GSettings still counts.
    try phone.set("profile", "full")
    #expect(phone.waits(for: "profile", "\"full\""))
    try phone.write(own: "profile = \"full\"\n")
    #expect(try phone.run(setProfile + "silent") == "")
    #expect(phone.waits(for: "profile", "\"silent\""))
    #expect(phone.ownText.contains("silent"))
    #expect(try phone.run("gsettings get org.sigxcpu.feedbackd profile") == "'full'\n")
  }

  @Test func `a theme in GSettings is that of the next event`() throws {
    let phone = try SettingsPhone()
    let path = try phone.folder.write(
      #"{"name": "fun", "parent-name": "default", "profiles": []}"#, to: "config/feedbackd/themes/fun.json")
    try phone.set("theme", "fun")
    #expect(phone.daemon.says("sounds and lights by \(path)"))
    #expect(phone.waits(for: "feedback-theme", "\"fun\""))
    try phone.set("theme", "../../etc\"\n[touch]\nstrength = 0")
    #expect(phone.waits(for: "feedback-theme", ""))
    #expect(!phone.followedText.contains("touch") && phone.waits(for: "touch.strength", "\"100%\""))
  }

  /// The keys that feedbackd 0.8 has in addition to those of Debian 12.
  private static let laterKeys = """
    <key name="prefer-flash" type="b"><default>false</default></key>
    <key name="allow-important" type="as"><default>['org.sigxcpu.FbdAlertSlider', 'org.gnome.clocks']</default></key>
    <key name="max-haptic-strength" type="d"><range min="0.0" max="1.0"/><default>1.0</default></key>
    """

  @Test func `the keys of later versions of feedbackd are followed`() throws {
    let phone = try SettingsPhone(
      ["max-haptic-strength": "0.5"], own: "app.\"org.sigxcpu.FbdAlertSlider\".important = false\n",
      schema: Self.laterKeys)
    // 0.5^0.65 of the full amplitude.
    #expect(phone.waits(for: "strength", "\"64%\""))
    #expect(phone.waits(for: "app.org.gnome.clocks.important", "true"))
    #expect(phone.waits(for: "app.org.sigxcpu.FbdAlertSlider.important", "false"))
    #expect(try phone.run("hapticctl get app.org.gnome.clocks.important").contains("GSettings org.sigxcpu.feedbackd"))
    try phone.set("allow-important", "['org.example.Chat', 'org.example.Chat', '../x', 'a\"b', '']")
    #expect(phone.waits(for: "app.org.example.Chat.important", "true"))
    #expect(phone.waits(for: "app.org.gnome.clocks.important", "false"))
    try phone.set("org-example-chat/profile", "quiet")
    #expect(phone.waits(for: "app.org.example.Chat.profile", "\"quiet\""))
    #expect(phone.waits(for: "app.org.example.Chat.important", "true"))
    #expect(!phone.daemon.text.contains("hapticd-gsettings/hapticd.toml:"), "\(phone.daemon.text)")
  }

  @Test func `without the interface, GSettings have no effect`() throws {
    let phone = try SettingsPhone(["profile": "silent"])
    #expect(phone.followedText.contains("profile = \"silent\""))
    try phone.folder.write("feedback-interface = false\n", to: "config/hapticd/hapticd.toml")
    #expect(phone.waits(for: "profile", "\"full\""))
    #expect(phone.daemon.wait { phone.followedText == "" })
    try phone.write(own: "")
    #expect(phone.waits(for: "profile", "\"silent\""))
  }

  @Test func `without a schema, the interface is served and nothing is followed`() throws {
    let phone = try SettingsPhone(data: "/nonexistent")
    #expect(phone.followedText == "" && phone.waits(for: "profile", "\"full\""))
    #expect(!phone.daemon.text.contains("GSettings"))
  }

  @Test func `a reading that failed is tried again`() throws {
    let phone = try SettingsPhone(["profile": "quiet"], isBlocked: true)
    #expect(phone.daemon.says("feedbackd's GSettings were not read"))
    #expect(phone.waits(for: "profile", "\"full\""))
    unlink(phone.folder.path(of: "run/hapticd-gsettings"))
    #expect(phone.waits(for: "profile", "\"quiet\""))
  }

  @Test func `many changes in a short time are read a few times, the last one at the end`() throws {
    let start = Instant.now
    let phone = try SettingsPhone()
    for number in 0..<30 { try phone.set("profile", ["quiet", "silent"][number % 2]) }
    try phone.set("profile", "quiet")
    #expect(phone.waits(for: "profile", "\"quiet\""))
    let readings = phone.daemon.text.components("preferences from").count
    // One at the start, and then one in 300 ms: a slow machine makes the changes in a longer time.
    let most = 2 + Int((Instant.now - start) / .milliseconds(300))
    #expect(readings <= most, "\(readings) readings, at most \(most)")
  }
}
