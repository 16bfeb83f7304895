import Foundation
import HapticPatterns
import MotorRendering
import Testing

@testable import FidelitySimulation
@testable import fidelity

/// The targets and the text of the report.
@Suite struct ReportTests {
  private func isMet(_ ours: Double, _ naive: Double, target: Double? = nil, less: Bool = false) -> Bool {
    Summary.Row(name: "", ours: ours, naive: naive, target: target, isLessBetter: less).isMet
  }

  @Test func `a target is met by what reaches it and is better than the naive player`() {
    #expect(isMet(0.96, 0.8, target: 0.95))
    #expect(!isMet(0.94, 0.8, target: 0.95))
    #expect(!isMet(0.96, 0.97, target: 0.95))
    #expect(!isMet(0.96, 0.96, target: 0.95))
    #expect(isMet(0.1, 0.2, less: true))
    #expect(!isMet(0.2, 0.2, less: true))
  }

  @Test func `nobody has to be better than perfect`() {
    #expect(isMet(1, 1, target: 0.95))
    #expect(!isMet(0.99, 1, target: 0.95))
  }

  @Test func `transients are pooled over files, other figures are means of files`() {
    func trial(_ pattern: Pattern, _ drive: Drive) -> Trial {
      Trial(
        Intention(pattern), on: .resonantPhone, Separabilities.resonant, ours: drive,
        naive: NaivePlayer.drive(for: pattern))
    }
    let one: Pattern = [tap(0)]
    let three: Pattern = [tap(0), tap(200), tap(400)]
    let trials = [trial(one, .empty), trial(three, NaivePlayer.drive(for: three))]
    let summary = Summary(.resonantPhone, trials)
    #expect(summary.possible == 4)
    #expect(summary.rows[0].ours == 0.75)
    #expect(summary.rows[0].naive == 1)
    #expect(abs(summary.rows[1].ours - trials[1].ours.correlation / 2) < 1e-9)
  }

  @Test func `only motors with levels are asked for a correlation`() {
    let trials: [Trial] = []
    #expect(Summary(.switchedPhone, trials).rows[1].target == nil)
    #expect(Summary(.pad, trials).rows[1].target == 0.9)
  }

  @Test func `files that do not load are left out, with the reason`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("fidelity-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let good = #"{"Pattern": [{"Event": {"Time": 0, "EventType": "HapticTransient", "EventParameters": []}}]}"#
    try Data(good.utf8).write(to: folder.appendingPathComponent("good.ahap"))
    try Data("{".utf8).write(to: folder.appendingPathComponent("bad.ahap"))
    try Data("other".utf8).write(to: folder.appendingPathComponent("README"))
    let corpus = Corpus(folder)
    #expect(corpus.patterns.map(\.name) == ["good.ahap"])
    #expect(corpus.refusals.count == 1)
    #expect(corpus.refusals.allSatisfy { $0.hasPrefix("bad.ahap:") })
  }

  @Test func `every motor has its rows, and silent patterns have none`() {
    let silent = Pattern([tap(0)], parameters: [DynamicParameter(.intensity, 0)])
    let results = Results(
      [.init(name: "tap", pattern: [tap(0)]), .init(name: "silent", pattern: silent)], bound: false, units: false)
    #expect(results.lines.map(\.file) == ["tap", "tap", "tap", "tap"])
    #expect(results.summaries.map(\.rows.count) == [3, 3, 3, 3])
    let table = results.text(files: false).split(separator: "\n").filter { $0.hasPrefix("|") }
    #expect(table.count == 2 + 12)
    #expect(table.allSatisfy { $0.count { $0 == "|" } == 6 })
  }

  @Test func `arguments that nobody knows are refused`() {
    #expect(Options(["--files", "--report"])?.files == true)
    #expect(Options(["--fast"]) == nil)
  }
}
