import FakeDaemon
import Foundation
import HapticProtocol
import Haptics
import PreferenceFiles
import TestSupport
import Testing

@testable import HapticControl

/// `set`, `reset`, `edit` and `get` with a running daemon.
@Suite struct SettingsInForceTests {
  /// Each play follows a change at once; its verdict would be random if the command returned before the change is in
  /// force.
  @Test func `set, reset and edit return when the daemon has the change`() throws {
    let daemon = try Daemon()
    for _ in 0..<5 {
      #expect(try daemon.controlSettings("set", "enabled", "off").errors == "")
      #expect(try daemon.control("play", "selection").errors.contains("haptics are switched off"))
      #expect(try daemon.controlSettings("reset", "enabled").errors == "")
      #expect(try daemon.controlInTime("play", "selection").status == 0)
      #expect(try daemon.controlSettings("set", "touch.strength", "off").errors == "")
      #expect(try daemon.control("play", "selection").errors.contains("touch is switched off"))
      #expect(try daemon.controlSettings("reset", "touch").errors == "")
      #expect(try daemon.controlInTime("play", "selection").status == 0)
      #expect(try daemon.controlSettings("edit", editor: "sh -c 'echo enabled = false > $0'").errors == "")
      #expect(try daemon.control("play", "selection").errors.contains("haptics are switched off"))
      #expect(try daemon.controlSettings("reset", "--all", "--force").errors == "")
      #expect(try daemon.controlInTime("play", "selection").status == 0)
    }
  }

  @Test func `set, get, status and doctor agree on a theme that does not exist`() throws {
    let daemon = try Daemon()
    let set = try daemon.controlSettings("set", "theme", "nope", "--json")
    #expect(set.status == 0)
    #expect(set.errors.contains("there is no theme 'nope'; the theme default is used instead"), "\(set)")
    #expect(set.errors.contains("there are default, hig"), "\(set)")
    let inForce = try #require(set.output.components(separatedBy: "\"inForce\"").last)
    #expect(inForce.contains("\"default\"") && inForce.contains("\"fileValue\""), "\(set)")
    let get = try daemon.controlSettings("get", "theme").output
    #expect(get.contains("\"default\"") && get.contains("the files have \"nope\""), "\(get)")
    let status = try daemon.controlSettings("status").output
    #expect(status.components(separatedBy: "mistake: ").count == 2, "\(status)")
    for command in ["status", "doctor"] {
      let output = try daemon.controlSettings(command).output
      #expect(output.contains("there is no theme 'nope'; the theme default is used instead"), "\(output)")
    }
  }

  @Test func `the remedy for a settings file that cannot be read is not the editor`() throws {
    let folder = try TestFolder()
    try folder.makeFolder("hapticd.toml")
    #expect(PreferenceStack.load(in: [folder.path]).remedy == "replace it with a file")
    try folder.remove("hapticd.toml")
    try folder.write("enabled = maybe", to: "hapticd.toml")
    #expect(PreferenceStack.load(in: [folder.path]).remedy == "hapticctl edit")
  }

  @Test func `a daemon with --theme is said to need none`() {
    func lines(_ inForce: ShortName, _ option: String?) -> [String] {
      ThemeCheck.findings(PreferenceStack(), inForce: inForce, option: option, searching: [])
        .flatMap(ThemeCheck.lines)
    }
    #expect(
      lines("hig", "hig") == [
        "the daemon uses the theme hig of its option --theme, but the settings select default; start hapticd without --theme"
      ])
    #expect(lines("hig", nil) == ["the daemon uses the theme hig, but the settings select default"])
    #expect(
      lines("default", "nope") == [
        "the theme 'nope' of the daemon's option --theme cannot be loaded; the theme default is used instead; "
          + "start hapticd without --theme"
      ])
    #expect(lines("default", "default").isEmpty && lines("default", nil).isEmpty)
  }

  @Test func `status, doctor and get tell that the theme is that of the daemon's option`() throws {
    let daemon = try Daemon(theme: "hig", preferences: "")
    for command in ["status", "doctor"] {
      let output = try daemon.controlSettings(command).output
      #expect(output.contains("uses the theme hig of its option --theme, but the settings select default"), "\(output)")
    }
    let row = try daemon.controlSettings("get", "theme").output
    #expect(row.contains("used by the daemon; the files have"), "\(row)")
    let missing = try Daemon(theme: "nope").controlSettings("status").output
    #expect(missing.contains("mistake: the theme 'nope' of the daemon's option --theme cannot be loaded"), "\(missing)")
  }

  @Test(
    arguments: [
      (["hapticd", "--theme", "mine", "--verbose"], "mine"), (["hapticd", "--theme=mine"], "mine"),
      (["hapticd", "--theme=a", "--theme", "b"], "b"), (["hapticd", "--verbose"], nil),
    ] as [([String], String?)])
  func `the theme on the command line of the daemon is read`(words: [String], theme: String?) {
    #expect(DaemonFolders.themeOption(in: words.flatMap { Array($0.utf8) + [0] }) == theme)
  }

  @Test func `the text for a removed theme does not name it as its own substitute`() {
    #expect(ThemeCheck.words("mine", insteadOf: "mine") == "; its former version stays in force until the daemon ends")
    #expect(ThemeCheck.words("default", insteadOf: "mine") == "; the theme default is used instead")
  }

  @Test func `set says that the daemon reads other files`() throws {
    let daemon = try Daemon()
    let folder = try TestFolder()
    let result = try Program(
      "hapticctl", ["set", "enabled", "off"], socket: daemon.socket, environment: ["XDG_CONFIG_HOME": folder.path]
    ).result()
    #expect(result.status == 0)
    #expect(
      result.errors
        == "hapticctl: the daemon reads settings in \(daemon.configuration)/hapticd, and this command uses those in "
        + "\(folder.path)/hapticd; export XDG_CONFIG_HOME=\(daemon.configuration)\n")
  }

  @Test(arguments: [
    (Verdict.unsupported, "the running daemon is older"), (.notPermitted, "a program in a sandbox"),
    (.limit, "did not confirm the change (limit)"),
  ])
  func `a daemon that does not confirm the change is a note, not an error`(verdict: Verdict, words: String) throws {
    let folder = try TestFolder()
    let path = SocketPath()
    let daemon = try AnsweringDaemon(at: path) { packet in
      guard case .reload = packet.request else { return AnsweringDaemon.agreeable(packet) }
      return [.reply(serial: packet.serial, .verdict(VerdictReply(verdict, receivedNanoseconds: 1)))]
    }
    defer { try? daemon.stop() }
    let result = try Program(
      "hapticctl", ["set", "enabled", "off"], socket: path.path, environment: ["XDG_CONFIG_HOME": folder.path]
    ).result()
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("enabled = false"))
    #expect(result.errors.contains(words) && result.errors.split(separator: "\n").count == 1, "\(result.errors)")
  }

  @Test func `get shows what the daemon keeps while a file has a mistake, and what the files have`() throws {
    let daemon = try Daemon(preferences: "enabled = true\n[touch]\nstrength = 0.6\n[app.\"a.b\"]\nmedia = 0\n")
    #expect(
      try daemon.controlSettings("get", "touch.strength").output
        == "KEY             VALUE  FROM\ntouch.strength  \"60%\"  /hapticd/hapticd.toml:3; the default is \"100%\"\n")
    try daemon.setPreferences("enabled = true\n[touch]\nstrength = 6.5\n[alarm]\nrate = 3\n")
    var broken = try daemon.controlSettings("get", "touch.strength")
    _ = try TestWait.until {
      broken = try daemon.controlSettings("get", "touch.strength")
      return broken.errors.contains("keeps the former")
    }
    #expect(broken.status == 0)
    #expect(
      broken.output == """
        KEY             VALUE  FROM
        touch.strength  "60%"  kept by the daemon; the files have "100%", default

        """)
    let lines = broken.errors.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.contains("/hapticd/hapticd.toml:3:12: touch.strength: 6.5 is out of range") == true)
    #expect(lines.last == "hapticctl: the daemon keeps the former settings; fix the file: hapticctl edit")
    let json = try daemon.controlSettings("get", "app.a.b.media", "--json").output
    #expect(json.contains("\"value\" : \"0%\"") && json.contains("\"default\" : false"))
    #expect(try daemon.controlSettings("get", "alarm.rate").output.contains("1      default"))
  }

  @Test func `settings of a connected device are found by a part of its name, and by its number`() throws {
    let daemon = try Daemon("pad")
    for name in ["1", "PAD", "simulated pad"] {
      let result = try daemon.controlSettings("set", "device.\(name).strength", "40%")
      #expect(result == (0, "device.\"simulated pad\".strength = \"40%\", in /hapticd/hapticd.toml\n", ""))
      #expect(try daemon.controlSettings("get", "device.\(name).strength").output.contains("\"40%\""))
      #expect(
        try daemon.controlSettings("reset", "device.\(name).strength").output
          .hasPrefix("device.\"simulated pad\".strength: removed"))
    }
    let other = try daemon.controlSettings("set", "device.Other.enabled", "off")
    #expect(other.status == 0)
    #expect(
      other.errors == "hapticctl: no device 'Other' is connected; 'hapticctl devices' lists the connected devices\n")
    let missing = try daemon.controlSettings("set", "device.7.enabled", "off")
    #expect(missing == (2, "", "hapticctl: there is no device 7; there are 1 (simulated pad)\n"))
  }

  @Test func `get shows the table of a device or an application that the daemon knows, with defaults`() throws {
    let daemon = try Daemon("pad", preferences: "")
    let rows = try daemon.controlSettings("get", "device")
    #expect(rows.status == 0 && rows.output.split(separator: "\n").count == 8, "\(rows)")
    #expect(rows.output.contains("device.\"simulated pad\".enabled") && rows.output.contains("true"))
    for name in ["device.1", "device.PAD", "device.simulated pad", "device.\"simulated pad\""] {
      #expect(try daemon.controlSettings("get", name) == rows, "\(name)")
    }
    #expect(try daemon.controlSettings("get").output.contains("device.") == false)
    #expect(try daemon.controlSettings("get", "app.hapticctl").status == 2)
    #expect(try daemon.controlSettings("play", "impact.light").status == 0)
    let typo = try daemon.controlSettings("set", "app.hapticct.strength", "50%")
    #expect(typo.errors == "hapticctl: no play of 'hapticct' is recorded; did you mean hapticctl?\n")
    _ = try daemon.controlSettings("reset", "app.hapticct.strength")
    let application = try daemon.controlSettings("get", "app.hapticctl")
    #expect(application.status == 0 && application.output.contains("app.hapticctl.strength"), "\(application)")
  }

  @Test func `an ambiguous part of a device's name is refused, and a number needs a daemon`() throws {
    let devices = DeviceKey(records: nil, otherNames: ["Pad One", "Pad Two"])
    let failure = try #require(throws: Failure.self) { try devices.resolved(preferenceKey("device.pad.enabled")) }
    #expect(failure == .usage("'pad' matches 2 devices: 'Pad One', 'Pad Two'; give more of the name"))
    #expect(try "\(devices.resolved(preferenceKey("device.two.enabled")))" == "device.\"Pad Two\".enabled")
    #expect(try "\(devices.resolved(preferenceKey("app.two.media")))" == "app.two.media")
    #expect(throws: Failure.self) { try devices.resolved(preferenceKey("device.2.enabled")) }
  }
}
