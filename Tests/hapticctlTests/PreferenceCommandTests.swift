import ArgumentParser
import Foundation
import Haptics
import PreferenceFiles
import TestSupport
import Testing

@testable import HapticControl

/// `set`, `get` and `reset` with temporary settings files.
@Suite final class PreferenceCommandTests: SettingsBench {
  // MARK: set

  @Test func `set makes the file, for its owner alone`() throws {
    let result = try control("set", "touch.strength", "60%")
    #expect(result == (0, "touch.strength = \"60%\", in /home/hapticd/hapticd.toml\n", ""))
    #expect(text == "[touch]\nstrength = \"60%\"\n")
    #expect(try mode() == 0o600)
    #expect(others == [])
  }

  @Test func `set takes names with dots, spaces and quotation marks`() throws {
    #expect(try control("set", "app.org.example.Game.strength", "off").status == 0)
    #expect(try control("set", "device.\"DualSense Wireless Controller\".enabled", "no").status == 0)
    #expect(try control("set", "device.DualSense Wireless Controller.strength", "40").status == 0)
    #expect(
      text == """
        [app."org.example.Game"]
        strength = "0%"

        [device."DualSense Wireless Controller"]
        enabled = false
        strength = "40%"

        """)
  }

  @Test func `set keeps the file's mode, and writes where a link leads`() throws {
    let target = "\(path)/dotfiles/haptics.toml"
    try write("# mine\nprofile = 'full' # really\n", to: target)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: target)
    try FileManager.default.createDirectory(atPath: "\(path)/home/hapticd", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: target)
    #expect(try control("set", "profile", "quiet").status == 0)
    #expect(text == "# mine\nprofile = \"quiet\" # really\n")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file) == target)
    #expect(try FileManager.default.attributesOfItem(atPath: target)[.posixPermissions] as? Int == 0o640)
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(path)/dotfiles") == ["haptics.toml"])
  }

  @Test func `set warns of a file that has precedence`() throws {
    try write("profile = \"silent\"", to: "\(path)/home/hapticd/hapticd.toml.d/50-x.toml")
    let result = try control("set", "profile", "quiet")
    #expect(result.status == 0)
    #expect(
      result.errors
        == "hapticctl: /home/hapticd/hapticd.toml.d/50-x.toml:1 has precedence and sets profile to \"silent\"; change it there\n"
    )
    #expect(text == "profile = \"quiet\"\n")
  }

  @Test(arguments: [
    (["set", "touch.strenght", "5"], "unknown key \"touch.strenght\"; did you mean touch.strength?"),
    (
      ["set", "touch.strength", "6.5"],
      "touch.strength: 6.5 is out of range; expected 0% to 100%, or a fraction from 0 to 1"
    ),
    (["set", "enabled", "maybe"], "enabled: invalid value \"maybe\"; expected on or off"),
    (
      ["set", "touch.strength", "-110%"], "touch.strength: 110% is out of range; expected 0% to 100%"
    ),
    (["set", "touch.rate", "-5"], "touch.rate: invalid number \"-5\"; expected a number from 0.001 to 1000000"),
    (
      ["set", "enabled", "on", "touch.gap", "-1s"],
      "touch.gap: invalid duration \"-1s\"; expected a number with a unit, such as \"30ms\", \"1.5s\" or \"250us\", up to \"3600s\""
    ),
    (["set", "profile", "loud"], "profile: unknown profile \"loud\"; expected \"full\", \"quiet\" or \"silent\""),
    (["get", "tuch.rate"], "unknown key \"tuch.rate\"; did you mean touch.rate?"),
    (["reset", "tuch"], "unknown key \"tuch\"; 'hapticctl get' lists all keys"),
    (["reset", "touch.strenght"], "unknown key \"touch.strenght\"; did you mean touch.strength?"),
    (["reset"], "missing key; give the key or the table to remove, or --all: 'hapticctl get' lists them"),
  ])
  func `invalid values exit with 2, list valid ones, and create no file`(
    arguments: [String], line: String
  ) throws {
    let environment = ["XDG_CONFIG_HOME": "\(path)/home", "XDG_CONFIG_DIRS": "\(path)/etc"]
    let result = try Program("hapticctl", arguments, socket: "/nonexistent", environment: environment).result()
    #expect(result == (2, "", "hapticctl: \(line)\n"))
    #expect(text == "no file")
  }

  @Test func `a file that is broken, or of another form, is left as it is`() throws {
    try write("profile = quiet\n")
    let broken = try control("set", "enabled", "off")
    #expect(broken.status == 1)
    #expect(broken.errors.hasPrefix("hapticctl: /home/hapticd/hapticd.toml:1:"))
    #expect(broken.errors.contains("nothing is changed, fix the file first: hapticctl edit"))
    #expect(text == "profile = quiet\n")
    try write("touch = { rate = 1 }\n")
    let braces = try control("set", "touch.strength", "5%")
    #expect(braces.status == 1)
    #expect(
      braces.errors
        == "hapticctl: /home/hapticd/hapticd.toml:1: touch.strength: its table is an inline table; "
        + "change it with 'hapticctl edit'\n")
    #expect(text == "touch = { rate = 1 }\n")
  }

  @Test func `a link that leads nowhere is not replaced`() throws {
    try FileManager.default.createDirectory(atPath: "\(path)/home/hapticd", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: "\(path)/gone")
    let result = try control("set", "enabled", "off")
    #expect(result.status == 2 && result.errors.contains("is a symbolic link without a target"))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file) == "\(path)/gone")
  }

  @Test func `links in a loop, and a file that is too large, are files that cannot be read`() throws {
    try FileManager.default.createDirectory(atPath: "\(path)/home/hapticd", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: file)
    let loop = try control("set", "enabled", "off")
    #expect(
      loop == (
        2, "",
        "hapticctl: cannot write /home/hapticd/hapticd.toml: Too many levels of symbolic links (40); "
          + "remove the links that lead to each other\n"
      ))
    try FileManager.default.removeItem(atPath: file)
    try write(String(repeating: "#\n", count: 150_000))
    let large = try control("set", "enabled", "off")
    #expect(large.status == 2 && large.errors.contains("is larger than 262144 bytes"), "\(large)")
  }

  @Test func `simultaneous set commands lose no change`() throws {
    let environment = ["XDG_CONFIG_HOME": "\(path)/home", "XDG_CONFIG_DIRS": "\(path)/etc"]
    let programs = try (1...12).map { number in
      try Program(
        "hapticctl", ["set", "app.a\(number).strength", "\(number)%"], socket: "/nonexistent", environment: environment)
    }
    for program in programs { #expect(program.result().status == 0) }
    let file = PreferenceFile(Array(text.utf8))
    #expect(file.assignments.count == 12 && file.findings.isEmpty)
    #expect(others == [])
  }

  // MARK: get

  @Test func `get shows the settings of the system also without a home folder, and set refuses to change one`() throws {
    try write("strength = 0.3", to: "\(path)/etc/hapticd/hapticd.toml")
    func control(_ arguments: String...) throws -> (status: Int32, output: String, errors: String) {
      let environment = ["HOME": "", "XDG_CONFIG_HOME": "", "XDG_CONFIG_DIRS": "\(path)/etc"]
      return try Program("hapticctl", arguments, socket: nowhere, environment: environment).result()
    }
    #expect(try control("get", "strength", "--value") == (0, "30%\n", ""))
    #expect(try control("set", "strength", "50%").status == 2)
  }

  @Test func `get shows each key with its value and its place`() throws {
    try write("theme = \"hig\"", to: "\(path)/etc/hapticd/hapticd.toml")
    try write("\n[touch]\nstrength = 60\n[app.x]\nmedia = 'off'\n")
    let lines = try control("get").output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    #expect(lines[0] == ["KEY", "VALUE", "FROM"])
    #expect(lines.contains(["enabled", "true", "default"]))
    #expect(lines.contains(["theme", "\"hig\"", "/etc/hapticd/hapticd.toml:1"]))
    let usual = ["the", "default", "is", "\"100%\""]
    #expect(lines.contains(["touch.strength", "\"60%\"", "/home/hapticd/hapticd.toml:3;"] + usual))
    #expect(lines.contains(["app.x.media", "\"0%\"", "/home/hapticd/hapticd.toml:5;"] + usual))
    #expect(lines.count == 1 + PreferenceKey.general.count + 1)
    let touch = try control("get", "touch").output.split(separator: "\n")
    #expect(touch.count == 5 && touch[1].hasPrefix("touch.strength"))
    #expect(try control("get", "app.x").output.split(separator: "\n").count == 12)
    #expect(try control("get", "device.new.strength").output.contains("\"100%\"  default"))
  }

  @Test func `a category of an application without a setting is at 100% in get, set and reset`() throws {
    #expect(try control("get", "app.x.touch").output.contains("app.x.touch  \"100%\"  default"))
    #expect(try control("get", "--value", "app.x.touch").output == "100%\n")
    #expect(try control("get", "app.x.touch", "--json").output.contains("\"value\" : \"100%\""))
    #expect(try control("set", "app.x.touch", "-10%").output.hasPrefix("app.x.touch = \"90%\" (was \"100%\"), "))
    #expect(try control("get", "app.x.touch").output.contains("; the default is \"100%\""))
    #expect(try control("reset", "app.x.touch").output.hasSuffix("; now \"100%\", from default\n"))
  }

  @Test(arguments: ["-5%", "+5%", "-0.05"]) func `a deadband that is not set is not changed relative to anything`(
    change: String
  ) throws {
    let result = try control("set", "device.pad.deadband", change)
    #expect(
      result == (
        2, "",
        "hapticctl: device.pad.deadband is not set, so that \(change) has nothing to change; write a value, such as 10%\n"
      ))
    #expect(text == "no file")
    #expect(try control("set", "device.pad.deadband", "10%").status == 0)
    #expect(try control("set", "device.pad.deadband", change).output.contains("(was \"10%\")"))
  }

  @Test(arguments: [
    ("app", "no file sets a key of app; write the key as in app.NAME.strength"),
    (
      "app.org.example.Game", "no file sets app.org.example.Game; expected app.NAME.KEY with one of the keys strength, "
    ),
    ("app.a.b.strenght", "no file sets app.a.b.strenght; did you mean app.a.b.strength?"),
    ("device.none", "no file sets device.none; expected device.NAME.KEY with one of the keys enabled, "),
  ]) func `get of a table that no file sets says so`(table: String, message: String) throws {
    let result = try control("get", table)
    #expect(result.status == 2 && result.output.isEmpty, "\(result)")
    #expect(result.errors.hasPrefix("hapticctl: \(message)"), "\(result.errors)")
  }

  @Test func `get in JSON has types, places and meanings`() throws {
    try write("[touch]\nrate = 2.5\n[quiet-hours]\nfrom = \"22:00\"\nto = \"07:00\"\ndays = [\"friday\"]")
    let output = try control("get", "--json").output
    let rows = try #require(JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]])
    func row(_ key: String) throws -> [String: Any] { try #require(rows.first { $0["key"] as? String == key }) }
    #expect(try row("enabled")["value"] as? Bool == true)
    #expect(try row("enabled")["default"] as? Bool == true)
    #expect(try row("touch.rate")["value"] as? Double == 2.5)
    #expect(try row("touch.rate")["line"] as? Int == 2)
    #expect(try row("touch.strength")["value"] as? String == "100%")
    #expect(try row("quiet-hours.from")["value"] as? String == "22:00")
    #expect(try row("quiet-hours.days")["value"] as? [String] == ["friday"])
    #expect(try row("theme")["value"] is NSNull)
    #expect(rows.allSatisfy { ($0["meaning"] as? String)?.isEmpty == false })
  }

  @Test func `get reports mistakes in files and shows the settings in force`() throws {
    try write("enabeld = false\nprofile = \"quiet\"")
    let result = try control("get", "profile")
    #expect(result.status == 0 && result.output.contains("\"quiet\""))
    #expect(
      result.errors.contains("hapticd.toml:1:1: enabeld: unknown key, ignored; did you mean"))
  }

  @Test(arguments: ["foo", "touch.foo"])
  func `reset leads to edit for an unknown key of the file`(key: String) throws {
    try write("foo = 1\n[touch]\nfoo = 1\n")
    let result = try control("reset", key)
    #expect(
      result
        == (
          2, "",
          "hapticctl: \(key) is not a known key; remove it from /home/hapticd/hapticd.toml with: hapticctl edit\n"
        ))
  }

  // MARK: Strengths

  @Test func `set changes a strength relative to what is in force, and says the result`() throws {
    try write("[touch]\nstrength = \"60%\"", to: "\(path)/etc/hapticd/hapticd.toml")
    let file = "/home/hapticd/hapticd.toml"
    #expect(
      try control("set", "touch.strength", "+10%") == (0, "touch.strength = \"70%\" (was \"60%\"), in \(file)\n", ""))
    #expect(
      try control("set", "touch.strength", "-0.2") == (0, "touch.strength = \"50%\" (was \"70%\"), in \(file)\n", ""))
    #expect(
      try control("set", "touch.strength", "-80%").output
        == "touch.strength = \"0%\" (was \"50%\", limited to 0% to 100%), in \(file)\n")
    #expect(try control("set", "--json", "app.a.b.media", "-25%").status == 0)
    #expect(text.contains("media = \"75%\""))
    #expect(try control("set", "touch.strength", "-10%", "--json").output.contains("\"value\" : \"0%\""))
  }

  @Test(arguments: ["0.6", "60%", "60"]) func `percent and fraction set the same strength`(value: String) throws {
    #expect(try control("set", "touch.strength", value).status == 0)
    #expect(text == "[touch]\nstrength = \"60%\"\n")
  }
}
