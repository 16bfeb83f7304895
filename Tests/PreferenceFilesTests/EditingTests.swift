import HapticPatterns
import HapticPreferences
import PreferenceEditing
import Testing
import TextDiagnostics

@testable import PreferenceFiles

@Suite struct EditingTests {
  private func set(_ key: String, _ value: String, in text: String) throws -> String {
    let key = try PreferenceKey.spelled(key)
    let changed = try PreferenceText(Array(text.utf8)).setting(key, to: key.setting.kind.value(typed: value))
    return String(decoding: changed.bytes, as: UTF8.self)
  }

  private func reset(_ key: String, in text: String) throws -> String {
    String(
      decoding: try PreferenceText(Array(text.utf8)).removing(PreferenceKey.spelled(key)).bytes, as: UTF8.self)
  }

  struct Change: Sendable {
    let key, value, before, after: String
    init(_ key: String, _ value: String, _ before: String, _ after: String) {
      (self.key, self.value, self.before, self.after) = (key, value, before, after)
    }
  }

  @Test(arguments: [
    Change("enabled", "off", "", "enabled = false\n"),
    Change("enabled", "off", "\u{feff}# mine\n", "\u{feff}# mine\nenabled = false\n"),
    Change("enabled", "on", "  enabled=false# why\n", "  enabled=true# why\n"),
    Change("enabled", "off", "\u{feff}enabled = true", "\u{feff}enabled = false"),
    Change("profile", "quiet", "theme = \"ä\" # ö", "theme = \"ä\" # ö\nprofile = \"quiet\"\n"),
    Change(
      "profile", "quiet", "theme = \"hig\"\r\n[touch]\r\n", "theme = \"hig\"\r\nprofile = \"quiet\"\r\n[touch]\r\n"),
    Change("profile", "quiet", "# top\n\n# of it\n[touch]\n", "# top\n\nprofile = \"quiet\"\n\n# of it\n[touch]\n"),
    Change("theme", "hig", "theme = \"ä\" # ö", "theme = \"hig\" # ö"),
    Change("touch.strength", "60%", "", "[touch]\nstrength = \"60%\"\n"),
    Change("touch.strength", "60%", "enabled = true", "enabled = true\n\n[touch]\nstrength = \"60%\"\n"),
    Change("touch.strength", "60", "[touch]\n# none\n[alarm]", "[touch]\nstrength = \"60%\"\n# none\n[alarm]"),
    Change(
      "touch.strength", "60", "[touch]\n  rate = 5 # five\n\n[alarm]\n",
      "[touch]\n  rate = 5 # five\n  strength = \"60%\"\n\n[alarm]\n"),
    Change("touch.strength", "60", "touch.strength = 'off' # x", "touch.strength = \"60%\" # x"),
    Change("touch.strength", "60", "touch = { strength = 5, rate = 1 }", "touch = { strength = \"60%\", rate = 1 }"),
    Change("touch.strength", "50%", "[touch]\nstrength = 7.5\n", "[touch]\nstrength = \"50%\"\n"),
    Change(
      "quiet-hours.days", "friday", "[quiet-hours]\ndays = [\n \"monday\",\n \"sunday\" ] # two\n",
      "[quiet-hours]\ndays = [\"friday\"] # two\n"),
    Change(
      "app.org.example.Game.strength", "off", "[app.\"org.example.Other\"]\nimportant = true\n",
      "[app.\"org.example.Other\"]\nimportant = true\n\n[app.\"org.example.Game\"]\nstrength = \"0%\"\n"),
    Change("app.x.media", "5", "[app.x] # x\n", "[app.x] # x\nmedia = \"5%\"\n"),
    Change("app.x.media", "5", "[app.x.deeper]\nkey = 1\n", "[app.x.deeper]\nkey = 1\n\n[app.x]\nmedia = \"5%\"\n"),
    Change(
      "device.A \"B\".enabled", "no", "unknown = 1\n",
      "unknown = 1\n\n[device.\"A \\\"B\\\"\"]\nenabled = false\n"),
    Change(
      "touch.rate", "5", "touch.strength = 5 # x\nalarm.rate = 1\n",
      "touch.strength = 5 # x\ntouch.rate = 5\nalarm.rate = 1\n"),
    Change(
      "app.a.b.media", "5%", "app.\"a.b\".strength = 5\n",
      "app.\"a.b\".strength = 5\napp.\"a.b\".media = \"5%\"\n"),
    Change("app.x.media", "5%", "app.y.media = 5\n", "app.y.media = 5\n\n[app.x]\nmedia = \"5%\"\n"),
    Change("theme", "hig", "[[other]]\nx = 1", "theme = \"hig\"\n\n[[other]]\nx = 1"),
  ])
  func `setting a key writes it to its table and keeps the rest of the file`(change: Change) throws {
    #expect(try set(change.key, change.value, in: change.before) == change.after)
  }

  @Test(arguments: [
    Change("enabled", "", "# a\nenabled = true\n# b\n", "# a\n# b\n"),
    Change("enabled", "", "enabled = true # why\ntheme = \"x\"", "# why\ntheme = \"x\""),
    Change("enabled", "", "theme = \"x\"", "theme = \"x\""),
    Change("enabled", "", "enabled = true", ""),
    Change("touch.rate", "", "[touch]\nrate = 1\nburst = 2\n", "[touch]\nburst = 2\n"),
    Change("touch.rate", "", "enabled = true\n\n[touch]\nrate = 1\n\n[alarm]\n", "enabled = true\n\n[alarm]\n"),
    Change("touch.rate", "", "enabled = true\n\n[touch]\nrate = 1", "enabled = true\n"),
    Change("touch.rate", "", "# mine\n[touch]\nrate = 1\n", "# mine\n[touch]\n"),
    Change("touch.rate", "", "\n[touch] # mine\nrate = 1\n", "\n[touch] # mine\n"),
    Change("touch.rate", "", "\n[touch]\nrate = 1\n# mine\n", "\n[touch]\n# mine\n"),
    Change("touch.rate", "", "touch.rate = 1\ntouch.burst = 3\n", "touch.burst = 3\n"),
    Change("quiet-hours.days", "", "[quiet-hours]\nto = \"07:00\"\ndays = [\n]\n", "[quiet-hours]\nto = \"07:00\"\n"),
    Change("app.x.media", "", "[app.x]\nmedia = 5\n[app.y]\nmedia = 5\n", "[app.y]\nmedia = 5\n"),
  ])
  func `reset removes a key and keeps the rest of the file`(change: Change) throws {
    #expect(try reset(change.key, in: change.before) == change.after)
  }

  @Test(arguments: [
    ("touch.strength", "touch = { rate = 1 }", "its table is an inline table"),
    ("app.x.strength", "[app]\nx.media = 5", "its table is written as dotted keys below a header"),
    ("app.x.strength", "app = {}", "its table is an inline table"),
    ("quiet-hours.days", "[quiet-hours]\ndays = [ # why\n]", "its list contains comments"),
  ])
  func `an unsafe edit is refused with its reason`(key: String, text: String, expected: String) throws {
    let key = try PreferenceKey.spelled(key)
    let value = try key.setting.kind.value(typed: key.setting.kind == .days ? "monday" : "5")
    let refusal = try #require(throws: EditRefusal.self) {
      try PreferenceText(Array(text.utf8)).setting(key, to: value)
    }
    guard case .form(key, _, let reason) = refusal else {
      Issue.record("\(refusal)")
      return
    }
    #expect(reason == expected)
  }

  @Test func `a key of an inline table is not removed`() throws {
    let text = try PreferenceText(Array("touch = { rate = 1 }".utf8))
    let key = try PreferenceKey.spelled("touch.rate")
    #expect(throws: EditRefusal.form(key, line: 1, reason: "it is part of an inline table")) { try text.removing(key) }
  }

  @Test func `a file that would still be invalid is not changed, and the error has its line`() throws {
    let key = try PreferenceKey.spelled("enabled")
    func refused(_ text: String) throws -> Int? {
      let refusal = try #require(throws: EditRefusal.self) {
        try PreferenceText(Array(text.utf8)).setting(key, to: .boolean(true))
      }
      guard case .broken(let finding) = refusal else { return nil }
      return finding.description.hasPrefix("2:") ? 2 : nil
    }
    #expect(try refused("\nprofile = quiet") == 2)
    #expect(try refused("\nprofile = \"quite\"") == 2)
  }

  @Test func `a table with the whole id of an application is found by its short name`() throws {
    let id = "org." + String(repeating: "x", count: 45)
    let text = "[app.\"\(id)\"]\nstrength = \"50%\"\n"
    #expect(try set("app.\"\(id)\".strength", "25%", in: text) == "[app.\"\(id)\"]\nstrength = \"25%\"\n")
  }

  @Test func `a name that is too long is found by its truncated form`() throws {
    let name = String(repeating: "n", count: 60)
    let key = try #require(PreferenceKey(.device, "strength", name: ShortName(truncating: name)))
    let text = try PreferenceText(Array("[device.\(name)]\nstrength = 5\n".utf8)).setting(key, to: .strength(0.25))
    #expect(String(decoding: text.bytes, as: UTF8.self) == "[device.\(name)]\nstrength = \"25%\"\n")
  }

  @Test(arguments: [
    Change(
      "touch", "",
      "enabled = true\n\n# mine\n[touch]\n# one\nrate = 1 # two\nodd = 1\nburst = 2\n\n[alarm]\nrate = 1\n",
      "enabled = true\n\n# mine\n[touch]\n# one\n# two\nodd = 1\n\n[alarm]\nrate = 1\n"),
    Change("touch", "", "enabled = true\n\n[touch]\nrate = 1\nburst = 2\n", "enabled = true\n"),
    Change("touch", "", "touch.rate = 1\nalarm.rate = 1\ntouch.burst = 1\n", "alarm.rate = 1\n"),
    Change("touch", "", "enabled = true\n", "enabled = true\n"),
    Change("app.a.b", "", "[app.\"a.b\"]\nmedia = 5\n[app.a]\nmedia = 5\n", "[app.a]\nmedia = 5\n"),
    Change("app", "", "enabled = true\n\n[app.x]\nmedia = 5\n\n[app.y]\nmedia = 5\n", "enabled = true\n"),
    Change(
      "device.'A B'", "", "[device.\"A B\"]\nenabled = false\n[device.C]\nenabled = false\n",
      "[device.C]\nenabled = false\n"),
    Change("quiet-hours", "", "[quiet-hours]\nto = \"07:00\"\ndays = [\n]\n", ""),
  ])
  func `reset removes a table and keeps the rest of the file`(change: Change) throws {
    let branch = try #require(PreferenceBranch(spelled: change.key))
    let rest = try PreferenceText(Array(change.before.utf8)).removing(branch)
    #expect(String(decoding: rest.bytes, as: UTF8.self) == change.after)
  }

  @Test func `a table is removed completely or not at all, and not from a broken file`() throws {
    let branch = try #require(PreferenceBranch(spelled: "app"))
    let key = try PreferenceKey.spelled("app.x.media")
    let braces = try PreferenceText(Array("[app.y]\nmedia = 5\n[app]\nx = { media = 5 }\n".utf8))
    #expect(throws: EditRefusal.form(key, line: 4, reason: "it is part of an inline table")) {
      try braces.removing(branch)
    }
    let broken = try PreferenceText(Array("profile = \"loud\"\n[app.y]\nmedia = 5\n".utf8))
    let refusal = #expect(throws: EditRefusal.self) { try broken.removing(branch) }
    guard case .broken = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
  }

  @Test func `removing everything keeps comments and unknown keys`() throws {
    let text = "# mine\nenabled = true\nodd = 1\n\n[touch]\nrate = 1\nburst = 1\n\n[app.x]\n# x\nmedia = 0\n"
    let rest = try PreferenceText(Array(text.utf8)).removingAll()
    #expect(String(decoding: rest.bytes, as: UTF8.self) == "# mine\nodd = 1\n\n[app.x]\n# x\n")
  }
}
