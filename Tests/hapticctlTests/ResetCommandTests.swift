import ArgumentParser
import Foundation
import Haptics
import PreferenceFiles
import TestSupport
import Testing

@testable import HapticControl

/// `reset` with temporary settings files.
@Suite final class ResetCommandTests: SettingsBench {
  @Test func `reset removes a key and shows the setting that applies then`() throws {
    try write("profile = \"silent\"", to: "\(path)/etc/hapticd/hapticd.toml")
    try write("profile = \"quiet\" # why\n[touch]\nrate = 1\n")
    let result = try control("reset", "profile")
    #expect(
      result == (
        0,
        "profile: removed from /home/hapticd/hapticd.toml; now \"silent\", from /etc/hapticd/hapticd.toml:1\n", ""
      ))
    #expect(text == "# why\n[touch]\nrate = 1\n")
    #expect(try control("reset", "profile").output.hasPrefix("profile: was not set in"))
  }

  @Test func `reset removes a table and shows the settings that apply then`() throws {
    try write("profile = \"quiet\"\n\n# mine\n[touch]\nstrength = \"60%\" # soft\nrate = 1\nodd = 1\n")
    let result = try control("reset", "touch")
    #expect(
      result.output == """
        touch.strength: removed from /home/hapticd/hapticd.toml; now "100%", from default
        touch.rate: removed from /home/hapticd/hapticd.toml; now 40, from default

        """)
    #expect(result.status == 0)
    #expect(text == "profile = \"quiet\"\n\n# mine\n[touch]\n# soft\nodd = 1\n")
  }

  @Test func `reset removes an application and keeps the others`() throws {
    let other = "[app.\"org.example.Other\"]\nmedia = \"5%\"\n"
    for name in ["app.org.example.Game", "app.\"org.example.Game\""] {
      try write("[app.\"org.example.Game\"]\nstrength = \"0%\"\nimportant = true\n\n\(other)")
      let json = try control("reset", name, "--json").output
      let rows = try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
      #expect(
        rows.map { $0["key"] as? String } == ["app.org.example.Game.strength", "app.org.example.Game.important"])
      #expect(rows.allSatisfy { $0["value"] is NSNull })
      #expect(text == "\n\(other)")
    }
    #expect(try control("reset", "app").status == 0)
    #expect(!text.contains("Other"))
  }

  @Test func `reset of a missing setting fails and changes nothing`() throws {
    try write("[app.\"org.example.Game\"]\nstrength = \"0%\"\n")
    let before = text
    let nothing = try control("reset", "touch")
    #expect(nothing.status == 1)
    #expect(
      nothing.errors
        == "hapticctl: /home/hapticd/hapticd.toml has no settings of touch; 'hapticctl get' lists all settings with "
        + "their files\n")
    let other = try control("reset", "app.org.example.Other")
    #expect(other.status == 1 && other.errors.contains("has no settings of app.org.example.Other"))
    let mistyped = try control("reset", "app.org.example.Game.strenght")
    #expect(mistyped.status == 2 && mistyped.errors.contains("did you mean app.org.example.Game.strength?"))
    #expect(text == before)
  }

  @Test func `reset of a table leaves a file alone that it cannot change as a whole`() throws {
    try write("touch.rate = 1\n[alarm]\nrate = 1\n[app]\nx = { strength = 5 }\n[app.y]\nstrength = 5\n")
    let before = text
    let result = try control("reset", "app")
    #expect(result.status == 1 && result.errors.contains("it is part of an inline table"))
    #expect(text == before)
  }

  @Test func `reset --all asks, or is forced`() throws {
    try write("# mine\nprofile = \"quiet\"\n\n[touch]\nrate = 1\n")
    let asked = try Program(
      "/bin/sh", ["-c", "\"$0\" reset --all </dev/null", Program.folder.appendingPathComponent("hapticctl").path],
      socket: "/nonexistent", environment: ["XDG_CONFIG_HOME": "\(path)/home"]
    ).result()
    #expect(
      asked.status == 2
        && asked.errors
          == "hapticctl: standard input is not a terminal; add --force to remove all without a confirmation\n"
    )
    #expect(text.contains("quiet"))
    let forced = try control("reset", "--all", "--force")
    #expect(forced.output == "2 settings removed from /home/hapticd/hapticd.toml\n")
    #expect(text == "# mine\n")
  }

  @Test func `keys are printed as they can be pasted`() throws {
    let file = "/home/hapticd/hapticd.toml"
    let result = try control("set", "device.simulated lra.strength", "50%")
    #expect(result.output == "device.\"simulated lra\".strength = \"50%\", in \(file)\n")
    #expect(try control("get", "device.\"simulated lra\".strength").output.contains("\"50%\""))
    #expect(try control("get", "device.simulated lra").output.contains("device.\"simulated lra\".strength"))
    #expect(try control("reset", "device.\"simulated lra\"").status == 0)
    for name in ["a b", "it's", "a\"b", "back\\slash", "a.b", "é", "\"x\""] {
      let key = try #require(PreferenceKey.all(of: .device, named: ShortName(truncating: name)).first)
      #expect(try PreferenceKey.spelled("\(key)") == key, "\(key)")
    }
  }
}
