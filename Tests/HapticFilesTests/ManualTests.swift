import Foundation
import HapticPatterns
import Testing
import TextDiagnostics

@testable import AHAP
@testable import FeedbackdThemes
@testable import HapticFiles

/// Compares hapticd-patterns(7) with the code.
@Suite struct ManualTests {
  /// The sections of the page, by title.
  private let sections: [String: String]

  init() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../man/hapticd-patterns.7")
    let page = try String(contentsOf: file, encoding: .utf8).replacing("\n.Sh ", with: "\n.Ss ")
    sections = page.split(separator: "\n.Ss ").reduce(into: [:]) { sections, part in
      let title = part.prefix { $0 != "\n" }
      sections[String(title)] = String(part.dropFirst(title.count))
    }
  }

  private func section(_ title: String) throws -> String { try #require(sections[title], "\(title)") }

  /// Returns the section in one line, without markup.
  private func words(_ title: String) throws -> String {
    try section(title).split(separator: "\n").map { line in
      line.hasPrefix(".") ? line.drop { $0 != " " }.dropFirst() : line
    }.joined(separator: " ").replacing(" ,", with: ",")
  }

  /// Returns the arguments of a macro in a section, without the punctuation after them.
  private func marked(_ macro: String, in title: String) throws -> [String] {
    try section(title).split(separator: "\n").filter { $0.hasPrefix(".\(macro) ") }
      .map { String($0.dropFirst(macro.count + 2)).replacing(/\ [,.;]$/, with: "") }
  }

  // MARK: Formats

  @Test func `every format is listed, with its files, and has a section`() throws {
    let list = try section("DESCRIPTION").split(separator: "\n.It Cm ").dropFirst()
    #expect(list.map { String($0.prefix { $0 != "\n" }) } == PatternFormat.allCases.map(\.name))
    for (item, format) in zip(list, PatternFormat.allCases) {
      #expect(sections[format.name] != nil, "\(format.name)")
      for file in item.matches(of: /\.Pa (\.[a-z]+)/).map(\.output.1) {
        #expect(PatternFormat(name: "x\(file)") == format, "\(file)")
      }
    }
    let files = try marked("Pa", in: "DESCRIPTION")
    #expect(files == [".ahap", ".haptic", ".ahv", ".xml"])
  }

  @Test func `formats are recognised by the keys of the manual, in its order`() throws {
    let keys = try marked("Ql", in: "Format detection").filter { $0 != "<" }
    #expect(keys == ["Pattern", "signals", "profiles", "type"])
    let all: [(text: String, format: PatternFormat)] = [
      (#""Pattern": []"#, .ahap), (#""signals": {}"#, .haptic),
      (#""profiles": [{"feedbacks": [{"event-name": "x", "type": "VibraRumble"}]}]"#, .feedbackd),
      (#""type": "VibraRumble""#, .feedbackd),
    ]
    for index in all.indices {
      let text = "{\(all[index...].map(\.text).joined(separator: ", "))}"
      switch all[index].format {
      // A refusal for a missing part of a clip shows that it was read as a clip.
      case .haptic: #expect(refusal(text)?.message == "no continuous")
      default: #expect(try read(text).format == all[index].format)
      }
    }
    #expect(try read("[1]").format == .web && read("1").format == .web)
    #expect(refusal("{}", name: "x.ahap")?.message == "no array named Pattern")
  }

  @Test func `limits are those of the manual`() throws {
    let limits = FileLimits.standard
    let expected = [
      "\(limits.maximumBytes >> 20) MB", "\(limits.maximumValues) values", "\(limits.maximumNesting) levels",
      "\(limits.maximumEvents) events", "\(limits.maximumPoints) points",
      "\(limits.maximumTime.components.seconds) seconds", "\(limits.maximumWarnings) warnings",
    ]
    #expect(try marked("It", in: "Limits") == expected)
    #expect(Event.endless == limits.maximumTime)
  }

  // MARK: Patterns

  @Test func `the interpretation of a pattern has the numbers of the manual`() throws {
    let events = try words("Events")
    #expect(Event.transientDuration(0) == .milliseconds(36) && Event.transientDuration(1) == .milliseconds(12))
    #expect(events.contains("within 36 ms at sharpness 0 and 12 ms at sharpness 1"))
    #expect(Event.defaultIntensity == 1 && Event.defaultSharpness == 0.5)
    #expect(events.contains("the intensity is 1 and the sharpness 0.5"))
    #expect(Envelope.swell(0) == .zero && Envelope.swell(1) == .milliseconds(1990))
    #expect((Envelope.swell(0.5) / .milliseconds(1)).rounded() == 131)
    #expect(events.contains("nothing at 0, 131 ms at 0.5 and 1.99 s at 1"))
    #expect(Envelope.decayTime(0) == .milliseconds(10) && Envelope.decayTime(1) == .seconds(2))
    #expect(events.contains("10 ms at 0 and 2 s at 1"))
    #expect(Score.ducking.level == 0.2 && Score.ducking.margin == .milliseconds(15))
    #expect(try words("Overlapping events").contains("from 15 ms before the tap until its end it counts one fifth"))
    let controls = try words("Controls")
    #expect(controls.contains("The control of intensity, from 0 to 1, multiplies"))
    #expect(controls.contains("the controls of sharpness, attack, decay and release, from -1 to 1, are added"))
    #expect(Control.allCases.filter { $0.isHaptic && $0.isFactor } == [.intensity])
    #expect(Control.intensity.range == 0...1)
    #expect([Control.sharpness, .attack, .decay, .release].allSatisfy { $0.range == -1...1 })
  }

  // MARK: AHAP

  @Test func `every word of AHAP is in the manual, and no other is`() throws {
    let types = AHAPEventType.allCases.map(\.rawValue)
    let parameters = AHAPEventParameter.allCases.map(\.rawValue)
    let controls = Control.allCases.map(\.identifier)
    #expect(try Set(marked("Ql", in: "AHAP")) == Set(types + parameters + controls))
    let keys = [
      AHAPKey.version, AHAPKey.metadata, AHAPKey.pattern, AHAPKey.event, AHAPKey.parameter, AHAPKey.parameterCurve,
      AHAPKey.time, AHAPKey.eventType, AHAPKey.eventDuration, AHAPKey.eventParameters, AHAPKey.waveformPath,
      AHAPKey.waveformUsesVolumeEnvelope, AHAPKey.waveformLoopEnabled, AHAPKey.parameterID, AHAPKey.parameterValue,
      AHAPKey.controlPoints,
    ]
    let items = try marked("It", in: "AHAP").map { String($0.dropFirst("Cm ".count)) }
    #expect(try Set(marked("Cm", in: "AHAP") + items) == Set(keys))
    #expect(AHAPEventParameter.allCases.filter { $0.range == -1...1 } == [.pitch, .pan])
    #expect(try words("AHAP").contains("it lasts \(Event.endless.components.seconds) seconds"))
  }

  @Test func `the examples of the manual have no findings`() throws {
    let examples = try section("EXAMPLES").components(separatedBy: ".Bd -literal -offset indent\n").dropFirst()
      .map { $0.components(separatedBy: "\n.Ed")[0] }
    #expect(examples.count == 2)
    let hum = try read(examples[0], strict: true)
    #expect(hum.format == .ahap && hum.pattern.events.count == 2 && hum.pattern.curves.count == 1)
    #expect(Lint.findings(in: hum) == [])
    #expect(try read(examples[1], strict: true).pattern.events.map(\.kind) == [.transient, .transient])
  }

  // MARK: Other formats

  @Test func `every effect and primitive of Android is in the manual, with its time, and no other is`() throws {
    let items = try section("Android vibration XML").components(separatedBy: "\n.It Cm ")
    func item(_ name: String) throws -> String { try #require(items.first { $0.hasPrefix("\(name)\n") }) }
    let effects = try item("predefined-effect").matches(of: /\.Ql ([a-z_]+)/).map { String($0.output.1) }
    #expect(effects.sorted() == AndroidVocabulary.effects.keys.sorted())
    let primitives = try item("primitive-effect").replacing(".Ql relative_start_offset", with: "")
      .matches(of: /\.Ql ([a-z_]+)[ ,]*(?:\n\(([0-9]+) ms\))?/)
    #expect(primitives.map { String($0.output.1) }.sorted() == AndroidVocabulary.primitives.keys.sorted())
    for match in primitives {
      let primitive = try #require(AndroidVocabulary.primitives[String(match.output.1)])
      if case .tap = primitive.shape {
        #expect(match.output.2 == nil)
      } else {
        #expect(primitive.duration == .milliseconds(Int(match.output.2 ?? "") ?? 0), "\(match.output.1)")
      }
    }
    let (dull, crisp) = AndroidEnvelope.frequencies
    #expect(
      try words("Android vibration XML").contains(
        "the frequencies \(Int(dull))...\(Int(crisp)) Hz become the sharpness")
    )
  }

  @Test func `missing keys of feedbackd have the defaults of the manual`() throws {
    let words = try words("feedbackd")
    #expect(words.contains("bursts (1) of magnitude (1) within the whole duration (1000 ms)"))
    #expect(words.contains("pause (0 ms)") && words.contains("0...32767 (32767)"))
    for type in ["VibraRumble", "VibraPeriodic"] {
      #expect(try read(#"{"type": "\#(type)"}"#).pattern == [buzz(0, for: 1000, 1)])
    }
    let most = #"{"type": "VibraPeriodic", "magnitude": 32767}"#
    #expect(try read(most).warnings == [] && read(most).pattern == [buzz(0, for: 1000, 1)])
    #expect(try read(most.replacing("32767", with: "32768")).warnings.count == 1)
    for type in ["Sound", "Led", "Dummy"] {
      #expect(words.contains(type) && refusal(#"{"type": "\#(type)"}"#) != nil)
    }
  }

  @Test func `amplitudes are read as the manual says`() throws {
    let words = try words("Amplitudes")
    #expect(words.contains("by the power \(Amplitude.exponent)"))
    #expect(words.contains("a burst of up to \(Pulses.longestTap.components.attoseconds / 1_000_000_000_000_000) ms"))
    #expect(HapticClip.intensity(ofAmplitude: 0.25) == 0.5 && HapticClip.sharpness(ofFrequency: 0.25) == 0.5)
    #expect(try self.words(".haptic").contains("the square root is taken"))
  }
}
