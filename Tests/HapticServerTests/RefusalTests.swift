import HapticPatterns
import HapticPreferences
import HapticProtocol
import HapticServer
import HapticSystem
import Testing

/// All verdicts by which a play is refused, the conditions for each, and the exceptions for important plays.
@Suite struct RefusalTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let verdict: Verdict
    var feedback: ShortName = "tap"
    /// The verdict on the same play as an important one, from an application that may be important.
    var whenImportant: Verdict?
    var preferences: @Sendable (inout Preferences) -> Void = { _ in }
    var circumstances: Circumstances = []

    var testDescription: String { "\(verdict), \(feedback)" }
  }

  static let cases = [
    Case(verdict: .switchedOff, preferences: { $0.isEnabled = false }),
    Case(verdict: .profile, whenImportant: .played, preferences: { $0.profile = .silent }),
    Case(verdict: .profile, feedback: "message", whenImportant: .played, preferences: { $0.profile = .quiet }),
    Case(verdict: .profile, feedback: "effect", whenImportant: .played, preferences: { $0.profile = .quiet }),
    Case(verdict: .categoryOff, preferences: { $0[.touch].strength = .none }),
    Case(verdict: .applicationOff, preferences: { $0.applications[app]?.strength = .none }),
    Case(verdict: .applicationOff, preferences: { $0.applications[app]?.categories[.touch] = Intensity.none }),
    Case(verdict: .quietHours, feedback: "message", whenImportant: .played, circumstances: .quietHours),
    Case(verdict: .quietHours, feedback: "call", whenImportant: .played, circumstances: .quietHours),
    Case(verdict: .powerSaver, whenImportant: .played, circumstances: .powerSaver),
    Case(verdict: .sessionInactive, circumstances: .sessionInactive),
    Case(verdict: .locked, feedback: "effect", circumstances: .locked),
    Case(verdict: .suspending, circumstances: .suspending),
    Case(verdict: .deviceOff, preferences: { $0.devices["recorder 1"] = .off }),
  ]
  static let app: ShortName = "org.example.App"

  /// Plays that are permitted in these profiles and circumstances.
  static let spared: [(ShortName, Profile, Circumstances)] = [
    ("tap", .quiet, []), ("call", .quiet, []), ("alarm", .quiet, []), ("alarm", .full, .quietHours),
    ("tap", .full, .quietHours), ("call", .full, .powerSaver), ("tap", .full, .locked), ("call", .full, .locked),
    ("tap", .full, .sessionUnknown),
  ]

  @Test(arguments: cases) func `a refused play has the verdict of the first of several reasons`(example: Case) throws {
    var preferences = Self.preferences
    example.preferences(&preferences)
    let (bench, client) = try bench(preferences, example.circumstances)
    #expect(client.play(example.feedback)?.verdict == example.verdict)
    #expect(client.play(example.feedback, important: true)?.verdict == example.whenImportant ?? example.verdict)
    #expect(example.whenImportant == .played || bench.motor.levels.isEmpty)
    // The master switch is checked before everything else, except for the name.
    preferences.isEnabled = false
    bench.server.setPreferences(preferences)
    #expect(client.play(example.feedback, important: true)?.verdict == .switchedOff)
    #expect(client.play("nonsense")?.verdict == .unknownFeedback)
  }

  @Test(arguments: spared) func `an allowed feedback plays`(
    feedback: ShortName, profile: Profile, circumstances: Circumstances
  ) throws {
    var preferences = Self.preferences
    preferences.profile = profile
    let (_, client) = try bench(preferences, circumstances)
    #expect(client.play(feedback)?.verdict == .played)
  }

  @Test func `only a trusted application under its own id may be important`() throws {
    var preferences = Self.preferences
    preferences.profile = .silent
    let (bench, trusted) = try bench(preferences, [])
    #expect(trusted.play("tap", important: true)?.verdict == .played)
    let spoof = try bench.client(named: Self.app)
    #expect(spoof.play("tap", important: true)?.verdict == .profile)
    let other = try bench.client(named: Self.app, as: Identity("org.example.Other", from: .unit))
    #expect(other.play("tap", important: true)?.verdict == .profile)
    let tool = try bench.client()
    let importance = try tool.history().map(\.importance)
    #expect(importance == [.granted, .denied, .denied])
  }

  @Test func `a claimed name determines the strength only if the application is not verified`() throws {
    var preferences = Self.preferences
    preferences.applications["quiet.one"] = .silent
    let (bench, _) = try bench(preferences, [])
    let claiming = try bench.client(named: "quiet.one")
    #expect(claiming.play("tap")?.verdict == .applicationOff)
    let verified = try bench.client(named: "quiet.one", as: Identity("org.example.Loud", from: .flatpak))
    #expect(verified.play("tap")?.verdict == .played)
    let spoofing = try bench.client(named: "org.example.Loud", as: Identity("quiet.one", from: .flatpak))
    #expect(spoofing.play("tap")?.verdict == .applicationOff)
  }

  // MARK: -

  static var preferences: Preferences {
    var preferences = Preferences.unlimited
    preferences.applications[app] = ApplicationPreferences()
    preferences.applications[app]?.mayBeImportant = true
    return preferences
  }

  private func bench(_ preferences: Preferences, _ circumstances: Circumstances) throws -> (ServerBench, Client) {
    let bench = try ServerBench(vocabulary: .reasons, preferences: preferences)
    bench.server.setCircumstances(circumstances)
    return (bench, try bench.client(as: Identity(Self.app, from: .unit)))
  }
}

extension DevicePreferences {
  static var off: DevicePreferences {
    var preferences = DevicePreferences()
    preferences.isEnabled = false
    return preferences
  }
}

extension ApplicationPreferences {
  static var silent: ApplicationPreferences {
    var preferences = ApplicationPreferences()
    preferences.strength = .none
    return preferences
  }
}

extension Client {
  @discardableResult
  func play(_ name: ShortName, important: Bool) -> VerdictReply? {
    verdict(.play(.init(.name(name), isImportant: important)))
  }

  @discardableResult
  func play(_ name: ShortName, at locality: Locality) -> VerdictReply? {
    verdict(.play(.init(.name(name), locality: locality)))
  }

  /// The records of the history after a number.
  func history(after number: UInt64 = 0) throws -> [Observed] {
    var records: [Observed] = []
    while true {
      guard let page = ask(HistoryQuery(after: records.last?.number ?? number)) else { return records }
      records += page.records
      if page.records.isEmpty { return records }
    }
  }
}

extension Vocabulary {
  /// One feedback of each category, with a typical length.
  static let reasons = Vocabulary([
    Feedback("tap", .touch, Pattern([Event(.transient, intensity: 0.9, sharpness: 0.5)])),
    Feedback("key", .keyboard, Pattern([Event(.transient, intensity: 0.6, sharpness: 0.5)])),
    Feedback("message", .notification, buzz(.milliseconds(400), 0.8)),
    Feedback("call", .ringtone, buzz(.seconds(4), 1)),
    Feedback("alarm", .alarm, buzz(.seconds(6), 0.9)),
    Feedback("effect", .media, buzz(.seconds(8), 0.7)),
    Feedback("turn", .accessibility, buzz(.milliseconds(500), 0.8)),
  ])

  private static func buzz(_ length: Duration, _ intensity: Intensity) -> Pattern {
    Pattern([Event(.continuous(duration: length), intensity: intensity, sharpness: 0.3)])
  }
}
