import HapticFiles
import HapticPatterns
import Testing
import TextDiagnostics

private func effect(_ inside: String) -> String { "<vibration-effect>\n\(inside)</vibration-effect>" }

private func entry(_ milliseconds: Int, _ amplitude: String) -> String {
  #"<waveform-entry durationMs="\#(milliseconds)" amplitude="\#(amplitude)"/>"#
}

@Suite struct AndroidTests {
  // MARK: Waveforms

  @Test func `a waveform is felt as strong as its amplitudes feel`() throws {
    let text = effect("<waveform-effect>\(entry(100, "255"))\(entry(50, "0"))\(entry(200, "51"))</waveform-effect>")
    let file = try read(text)
    #expect(file.format == .androidXML)
    #expect(file.pattern.events == [buzz(0, for: 100, 1), buzz(150, for: 200, strength(0.2))])
  }

  @Test func `a short burst between pauses is a tap`() throws {
    let text = effect("<waveform-effect>\(entry(12, "255"))\(entry(250, "0"))\(entry(30, "255"))</waveform-effect>")
    let events = try read(text).pattern.events
    #expect(events.map(\.kind) == [.transient, .transient])
    #expect(events[0] == tap(0, 1, 1))
    #expect(events[1].time == .milliseconds(262))
    // The duration of the burst.
    #expect(abs((Event.transientDuration(events[1].sharpness) - .milliseconds(30)) / .microseconds(1)) < 1)
  }

  @Test func `a short step of something longer is no tap`() throws {
    let text = effect("<waveform-effect>\(entry(20, "255"))\(entry(20, "51"))</waveform-effect>")
    #expect(try read(text).pattern.events == [buzz(0, for: 20, 1), buzz(20, for: 20, strength(0.2))])
  }

  @Test func `equal steps are merged, and steps without duration are dropped`() throws {
    let text = effect(
      "<waveform-effect>\(entry(0, "0"))\(entry(50, "255"))\(entry(0, "7"))\(entry(50, "255"))</waveform-effect>")
    #expect(try read(text).pattern.events == [buzz(0, for: 100, 1)])
  }

  @Test func `the default amplitude is full amplitude`() throws {
    #expect(
      try read(effect("<waveform-effect>\(entry(100, "default"))</waveform-effect>")).pattern == [buzz(0, for: 100, 1)])
  }

  @Test func `a repetition is read once and marked`() throws {
    let text = effect(
      "<waveform-effect>\(entry(100, "255"))<repeating>\(entry(50, "0"))\(entry(60, "255"))</repeating></waveform-effect>"
    )
    let file = try read(text)
    #expect(file.pattern.events == [buzz(0, for: 100, 1), buzz(150, for: 60, 1)])
    #expect(file.repetition == .milliseconds(100)..<(.milliseconds(210)))
    #expect(file.warnings.count == 1)
  }

  @Test func `an empty repetition does not repeat`() throws {
    let file = try read(
      effect("<waveform-effect>\(entry(100, "255"))<repeating>\(entry(0, "255"))</repeating></waveform-effect>"))
    #expect(file.pattern.events == [buzz(0, for: 100, 1)])
    #expect(file.repetition == nil)
    #expect(file.warnings.map(\.message).contains("an empty repetition; ignored"))
  }

  private static let cases1: [(String, String)] = [
    (entry(100, "300"), "300 is out of range; read as 255"),
    (#"<waveform-entry durationMs="9999999" amplitude="1"/>"#, "9999999 ms is out of range; read as 3600000 ms"),
    (#"<waveform-entry durationMs="-5" amplitude="0"/>"# + entry(5, "1"), "-5 is out of range; read as 0"),
    (#"<waveform-entry durationMs="5" amplitude="1" color="red"/>"#, #""color" is unknown; ignored"#),
  ]

  @Test(arguments: cases1)
  func `an unusual waveform is read with a warning`(_ entries: String, _ message: String) throws {
    let text = effect("<waveform-effect>\n\(entries)</waveform-effect>")
    let warnings = try read(text).warnings
    #expect(warnings.map { $0.message.replacing(" ms", with: "") } == [message.replacing(" ms", with: "")])
    #expect(warnings[0].line == 3 && warnings[0].key == "vibration-effect.waveform-effect[0].waveform-entry[0]")
  }

  // MARK: Predefined effects and primitives

  @Test func `predefined effects keep Android's order of strength`() throws {
    func events(_ name: String) throws -> [Event] {
      try read(effect(#"<predefined-effect name="\#(name)"/>"#)).pattern.events
    }
    let order = try ["texture_tick", "tick", "click", "heavy_click"].map { try events($0)[0].intensity }
    #expect(order == order.sorted() && Set(order).count == 4)
    // A ratio of 1.4 between steps, which Android calls discernible.
    #expect(zip(order.dropFirst(), order).allSatisfy { $0.rawValue / $1.rawValue > 1.39 })
    let double = try events("double_click")
    #expect(double.map(\.time) == [.zero, .milliseconds(130)])
    #expect(double.allSatisfy { $0.intensity == order[2] && $0.kind == .transient })
    #expect(try events("pop")[0].sharpness < (try events("click")[0].sharpness))
    #expect(try events("thud")[0].duration == .milliseconds(300))
  }

  private static func primitive(_ name: String, _ more: String = "") -> String {
    #"<primitive-effect name="\#(name)" \#(more)/>"#
  }

  private static let cases2: [(String, Int)] = [
    ("thud", 300), ("spin", 130), ("quick_rise", 150), ("slow_rise", 500), ("quick_fall", 100),
  ]

  @Test(arguments: cases2)
  func `a primitive has its duration`(_ name: String, _ milliseconds: Int) throws {
    let pattern = try read(effect(Self.primitive(name))).pattern
    #expect(abs((pattern.duration - .milliseconds(milliseconds)) / .microseconds(1)) < 1)
  }

  @Test func `slow_rise rises and quick_fall falls`() throws {
    func strengths(_ name: String, _ moments: [Int]) throws -> [Double] {
      let score = Score(try read(effect(Self.primitive(name))).pattern)
      return moments.map { score.strength(at: .milliseconds($0)).intensity.rawValue }
    }
    func isNear(_ left: [Double], _ right: [Double]) -> Bool { zip(left, right).allSatisfy { abs($0 - $1) < 0.001 } }
    #expect(isNear(try strengths("slow_rise", [0, 250, 499, 500]), [0, 0.5, 0.998, 0]))
    #expect(isNear(try strengths("quick_fall", [0, 50, 99]), [1, 0.5, 0.01]))
    #expect(isNear(try strengths("thud", [0, 150]), [1, 0.5]))
    #expect(isNear(try strengths("spin", [0, 32, 65, 97, 129]), [0, 0.492, 1, 0.508, 0.015]))
  }

  @Test func `taps are light, sharp or low as their names say`() throws {
    func event(_ name: String) throws -> Event { try read(effect(Self.primitive(name))).pattern.events[0] }
    let (click, tick, low) = (try event("click"), try event("tick"), try event("low_tick"))
    #expect([click, tick, low].allSatisfy { $0.kind == .transient })
    #expect(click.intensity > tick.intensity && tick.intensity == low.intensity)
    #expect(tick.sharpness > low.sharpness)
  }

  @Test func `primitives follow each other, with pauses and offsets`() throws {
    let text = effect(
      Self.primitive("quick_fall") + Self.primitive("quick_rise", #"delayMs="50""#)
        + Self.primitive("click", #"delayMs="20" delayType="relative_start_offset" scale="0.5""#)
        + Self.primitive("thud", #"delayType="pause""#))
    let events = try read(text).pattern.events
    #expect(events.prefix(3).map(\.time) == [.zero, .milliseconds(150), .milliseconds(170)])
    #expect(events[2].intensity == 0.5)
    #expect(events[3].time == .milliseconds(170) + events[2].duration)
  }

  // MARK: Envelopes

  @Test func `a basic envelope starts at 0 and goes from point to point`() throws {
    let text = effect(
      #"""
      <basic-envelope-effect initialSharpness="0.3">
        <control-point intensity="0.2" sharpness="0.5" durationMs="100"/>
        <control-point intensity="0.0" sharpness="0.75" durationMs="200"/>
      </basic-envelope-effect>
      """#)
    let pattern = try read(text).pattern
    #expect(pattern.events == [buzz(0, for: 300, 1, 0)])
    #expect(pattern.curve(.intensity) == [[0, 0], [100, 0.2], [300, 0]])
    #expect(pattern.curve(.sharpness) == [[0, 0.3], [100, 0.5], [300, 0.75]])
  }

  @Test func `a waveform envelope has amplitudes and frequencies`() throws {
    let text = effect(
      #"""
      <waveform-envelope-effect initialFrequencyHz="30">
        <control-point amplitude="0.5" frequencyHz="182.5" durationMs="100"/>
        <control-point amplitude="1" frequencyHz="400" durationMs="100"/>
      </waveform-envelope-effect>
      """#)
    let pattern = try read(text).pattern
    #expect(pattern.curve(.intensity) == [[0, 0], [100, 0.637], [200, 1]])
    #expect(pattern.curve(.sharpness) == [[0, 0], [100, 0.5], [200, 1]])
  }

  // MARK: Choices

  @Test func `the first effect of a list that can be played is used`() throws {
    let text = """
      <vibration-select>
        <vibration-effect><vendor-effect>c29tZXNh</vendor-effect></vibration-effect>
        <vibration-effect><predefined-effect name="ringtone_7"/></vibration-effect>
        <vibration-effect><predefined-effect name="heavy_click"/></vibration-effect>
        <vibration-effect><predefined-effect name="tick"/></vibration-effect>
      </vibration-select>
      """
    let file = try read(text, strict: true)
    #expect(file.pattern.events.map(\.intensity) == [1])
  }

  private static let constants = """
    <haptic-feedback-constants>
      <constant id="10"><vibration-select><vibration-effect><predefined-effect name="tick"/></vibration-effect>
      </vibration-select></constant>
      <constant id="11"><vibration-effect><predefined-effect name="heavy_click"/></vibration-effect></constant>
    </haptic-feedback-constants>
    """

  @Test func `a constant is chosen by its name`() throws {
    #expect(try read(Self.constants, feedback: "11").pattern.events[0].intensity == 1)
    #expect(try read(Self.constants, feedback: "10").pattern.events[0].intensity == 0.5)
    #expect(
      refusal(Self.constants)?.description
        == "1:1: haptic-feedback-constants: 2 constants; select one with #NAME: 10, 11")
    #expect(refusal(Self.constants, feedback: "12")?.message == #"no constant "12""#)
  }

  private static let cases3: [(String, String)] = [
    ("<a/>", #"1:1 a: "a" is not a vibration"#),
    ("<vibration-effect/>", "1:1 vibration-effect: an empty effect"),
    (
      effect("<vendor-effect>YQ==</vendor-effect>"),
      "2:1 vibration-effect.vendor-effect[0]: a vendor effect, which is known only to its phone"
    ),
    (
      effect(#"<predefined-effect name="ringtone_1"/>"#),
      "2:1 vibration-effect.predefined-effect[0]: a ringtone of the phone's vendor, which is not published"
    ),
    (
      effect(#"<predefined-effect name="clack"/>"#),
      #"2:1 vibration-effect.predefined-effect[0]: "clack" is not a predefined effect"#
    ),
    (effect("<predefined-effect/>"), "2:1 vibration-effect.predefined-effect[0]: no name"),
    (
      effect("\(primitive("click"))\n\(primitive("clack"))"),
      #"3:1 vibration-effect.primitive-effect[1]: "clack" is not a primitive"#
    ),
    (
      effect(primitive("click", #"delayType="later""#)),
      #"2:1 vibration-effect.primitive-effect[0]: "later" is not a delayType"#
    ),
    (
      effect(primitive("click", #"scale="much""#)),
      #"2:1 vibration-effect.primitive-effect[0]: scale is not a number: "much""#
    ),
    (
      effect("\(primitive("click"))\n<waveform-effect/>"),
      #"3:1 vibration-effect.waveform-effect[1]: unexpected "waveform-effect" in "vibration-effect""#
    ),
    (
      effect("<waveform-effect/>\n\(primitive("click"))"),
      #"3:1 vibration-effect.primitive-effect[1]: unexpected "primitive-effect" in "vibration-effect""#
    ),
    (effect("<waveform-effect/>"), "2:1 vibration-effect.waveform-effect[0]: a waveform without a duration"),
    (
      effect(#"<waveform-effect><waveform-entry amplitude="1"/></waveform-effect>"#),
      "2:18 vibration-effect.waveform-effect[0].waveform-entry[0]: no durationMs"
    ),
    (
      effect(#"<waveform-effect><waveform-entry durationMs="1"/></waveform-effect>"#),
      "2:18 vibration-effect.waveform-effect[0].waveform-entry[0]: no amplitude"
    ),
    (
      effect("<waveform-effect><repeating>\(entry(5, "1"))</repeating>\n\(entry(5, "1"))</waveform-effect>"),
      #"3:1 vibration-effect.waveform-effect[0].waveform-entry[1]: unexpected "waveform-entry" in "waveform-effect""#
    ),
    (
      effect(
        #"<basic-envelope-effect><control-point intensity="1" sharpness="1" durationMs="5"/></basic-envelope-effect>"#),
      "2:1 vibration-effect.basic-envelope-effect[0]: an envelope that does not end at 0"
    ),
    (effect("<repeating-effect/>"), "2:1 vibration-effect.repeating-effect[0]: a repeating effect of other effects"),
    (
      effect("<waveform-effect>\(entry(3_600_000, "1"))\n\(entry(1, "0"))</waveform-effect>"),
      "3:1 vibration-effect.waveform-effect[0].waveform-entry[1]: longer than 3600 s"
    ),
  ]

  @Test(arguments: cases3)
  func `an invalid value is refused with its place`(_ text: String, _ message: String) {
    #expect(refusal(text)?.short == message)
  }

  @Test func `too many steps are refused`() {
    let entries = (0..<10).map { entry(50, $0 % 2 == 0 ? "255" : "0") }.joined()
    let text = effect("<waveform-effect>\(entries)</waveform-effect>")
    #expect(refusal(text, limits: FileLimits(maximumEvents: 9))?.message == "more than 9 steps")
    let primitives = effect(String(repeating: Self.primitive("tick"), count: 10))
    #expect(refusal(primitives, limits: FileLimits(maximumEvents: 9))?.message == "more than 9 primitives")
    #expect(refusal(primitives, limits: FileLimits(maximumEvents: 10)) == nil)
  }
}
