import HapticPatterns
import HapticPreferences
import Testing

@testable import PreferenceFiles

@Suite struct KeyTests {
  @Test func `every key is read back from its text`() throws {
    for key in PreferenceKey.general { #expect(try PreferenceKey.spelled("\(key)") == key) }
    for (table, name) in [
      (PreferenceTable.application, "org.example.Game"), (.device, "DualSense Wireless Controller"),
    ] {
      for key in PreferenceKey.all(of: table, named: try #require(ShortName(name))) {
        #expect(try PreferenceKey.spelled("\(key)") == key)
        #expect("\(key)".contains(name))
      }
    }
    #expect(PreferenceKey.general.count == 8 + 7 * 4 + 4 + 1)
  }

  @Test(arguments: ["app.\"a.b\".strength", "app.'a.b'.strength", "app.a.b.strength"])
  func `names may be quoted, and need not be`(text: String) throws {
    #expect(try PreferenceKey.spelled(text) == PreferenceKey(.application, "strength", name: "a.b"))
  }

  @Test func `a long id of an application is shortened as the daemon shortens it`() throws {
    let id = "org." + String(repeating: "x", count: 45)
    let name = try #require(ShortName("org." + String(repeating: "x", count: 27) + "~16f42486bf8a027e"))
    #expect(try PreferenceKey.spelled("app.\"\(id)\".strength") == PreferenceKey(.application, "strength", name: name))
    #expect(PreferenceBranch(spelled: "app.\"\(id)\"")?.name == name)
  }

  @Test(arguments: [
    ("enabeld", "unknown key \"enabeld\"; did you mean enabled?"),
    ("touch", "unknown key \"touch\""),
    ("tuch.strength", "did you mean touch.strength?"),
    ("touch.strenth", "did you mean touch.strength?"),
    ("", "unknown key \"\"; 'hapticctl get' lists all keys"),
    ("app.x.y", "unknown key \"app.x.y\"; expected app.NAME.KEY with one of the keys strength, profile, important"),
    ("app.x.strenght", "unknown key \"app.x.strenght\"; did you mean app.x.strength?"),
    ("app..strength", "invalid name \"\" of an application; expected 1 to 255 bytes"),
    ("app.\"\".strength", "invalid name \"\" of an application; expected 1 to 255 bytes"),
    ("device.strength", "missing key in \"device.strength\"; expected device.NAME.KEY"),
    ("device.\(String(repeating: "x", count: 49)).strength", "expected 1 to 48 bytes"),
    (".", "unknown key"), ("app.", "missing key"), ("app", "unknown key"),
  ])
  func `an invalid key is an error`(text: String, expected: String) throws {
    let mistake = try #require(throws: PreferenceMistake.self) { try PreferenceKey.spelled(text) }
    #expect(mistake.description.contains(expected), "\(mistake)")
  }

  @Test func `tables are read back from their text`() throws {
    let named: [(String, PreferenceTable, ShortName?)] = [
      ("touch", .category(.touch), nil), ("quiet-hours", .quietHours, nil), ("power-saver", .powerSaver, nil),
      ("app", .application, nil), ("app.org.example.Game", .application, "org.example.Game"),
      ("app.\"a.strength\"", .application, "a.strength"), ("device.'A B'", .device, "A B"),
    ]
    for (text, table, name) in named {
      let branch = try #require(PreferenceBranch(spelled: text))
      #expect(branch.table == table && branch.name == name, "\(text)")
    }
    for text in [
      "", "tuch", "touch.", "touch.rate", "app.", "app.\"\"", "device.\(String(repeating: "x", count: 49))",
      "app.\(String(repeating: "x", count: 256))",
    ] {
      #expect(PreferenceBranch(spelled: text) == nil, "\(text)")
    }
  }

  @Test func `a key belongs to its table and to the table of its name`() throws {
    let key = try PreferenceKey.spelled("app.a.b.strength")
    func contains(_ text: String) -> Bool { PreferenceBranch(spelled: text)?.contains(key) ?? false }
    #expect(contains("app") && contains("app.a.b"))
    #expect(!contains("app.a") && !contains("device") && !contains("touch"))
    #expect(PreferenceBranch(spelled: "app.a.b.strenght")?.above?.contains(key) == true)
    #expect(PreferenceBranch(spelled: "app.a")?.above == nil && PreferenceBranch(spelled: "touch")?.above == nil)
  }

  @Test func `every default can be written and reads back`() throws {
    for setting in PreferenceSetting.all {
      guard let usual = setting.usual else { continue }
      let place = setting.table == .general ? "" : "[\(setting.table.name)\(setting.table.isNamed ? ".x" : "")]\n"
      let file = PreferenceFile("\(place)\(setting.name) = \(usual)")
      #expect(file.lines == [] && file.assignments.count == 1, "\(setting.pattern) = \(usual)")
      #expect(file.assignments[0].value == setting.read(Preferences(), .empty))
    }
    let open = PreferenceSetting.all.filter { $0.usual == nil }.map(\.pattern)
    #expect(
      open == ["theme", "feedback-theme", "app.NAME.locality"]
        + ["rise", "fall", "weak-rise", "weak-fall", "deadband"].map { "device.NAME.\($0)" })
  }

  @Test(arguments: [
    ("enabled", "off", "false"), ("enabled", "yes", "true"), ("profile", "quiet", "\"quiet\""),
    ("touch.strength", "60%", "\"60%\""), ("touch.strength", "0.6", "\"60%\""), ("touch.strength", "1", "\"100%\""),
    ("touch.strength", "60", "\"60%\""), ("touch.strength", "off", "\"0%\""),
    ("touch.strength", "33.33%", "\"33.33%\""), ("touch.rate", "2.5", "2.5"), ("touch.rate", "4", "4"),
    ("touch.burst", "7", "7"), ("touch.gap", "1500us", "\"1500us\""), ("touch.gap", "0.25s", "\"250ms\""),
    ("theme", "a\"b\\", "\"a\\\"b\\\\\""), ("quiet-hours.from", "7:05", "\"07:05\""),
    ("quiet-hours.from", "off", "\"off\""), ("quiet-hours.days", "friday, monday", "[\"monday\", \"friday\"]"),
    ("quiet-hours.days", "weekend", "[\"saturday\", \"sunday\"]"), ("power-saver.allow", "none", "[]"),
    ("power-saver.allow", "alarm,touch", "[\"touch\", \"alarm\"]"),
  ])
  func `a typed value is written so that it reads back`(key: String, typed: String, text: String) throws {
    let key = try PreferenceKey.spelled(key)
    let value = try key.setting.kind.value(typed: typed)
    #expect(key.setting.kind.text(of: value) == text)
  }

  @Test(arguments: [
    ("enabled", "maybe", "invalid value \"maybe\"; expected on or off"),
    ("touch.strength", "6.5", "6.5 is out of range"),
    ("touch.gap", "15", "missing unit in 15"), ("device.x.rise", "0", "missing unit in 0; expected "),
    ("touch.burst", "0", "out of range"),
    ("quiet-hours.days", "mon", "unknown day \"mon\""), ("quiet-hours.allow", "", "") as (String, String, String),
    ("profile", "loud", "unknown profile \"loud\"; expected \"full\", \"quiet\" or \"silent\""),
    ("touch.rate", "fast", "invalid number \"fast\"; expected a number from"),
  ])
  func `an invalid typed value is an error`(key: String, typed: String, expected: String) throws {
    let kind = try PreferenceKey.spelled(key).setting.kind
    guard !expected.isEmpty else {
      #expect(try kind.value(typed: typed) == .categories([]))
      return
    }
    let mistake = try #require(throws: PreferenceMistake.self) { try kind.value(typed: typed) }
    #expect(mistake.description.contains(expected), "\(mistake)")
  }
}
