import FeedbackdThemes
import HapticPatterns
import TestSupport
import Testing

/// Themes of feedbackd: their places, their parents and their contents.
@Suite struct ThemeTests {
  private let folder: TestFolder
  private var places: ThemePlaces

  init() throws {
    folder = try TestFolder()
    places = ThemePlaces(
      userFolder: folder.path(of: "own"), folders: [folder.path(of: "local"), folder.path(of: "shared")],
      compatibles: folder.path(of: "compatible"))
  }

  /// A theme with one sound for the event `bell`, and perhaps a parent.
  private func theme(_ effect: String, parent: String? = nil, event: String = "bell") -> String {
    let parent = parent.map { "\"parent-name\": \"\($0)\"," } ?? ""
    return """
      { "name": "t", \(parent) "profiles": [ { "name": "full", "feedbacks": [
        { "event-name": "\(event)", "type": "Sound", "effect": "\(effect)" } ] } ] }
      """
  }

  private func effect(_ event: String = "bell") -> String? {
    FeedbackdTheme(in: places)[event: event]?.sound?.feedback.effect
  }

  @Test func `the files of a theme have a limited size together`() throws {
    let space = String(repeating: " ", count: 60_000)
    let names = ["default", "a", "b"]
    for (name, parent) in zip(names, names.dropFirst() + ["none"]) {
      try folder.write(theme(name, parent: parent, event: name) + space, to: "own/\(name).json")
    }
    let loaded = FeedbackdTheme(in: places)
    #expect(loaded[event: "default"] != nil && loaded[event: "a"] != nil && loaded[event: "b"] == nil)
    #expect(loaded.findings.count == 1)
    #expect(loaded.findings[0].contains("/b.json: the files of the theme have more than 131072 bytes; remove"))
  }

  // MARK: Places

  @Test func `without files the built-in theme has sounds and lights`() {
    let theme = FeedbackdTheme(in: places)
    #expect(theme.files.isEmpty && theme.findings.isEmpty)
    #expect(theme[event: "message-new-sms"]?.sound == Leveled(SoundFeedback("message-new-instant"), .full))
    #expect(theme[event: "phone-missed-call"]?.light?.level == .silent)
    #expect(theme[event: "no-such-thing"] == nil)
  }

  @Test func `the user's theme comes before the machine's, and that before the general one`() throws {
    try folder.write(theme("general"), to: "shared/default.json")
    #expect(effect() == "general")
    try folder.write("purism,librem5r4\0purism,librem5\0fsl,imx8mq\0", to: "compatible")
    try folder.write(theme("soc"), to: "shared/fsl,imx8mq.json")
    try folder.write(theme("machine"), to: "shared/purism,librem5.json")
    #expect(effect() == "machine")
    try folder.write(theme("local"), to: "local/purism,librem5.json")
    #expect(effect() == "local")
    try folder.write(theme("own"), to: "own/default.json")
    #expect(effect() == "own")
  }

  @Test func `the file of the environment comes before all folders`() throws {
    let file = try folder.write(theme("chosen"), to: "test.json")
    try folder.write(theme("own"), to: "own/default.json")
    let variables = [
      "FEEDBACK_THEME": file, "XDG_CONFIG_HOME": folder.path(of: "home"), "XDG_DATA_DIRS": "/a:relative:/b",
    ]
    let places = ThemePlaces { variables[$0] }
    #expect(places.userFolder == folder.path(of: "home/feedbackd/themes"))
    #expect(places.folders == ["/a/feedbackd/themes", "/b/feedbackd/themes"])
    #expect(FeedbackdTheme(in: places)[event: "bell"]?.sound?.feedback.effect == "chosen")
    #expect(FeedbackdTheme(in: places)[event: "message-new-sms"] == nil)
  }

  // MARK: Parents

  @Test func `a theme inherits the events of its parents`() throws {
    try folder.write("purism,librem5\0", to: "compatible")
    try folder.write(theme("own", parent: "default"), to: "own/default.json")
    try folder.write(theme("machine", parent: "default", event: "knock"), to: "shared/purism,librem5.json")
    try folder.write(theme("general", event: "beep"), to: "shared/default.json")
    let theme = FeedbackdTheme(in: places)
    #expect(theme.files == ["own/default.json", "shared/purism,librem5.json", "shared/default.json"].map(folder.path))
    #expect(
      ["bell", "knock", "beep"].map { theme[event: $0]?.sound?.feedback.effect } == ["own", "machine", "general"])
  }

  @Test func `the built-in theme is the parent if no other one is installed`() throws {
    try folder.write(theme("own", parent: "default"), to: "own/default.json")
    #expect(effect() == "own" && effect("message-new-sms") == "message-new-instant")
  }

  @Test func `the reading of a theme that is its own ancestor ends`() throws {
    try folder.write(theme("a", parent: "b"), to: "shared/default.json")
    try folder.write(theme("b", parent: "a"), to: "shared/b.json")
    try folder.write(theme("c", parent: "b"), to: "shared/a.json")
    #expect(effect() == "a")
    #expect(FeedbackdTheme(in: places).files.count == 3)
  }

  @Test func `a chain of parents has a limit`() throws {
    try folder.write(theme("0", parent: "t1"), to: "shared/default.json")
    for number in 1...30 {
      try folder.write(theme("\(number)", parent: "t\(number + 1)"), to: "shared/t\(number).json")
    }
    let theme = FeedbackdTheme(in: places)
    #expect(theme.files.count == 10 && theme.findings.count == 1)
  }

  @Test(arguments: ["../secret", "/etc/passwd", "", ".hidden", "a\\u0000b"])
  func `a name cannot leave the folders`(_ parent: String) throws {
    try folder.write(theme("secret"), to: "secret.json")
    try folder.write(theme("own", parent: parent, event: "knock"), to: "own/default.json")
    try folder.write("../../x\0/x\0", to: "compatible")
    #expect(effect() == nil && effect("knock") == "own")
  }

  // MARK: Contents

  @Test func `an event has at most one feedback of each kind, with its level`() throws {
    try folder.write(
      """
      { "name": "t", "profiles": [
        { "name": "full", "feedbacks": [
          { "event-name": "e", "type": "Sound", "effect": "ring", "media-role": "alert" } ] },
        { "name": "quiet", "feedbacks": [
          { "event-name": "e", "type": "VibraPattern", "magnitudes": [ 1 ], "durations": [ 200 ] } ] },
        { "name": "silent", "feedbacks": [
          { "event-name": "e", "type": "Led", "color": "#80ff00", "frequency": 500, "max-brightness": 40 },
          { "event-name": "d", "type": "Dummy", "duration": 10000 } ] } ] }
      """, to: "shared/default.json")
    let theme = FeedbackdTheme(in: places)
    let event = try #require(theme[event: "e"])
    #expect(theme.findings.isEmpty, "\(theme.findings)")
    #expect(event.sound == Leveled(SoundFeedback("ring", role: "alert"), .full))
    #expect(event.pattern?.level == .quiet && event.pattern?.feedback.duration == .milliseconds(200))
    let light = LightFeedback(red: 0x80, green: 0xff, blue: 0, percent: 40, millihertz: 500)
    #expect(event.light == Leveled(light, .silent))
    #expect(theme[event: "d"]?.pause == Leveled(.seconds(10), .silent))
  }

  @Test(arguments: [
    #"{ "event-name": "e", "type": "Sound" }"#, #"{ "event-name": "e", "type": "Sound", "effect": "a\nb" }"#,
    #"{ "event-name": "e", "type": "Led", "color": "pink" }"#,
    ##"{ "event-name": "e", "type": "Led", "color": "#12345g" }"##,
    #"{ "event-name": "e", "type": "Led", "frequency": "fast" }"#, #"{ "event-name": "e", "type": "Magic" }"#,
    #"{ "event-name": "e" }"#, #"{ "type": "Sound", "effect": "x" }"#, "7",
    #"{ "event-name": "e", "type": "VibraPattern", "magnitudes": [ 1 ], "durations": [] }"#,
  ])
  func `an invalid feedback is skipped with its place`(_ feedback: String) throws {
    try folder.write(
      """
      { "name": "t", "profiles": [ { "name": "full", "feedbacks": [
      \(feedback), { "event-name": "bell", "type": "Sound", "effect": "ring" } ] } ] }
      """, to: "shared/default.json")
    let theme = FeedbackdTheme(in: places)
    #expect(theme[event: "e"] == nil && theme[event: "bell"] != nil)
    #expect(theme.findings.count == 1 && theme.findings[0].hasPrefix(folder.path(of: "shared/default.json") + ":2:"))
  }

  @Test(arguments: ["", "[", "7", "{}", #"{ "profiles": 1 }"#, #"{ "parent-name": 1, "profiles": [] }"#])
  func `a file that is no theme is skipped with a finding`(_ text: String) throws {
    try folder.write(text, to: "own/default.json")
    try folder.write(theme("general"), to: "shared/default.json")
    #expect(effect() == "general")
    #expect(FeedbackdTheme(in: places).findings.count == 1)
  }

  @Test func `a pipe and a huge file are skipped`() throws {
    try folder.makeFolder("own/default.json")
    try folder.write(String(repeating: " ", count: 2 << 20) + theme("big"), to: "local/default.json")
    try folder.write(theme("general"), to: "shared/default.json")
    #expect(effect() == "general")
    #expect(FeedbackdTheme(in: places).findings.count == 2)
  }
}
