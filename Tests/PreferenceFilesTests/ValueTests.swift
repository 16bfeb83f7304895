import HapticPatterns
import HapticPreferences
import Testing
import TextDiagnostics

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
    Good("feedback-interface = true") { $0.feedbackInterface = true },
    Good("feedback-interface = false") { $0.feedbackInterface = false },
    Good("feedback-interface = \"auto\"") { _ in },
    Good("feedback-theme = \"fun\"") { $0.feedbackTheme = "fun" },
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
    Good("[touch]\nstrength = 0.6") { $0[.touch].strength = 0.6 },
    Good("[touch]\nstrength = \"0.6\"") { $0[.touch].strength = 0.6 },
    Good("[touch]\nstrength = \"60\"") { $0[.touch].strength = 0.6 },
    Good("[touch]\nstrength = 1.0") { _ in },
    Good("[touch]\nstrength = 1") { _ in },
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
    Good("[app.game]\nprofile = \"quiet\"") { $0.applications["game"] = application { $0.profile = .quiet } },
    Good("[app.game]\nimportant = true") { $0.applications["game"] = application { $0.mayBeImportant = true } },
    Good("[app.game]\nlocality = \"hand\"") { $0.applications["game"] = application { $0.locality = .hand } },
    Good("[app.game]\ntouch = \"50%\"\nmedia = 0") {
      $0.applications["game"] = application { $0.categories = [.touch: 0.5, .media: .none] }
    },
    Good("[device.\"DualSense Wireless Controller\"]\nenabled = false") {
      $0.devices["DualSense Wireless Controller"] = device { $0.isEnabled = false }
    },
    Good("[device.pad]\nstrength = 40") { $0.devices["pad"] = device { $0.strength = 0.4 } },
    Good(
      "[device.pad]\nrise = \"83ms\"\nfall = \"1s\"\nweak-rise = \"100us\"\nweak-fall = \"12.5ms\"\ndeadband = \"11%\""
    ) {
      $0.devices["pad"] = device {
        $0.motor.rise = .milliseconds(83)
        $0.motor.fall = .seconds(1)
        $0.motor.weakRise = .microseconds(100)
        $0.motor.weakFall = .microseconds(12_500)
        $0.motor.deadband = 0.11
      }
    },
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

  @Test(arguments: general + tables + named) func `a valid value is read`(good: Good) {
    let file = PreferenceFile(good.text)
    #expect(file.lines == [])
    #expect(file.preferences == preferences(good.change), "\(good.text)")
    #expect(!file.assignments.isEmpty)
  }

  /// The value, for a key, and a piece of what is said.
  @Test(arguments: [
    ("enabled", "\"on\"", "found a string; expected true or false"),
    ("enabled", "1", "found a whole number; expected true or false"),
    ("profile", "\"qiuet\"", "unknown profile \"qiuet\"; did you mean \"quiet\"?"),
    ("profile", "[]", "found an array; expected \"full\", \"quiet\" or \"silent\""),
    ("theme", "\"\"", "invalid theme name \"\"; expected the name of a theme"),
    ("theme", "\"a\\u0000b\"", "invalid theme name"),
    ("theme", "\"\(String(repeating: "x", count: 49))\"", "at most 48 bytes"),
    ("locality", "\"Phone\"", "did you mean \"phone\"?"),
    ("duplicate-window", "30", "missing unit in 30; write \"30ms\" for milliseconds"),
    ("duplicate-window", "0.03", "found a number with a fraction; expected a number with a unit"),
    ("duplicate-window", "\"30\"", "invalid duration \"30\"; expected a number with a unit, such as \"30ms\""),
    ("duplicate-window", "\"-1ms\"", "invalid duration \"-1ms\""),
    ("duplicate-window", "\"infs\"", "invalid duration"),
    ("duplicate-window", "\"1e3ms\"", "invalid duration"),
    ("duplicate-window", "\"11s\"", "\"11s\" is out of range; expected up to \"10s\""),
    ("touch.gap", "\"3601s\"", "is out of range; expected up to \"3600s\""),
    ("touch.gap", "\"99999999999999s\"", "invalid duration"),
    ("touch.strength", "1.5", "1.5 is out of range; expected 0% to 100%, or a fraction from 0 to 1"),
    ("touch.strength", "55.5", "55.5 is out of range; expected 0% to 100%"),
    ("touch.strength", "nan", "nan is out of range"),
    ("touch.strength", "101", "101 is out of range; expected 0% to 100%"),
    ("touch.strength", "-1", "-1 is out of range"),
    ("touch.strength", "\"150%\"", "150% is out of range; expected 0% to 100%"),
    ("touch.strength", "\"+10%\"", "invalid strength \"+10%\""),
    ("touch.strength", "\"0x10%\"", "invalid strength"),
    ("touch.strength", "\"inf%\"", "invalid strength"),
    (
      "touch.strength", "\"strong\"",
      "invalid strength \"strong\"; expected a percentage such as 60%, a fraction such as 0.6, off or full"
    ),
    ("touch.strength", "true", "found true or false"),
    ("touch.rate", "0", "0 is out of range; expected a number from 0.001 to 1000000"),
    ("touch.rate", "inf", "is out of range"),
    ("touch.rate", "nan", "is out of range"),
    ("touch.rate", "-5", "is out of range"),
    ("touch.rate", "\"5\"", "found a string"),
    ("touch.burst", "0", "0 is out of range; expected a whole number from 1 to 1000000"),
    ("touch.burst", "9223372036854775807", "is out of range"),
    ("touch.burst", "2.5", "found a number with a fraction"),
    ("quiet-hours.from", "\"24:00\"", "invalid time of day \"24:00\"; expected \"00:00\" to \"23:59\""),
    ("quiet-hours.from", "\"7\"", "invalid time of day"),
    ("quiet-hours.from", "\"7:5\"", "invalid time of day"),
    ("quiet-hours.from", "\"٠٧:٠٠\"", "invalid time of day"),
    ("quiet-hours.to", "22:00:30", "found a time with seconds; expected hours and minutes"),
    ("quiet-hours.to", "1979-05-27", "found a date"),
    ("quiet-hours.days", "\"weekdays\"", "found a string; expected a list; write [\"weekdays\"]"),
    ("quiet-hours.days", "[\"mondey\"]", "unknown day \"mondey\"; did you mean \"monday\"?"),
    ("quiet-hours.days", "[1]", "found a whole number in the list; expected a list of"),
    ("quiet-hours.allow", "[\"alarms\"]", "did you mean \"alarm\"?"),
    ("power-saver.allow", "{}", "found a table"),
    ("app.\"x.y\".strength", "7.5", "7.5 is out of range"),
    ("app.x.important", "\"yes\"", "expected true or false"),
    ("app.x.locality", "\"pad\"", "expected \"phone\", \"gamepad\", \"hand\" or \"everywhere\""),
    ("app.x.touch", "{ strength = 50 }", "found a table; expected a percentage such as 60%"),
    ("device.\"a b\".enabled", "0", "expected true or false"),
    ("device.x.strength", "1000", "is out of range"),
    ("device.x.strength", "\"0.00001%\"", "0.00001% is too small; expected 0% or at least 0.0001%"),
    ("device.x.deadband", "\"95%\"", "\"95%\" is out of range; expected 0% to 90%"),
    ("device.x.rise", "\"99us\"", "\"99us\" is out of range; expected from \"100us\" to \"1s\""),
    ("theme", "\"../x\"", "invalid theme name \"../x\"; expected the name of a theme"),
  ])
  func `an invalid value refuses the file`(key: String, value: String, expected: String) throws {
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
    #expect(days.lines[0].hasPrefix("f:4:3: quiet-hours.days: unknown day \"mon\""))
  }

  @Test func `all errors of a file are reported in its order`() {
    let file = PreferenceFile("[touch]\nrate = 0\nstrength = 1.5\n[alarm]\nburst = 0\nfoo = 1")
    #expect(file.findings.map(\.line) == [2, 3, 5])
  }
}

extension String {
  /// A file has each key once.
  fileprivate func replacingProfile(_ key: String) -> String {
    key == "profile" ? "# \n" + split(separator: "\n").dropFirst().joined(separator: "\n") : self
  }
}
