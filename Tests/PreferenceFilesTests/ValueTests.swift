import AHAP
import HapticPatterns
import HapticPreferences
import Testing

@testable import PreferenceFiles

/// Every key with values that are meant and values that cannot be.
@Suite struct ValueTests {
  struct Good: Sendable {
    let text: String
    let change: @Sendable (inout Preferences) -> Void
    init(_ text: String, _ change: @escaping @Sendable (inout Preferences) -> Void) {
      self.text = text
      self.change = change
    }
  }

  private static let general = [
    Good("enabled = false") { $0.isEnabled = false },
    Good("enabled = true") { _ in },
    Good("profile = \"quiet\"") { $0.profile = .quiet },
    Good("profile = 'silent'") { $0.profile = .silent },
    Good("theme = \"hig\"") { $0.theme = "hig" },
    Good("locality = \"gamepad\"") { $0.locality = .gamepad },
    Good("duplicate-window = \"0ms\"") { $0.duplicateWindow = .zero },
    Good("duplicate-window = \"1.5s\"") { $0.duplicateWindow = .milliseconds(1500) },
    Good("duplicate-window = \"250us\"") { $0.duplicateWindow = .microseconds(250) },
    Good("duplicate-window = \"10s\"") { $0.duplicateWindow = .seconds(10) },
  ]

  private static let tables = [
    Good("[touch]\nstrength = \"60%\"") { $0[.touch].strength = 0.6 },
    Good("[keyboard]\nstrength = 25") { $0[.keyboard].strength = 0.25 },
    Good("[notification]\nstrength = \"off\"") { $0[.notification].strength = .none },
    Good("[ringtone]\nstrength = \"mute\"") { $0[.ringtone].strength = .none },
    Good("[alarm]\nstrength = \"full\"") { $0[.alarm].strength = .full },
    Good("[media]\nstrength = \"62.5%\"") { $0[.media].strength = 0.625 },
    Good("[accessibility]\nstrength = 0") { $0[.accessibility].strength = .none },
    Good("[touch]\nrate = 5") { $0[.touch].rate.perSecond = 5 },
    Good("[touch]\nrate = 0.5") { $0[.touch].rate.perSecond = 0.5 },
    Good("[touch]\nburst = 1") { $0[.touch].rate.burst = 1 },
    Good("[touch]\ngap = \"15ms\"") { $0[.touch].rate.gap = .milliseconds(15) },
    Good("touch.gap = \"3600s\"") { $0[.touch].rate.gap = .seconds(3600) },
    Good("touch = { burst = 1000 }") { $0[.touch].rate.burst = 1000 },
    Good("[quiet-hours]\nfrom = \"22:00\"\nto = \"7:05\"") { $0.quietHours = QuietHours(from: 1320, to: 425) },
    Good("[quiet-hours]\nfrom = 22:00:00\nto = 07:05:00") { $0.quietHours = QuietHours(from: 1320, to: 425) },
    Good("[quiet-hours]\nfrom = \"off\"") { _ in },
    Good("[quiet-hours]\ndays = [\"weekend\", \"friday\"]") { $0.quietHours.days = [.friday, .saturday, .sunday] },
    Good("[quiet-hours]\ndays = [\"weekdays\"]") {
      $0.quietHours.days = [.monday, .tuesday, .wednesday, .thursday, .friday]
    },
    Good("[quiet-hours]\nallow = []") { $0.quietHours.allowed = [] },
    Good("[power-saver]\nallow = [\n\"alarm\", # clock\n\"touch\" ]") { $0.powerSaver.allowed = [.alarm, .touch] },
  ]

  private static let named = [
    Good("[app.\"org.example.Game\"]\nstrength = \"50%\"") {
      $0.applications["org.example.Game"] = application { $0.strength = 0.5 }
    },
    Good("[app.game]\nimportant = true") { $0.applications["game"] = application { $0.mayBeImportant = true } },
    Good("[app.game]\nlocality = \"hand\"") { $0.applications["game"] = application { $0.locality = .hand } },
    Good("[app.game]\ntouch = \"50%\"\nmedia = 0") {
      $0.applications["game"] = application { $0.categories = [.touch: 0.5, .media: .none] }
    },
    Good("[device.\"DualSense Wireless Controller\"]\nenabled = false") {
      $0.devices["DualSense Wireless Controller"] = device { $0.isEnabled = false }
    },
    Good("[device.pad]\nstrength = 40") { $0.devices["pad"] = device { $0.strength = 0.4 } },
  ]

  private static func application(_ change: (inout ApplicationPreferences) -> Void) -> ApplicationPreferences {
    var application = ApplicationPreferences()
    change(&application)
    return application
  }

  private static func device(_ change: (inout DevicePreferences) -> Void) -> DevicePreferences {
    var device = DevicePreferences()
    change(&device)
    return device
  }

  @Test(arguments: general + tables + named) func `what is meant is read`(good: Good) {
    let file = PreferenceFile(good.text)
    #expect(file.lines == [])
    #expect(file.preferences == preferences(good.change), "\(good.text)")
    #expect(!file.assignments.isEmpty)
  }

  /// The value, for a key, and a piece of what is said.
  @Test(arguments: [
    ("enabled", "\"on\"", "a string cannot be meant; write true or false"),
    ("enabled", "1", "a whole number cannot be meant"),
    ("profile", "\"qiuet\"", "\"qiuet\" is not known; did you mean \"quiet\"?"),
    ("profile", "[]", "an array cannot be meant; write \"full\", \"quiet\" or \"silent\""),
    ("theme", "\"\"", "\"\" is no theme's name"),
    ("theme", "\"a\\u0000b\"", "is no theme's name"),
    ("theme", "\"\(String(repeating: "x", count: 49))\"", "at most 48 bytes"),
    ("locality", "\"Phone\"", "did you mean \"phone\"?"),
    ("duplicate-window", "30", "30 has no unit; write \"30ms\" if milliseconds are meant"),
    ("duplicate-window", "0.03", "a number with a fraction cannot be meant; write it with its unit"),
    ("duplicate-window", "\"30\"", "\"30\" is no length of time"),
    ("duplicate-window", "\"-1ms\"", "\"-1ms\" is no length of time"),
    ("duplicate-window", "\"infs\"", "is no length of time"),
    ("duplicate-window", "\"1e3ms\"", "is no length of time"),
    ("duplicate-window", "\"11s\"", "\"11s\" is more than 10s"),
    ("touch.gap", "\"3601s\"", "is more than 3600s"),
    ("touch.gap", "\"99999999999999s\"", "is no length of time"),
    ("touch.strength", "0.5", "0.5 may be a share or percent; write \"50%\" if that is meant"),
    ("touch.strength", "55.5", "55.5 may be a share or percent; write \"55.5%\" if that is meant"),
    ("touch.strength", "nan", "may be a share or percent; write \"60%\""),
    ("touch.strength", "101", "101% is not from 0% to 100%"),
    ("touch.strength", "-1", "-1% is not from 0% to 100%"),
    ("touch.strength", "\"150%\"", "150% is not from 0% to 100%"),
    ("touch.strength", "\"60\"", "\"60\" is no strength"),
    ("touch.strength", "\"0x10%\"", "is no strength"),
    ("touch.strength", "\"inf%\"", "is no strength"),
    ("touch.strength", "\"strong\"", "\"strong\" is no strength; write \"60%\""),
    ("touch.strength", "true", "true or false cannot be meant"),
    ("touch.rate", "0", "0 a second is out of range; write a number from 0.001 to 1000000"),
    ("touch.rate", "inf", "is out of range"),
    ("touch.rate", "nan", "is out of range"),
    ("touch.rate", "-5", "is out of range"),
    ("touch.rate", "\"5\"", "a string cannot be meant"),
    ("touch.burst", "0", "0 is out of range; write a whole number from 1 to 1000000"),
    ("touch.burst", "9223372036854775807", "is out of range"),
    ("touch.burst", "2.5", "a number with a fraction cannot be meant"),
    ("quiet-hours.from", "\"24:00\"", "\"24:00\" is no time of day; write \"00:00\" to \"23:59\""),
    ("quiet-hours.from", "\"7\"", "is no time of day"),
    ("quiet-hours.from", "\"7:5\"", "is no time of day"),
    ("quiet-hours.from", "\"٠٧:٠٠\"", "is no time of day"),
    ("quiet-hours.to", "22:00:30", "a time with seconds; give whole minutes"),
    ("quiet-hours.to", "1979-05-27", "a date cannot be meant"),
    ("quiet-hours.days", "\"weekdays\"", "a word, not a list; write [\"weekdays\"]"),
    ("quiet-hours.days", "[\"mondey\"]", "\"mondey\" is not known; did you mean \"monday\"?"),
    ("quiet-hours.days", "[1]", "a whole number in a list of words"),
    ("quiet-hours.allow", "[\"alarms\"]", "did you mean \"alarm\"?"),
    ("power-saver.allow", "{}", "a table cannot be meant"),
    ("app.\"x.y\".strength", "0.7", "write \"70%\" if that is meant"),
    ("app.x.important", "\"yes\"", "write true or false"),
    ("app.x.locality", "\"pad\"", "write \"phone\", \"gamepad\", \"hand\" or \"everywhere\""),
    ("app.x.touch", "{ strength = 50 }", "a table cannot be meant; write \"60%\""),
    ("device.\"a b\".enabled", "0", "write true or false"),
    ("device.x.strength", "1000", "is not from 0% to 100%"),
  ])
  func `what cannot be meant refuses the file`(key: String, value: String, expected: String) throws {
    let file = PreferenceFile("profile = \"quiet\"\n\(key) = \(value)\n".replacingProfile(key))
    #expect(file.isRefused)
    #expect(file.assignments.isEmpty)
    let line = try #require(file.lines.first)
    #expect(line.hasPrefix("f:2:"), "\(line)")
    #expect(line.contains(expected), "\(line)")
    #expect(file.lines.count == 1)
  }

  @Test func `every key is among those of these tests`() {
    let texts = (Self.general + Self.tables + Self.named).map(\.text)
    for setting in PreferenceSetting.all where !setting.table.isNamed || Category(name: setting.name) == nil {
      #expect(texts.contains { $0.contains(setting.name) }, "\(setting.pattern)")
    }
  }

  @Test func `the place of an error is that of the value, or of the item`() {
    #expect(PreferenceFile("\n  enabled =  2").lines[0].hasPrefix("f:2:14: enabled: "))
    let days = PreferenceFile("[quiet-hours]\ndays = [\n  \"monday\",\n  \"mon\" ]")
    #expect(days.lines[0].hasPrefix("f:4:3: quiet-hours.days: \"mon\" is not known"))
  }

  @Test func `all errors of a file are told, in its order`() {
    let file = PreferenceFile("[touch]\nrate = 0\nstrength = 0.5\n[alarm]\nburst = 0\nfoo = 1")
    #expect(file.findings.map(\.line) == [2, 3, 5])
  }
}

extension String {
  /// A file has each key once.
  fileprivate func replacingProfile(_ key: String) -> String {
    key == "profile" ? "# \n" + split(separator: "\n").dropFirst().joined(separator: "\n") : self
  }
}
