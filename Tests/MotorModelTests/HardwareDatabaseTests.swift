import Foundation
import HapticPatterns
import MotorModel
import Testing

/// The motors of the hardware database keep what the vocabulary promises.
@Suite struct HardwareDatabaseTests {
  /// An entry of the file: what it matches, and what it says.
  struct Entry: CustomTestStringConvertible {
    var match: String
    var properties: [String: String]
    var testDescription: String { match }

    /// The shortest name that the entry matches.
    var device: String { match.filter { $0 != "*" } }

    /// What all entries together say of that device, in the order of the file as udev reads it.
    var model: (model: MotorModel, warnings: [String]) {
      var all: [String: String] = [:]
      for entry in entries where fnmatch(entry.match, device, 0) == 0 { all.merge(entry.properties) { $1 } }
      var warnings: [String] = []
      let kind = MotorModel.Kind(rawValue: String(match.split(separator: ":")[1])) ?? .vibrator
      return (MotorModel(properties: all, default: kind) { warnings.append($0) }, warnings)
    }
  }

  static let entries: [Entry] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../udev/60-hapticd.hwdb")
    let lines = (try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n") ?? []
    return parse(lines.filter { !$0.hasPrefix("#") })
  }()

  /// Lines that match, each an entry of its own, then the properties of all of them, indented.
  private static func parse(_ lines: [Substring]) -> [Entry] {
    var entries: [Entry] = []
    var block = 0
    for (index, line) in lines.enumerated() {
      if line.hasPrefix(" ") {
        let parts = line.dropFirst().split(separator: "=", maxSplits: 1).map(String.init)
        for entry in block..<entries.count { entries[entry].properties[parts[0]] = parts[1] }
      } else {
        if index > 0, lines[index - 1].hasPrefix(" ") { block = entries.count }
        entries.append(Entry(match: String(line), properties: [:]))
      }
    }
    return entries
  }

  /// Those that are driven at all.
  static let driven = entries.filter { $0.properties["HAPTIC_IGNORE"] == nil }

  @Test func `the database is there`() {
    #expect(Self.entries.count > 20)
  }

  @Test(arguments: driven)
  func `no value is refused`(entry: Entry) {
    #expect(entry.model.warnings == [])
  }

  @Test(arguments: driven)
  func `pulses can be counted and families are ordered`(entry: Entry) {
    let model = entry.model.model
    #expect(model.felt("success").pulses.count == 3)
    #expect(model.felt("warning").pulses.count == 2)
    #expect(model.felt("error").pulses.count == 2)
    let peaks = (["impact.light", "impact.medium", "impact.heavy"] as [ShortName]).map { model.felt($0).peak }
    #expect(peaks[0] < peaks[1] && peaks[1] < peaks[2], "\(peaks)")
    // Where the shortest felt pulse takes nearly as long as all of the soft one, they cannot differ.
    let canDiffer = model.shortestPulse <= .milliseconds(50)
    #expect(!canDiffer || model.felt("impact.soft").length > model.felt("impact.rigid").length)
  }

  @Test(arguments: driven)
  func `the vocabulary fits into half of the slots`(entry: Entry) {
    let model = entry.model.model
    let palette = Set(Vocabulary.standard.feedbacks.flatMap { model.drive($0.name).palette })
    #expect(palette.count <= 8)
  }
}
