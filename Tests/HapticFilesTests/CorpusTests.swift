import AHAP
import Foundation
import HapticFiles
import HapticPatterns
import TestSupport
import Testing
import TextDiagnostics

@Suite(.enabled(if: Corpus.folder("haptic") != nil, "no corpus of pattern files beside the repository"))
struct CorpusTests {
  /// The reasons for refusals by file name. All other files are read.
  private static let refusals: [String: String] = [
    "facebook__meta-haptics-sdk__invalid_empty_amplitude_envelope.haptic":
      "20:22 signals.continuous.envelopes.amplitude: fewer than two points of amplitude",
    "facebook__meta-haptics-sdk__invalid_fields_v1.haptic": "1:1 : no signals",
    "facebook__meta-haptics-sdk__invalid_single_amplitude_breakpoint.haptic":
      "20:22 signals.continuous.envelopes.amplitude: fewer than two points of amplitude",
    "facebook__meta-haptics-sdk__validation_v1_amplitude.haptic":
      "39:26 signals.continuous.envelopes.amplitude[3].amplitude: 1.5 is out of range",
    "facebook__meta-haptics-sdk__validation_v1_emphasis_amplitude.haptic":
      "32:27 signals.continuous.envelopes.amplitude[2].emphasis: an emphasis of 0.2 on an amplitude of 0.5",
    "aosp__VibrationEffectXmlSerializationTest__09-select-empty.xml":
      "1:1 vibration-select: no playable effect",
    "aosp__VibrationEffectXmlSerializationTest__12-invalid-vendor.xml":
      "1:19 vibration-effect.vendor-effect[0]: a vendor effect, which is known only to its phone",
    "aosp__VibrationEffectXmlSerializationTest__16-invalid-two-roots.xml":
      "4:1 : invalid XML: junk after document element",
  ]

  /// The expected warnings by file name; other files have none.
  private static let warnings: [String: [String]] = [
    "Lofelt__NiceVibrations__BulletMetal1.haptic": ["1:1596 signals.continuous.envelopes.frequency[8]: \(outside)"],
    "Lofelt__NiceVibrations__v1-0.5.haptic": ["1:390 signals.continuous.envelopes.frequency[1]: \(outside)"],
    "facebook__meta-haptics-sdk__2_points.haptic": ["33:11 signals.continuous.envelopes.frequency[1]: \(outside)"],
    "facebook__meta-haptics-sdk__invalid_freq_bp_outside_amp_env.haptic": [
      "29:21 signals.continuous.envelopes.frequency[2]: \(outside)"
    ],
    "aosp-mirror__platform_frameworks_base__default_ringtone_vibration_effect.ahv": [
      "21:1 vibration: \(oldRoot)",
      "28:9 vibration.waveform-effect[0].repeating[5]: Android repeats this until it is stopped; "
        + "the pattern has it once",
    ],
    "aosp__VibrationEffectXmlSerializationTest__13-invalid-text.xml": [
      "2:5 vibration-effect: unexpected text; ignored"
    ],
    "aosp__VibrationEffectXmlSerializationTest__14-invalid-old-root.xml": ["1:1 vibration: \(oldRoot)"],
  ]
  private static let outside = "outside the time of the amplitude; not felt"
  private static let oldRoot = "vibration is the former name of the element"

  @Test(arguments: Corpus.files("haptic") + Corpus.files("android-xml"))
  func `a file of the corpus is read, or refused for its reason`(_ file: URL) throws {
    let name = file.lastPathComponent
    do throws(Refused) {
      let read = try PatternFile.read(path: file.path)
      #expect(Self.refusals[name] == nil)
      #expect(read.warnings.map(\.short) == Self.warnings[name] ?? [])
      #expect(read.format == (name.hasSuffix(".haptic") ? .haptic : .androidXML))
      let written = AHAPFile(pattern: read.pattern)
      let (again, warnings) = try AHAPFile.read(written.write())
      #expect(again == written && warnings.isEmpty)
    } catch {
      #expect(error.finding.short == Self.refusals[name])
    }
  }

  @Test func `the corpus contains the expected files`() {
    let names = (Corpus.files("haptic") + Corpus.files("android-xml")).map(\.lastPathComponent)
    #expect(Set(Self.refusals.keys).union(Self.warnings.keys).isSubset(of: names))
    #expect(names.count >= 41)
  }

  @Test(arguments: Corpus.files("ahap"))
  func `PatternFile reads an AHAP file as AHAPFile does`(_ file: URL) throws {
    let read = try PatternFile.read(path: file.path)
    #expect(read.format == .ahap)
    #expect(read.pattern == (try AHAPFile.read([UInt8](try Data(contentsOf: file))).file.pattern))
  }

  /// Clips that Meta's program has also exported as AHAP. It ducks their taps, as hapticd does by its own rules.
  @Test(arguments: ["16_points", "17_points", "long_clip"])
  func `a clip feels like the AHAP that its author's program makes of it`(_ name: String) throws {
    let folder = try #require(Corpus.folder("haptic"))
    let clip = try PatternFile.read(
      path: folder.appendingPathComponent("facebook__meta-haptics-sdk__\(name).haptic").path)
    let other = folder.deletingLastPathComponent().appendingPathComponent("ahap")
    let exporter = name == "16_points" ? "Lofelt__NiceVibrations" : "facebook__meta-haptics-sdk"
    let exported = try PatternFile.read(path: other.appendingPathComponent("\(exporter)__\(name).ahap").path)
    let (left, right) = (Score(clip.pattern), Score(exported.pattern))
    let taps = clip.pattern.events.filter { $0.kind == .transient }.map(\.time)
    var moment = Duration.milliseconds(7)
    while moment < clip.pattern.duration {
      let near = taps.contains { abs(($0 - moment) / .seconds(1)) < 5.1 }
      let (one, two) = (left.strength(at: moment), right.strength(at: moment))
      if !near { #expect(abs(one.intensity.rawValue - two.intensity.rawValue) < 0.001, "\(moment)") }
      if !near { #expect(abs(one.sharpness.rawValue - two.sharpness.rawValue) < 0.001, "\(moment)") }
      moment += .milliseconds(37)
    }
  }
}
