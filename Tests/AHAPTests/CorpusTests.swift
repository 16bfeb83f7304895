import AHAP
import Foundation
import HapticPatterns
import TestSupport
import Testing
import TextDiagnostics

@Suite(.enabled(if: Corpus.folder("ahap") != nil, "no corpus of AHAP files beside the repository"))
struct CorpusTests {
  /// The expected warnings by file name; other files have none. No file is refused.
  private static let warnings: [String: [String]] = [
    "Lofelt__NiceVibrations__invalid_fields.ahap": ["24:13: Pattern[1].ParameterCurves"],
    "Lofelt__NiceVibrations__long_clip.ahap": ["129:16: Pattern[5].Event"],
    "MPEGGroup__HapticReferenceSoftware__ReferenceFiles-test-22ce60.ahap": ["25:13: Pattern[1].Event"],
    "MPEGGroup__HapticReferenceSoftware__ReferenceFiles-test-d6655e.ahap": ["25:13: Pattern[1].Event"],
    "MPEGGroup__HapticReferenceSoftware__ReferenceFiles-test.ahap": ["25:13: Pattern[1].Event"],
    "MPEGGroup__HapticReferenceSoftware__test.ahap": ["25:13: Pattern[1].Event"],
    "apple__unityplugins__Bounce.ahap": ["6:75: "],
    "apple__unityplugins__Bouncing.ahap": ["6:88: "],
    "apple__unityplugins__Close.ahap": ["6:81: "],
    "apple__unityplugins__Jump.ahap": ["6:96: "],
    "apple__unityplugins__Open.ahap": ["6:100: "],
    "apple__unityplugins__Recharge.ahap": ["46:63: "],
    "apple__unityplugins__Recoil.ahap": ["21:43: Pattern[0].Event.EventParameters[1].ParameterValue"],
    "apple__unityplugins__Spin.ahap": ["74:22: "],
    "candlefinance__haptics__test.ahap": ["21:16: Pattern[1].Event"],
    "facebook__meta-haptics-sdk__invalid.ahap": ["21:13: Pattern[1].ParameterCurves"],
    "facebook__meta-haptics-sdk__long_clip.ahap": ["124:22: Pattern[5].Event"],
    "samroman3__AHAPpy__Success1.ahap": ["15:43: Pattern[0].Event.EventParameters[1].ParameterValue"],
  ]

  @Test(arguments: Corpus.files("ahap"))
  func `a file of the corpus is read, and written back equal`(_ file: URL) throws {
    let (read, warnings) = try AHAPFile.read([UInt8](try Data(contentsOf: file)))
    #expect(
      warnings.map { "\($0.line ?? 0):\($0.column ?? 0): \($0.key)" } == Self.warnings[file.lastPathComponent] ?? [])
    #expect(!read.pattern.isSilent)
    let again = try readExactly(read.write())
    #expect(again == read)
    #expect(again.write() == read.write())
  }

  @Test func `the corpus contains the expected files`() {
    let names = Corpus.files("ahap").map(\.lastPathComponent)
    #expect(Set(Self.warnings.keys).isSubset(of: names))
    #expect(names.count >= 54)
  }
}
