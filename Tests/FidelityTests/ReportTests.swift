import Foundation
import HapticPatterns
import MotorRendering
import TestSupport
import Testing

@testable import FidelityReport
@testable import FidelitySimulation

/// The comparisons and the text of the report.
@Suite struct ReportTests {
  private func compare(_ figure: Figure, _ ours: Double, _ naive: Double) -> (met: Bool, better: Bool) {
    let comparison = Comparison(figure: figure, notion: .velocity, ours: ours, naive: naive)
    return (comparison.isMet, comparison.isBetter)
  }

  @Test func `an equal figure meets a comparison, and a better one exceeds it`() {
    #expect(compare(.apart, 0.96, 0.8) == (true, true))
    #expect(compare(.apart, 0.8, 0.8) == (true, false))
    #expect(compare(.apart, 0.79, 0.8) == (false, false))
    #expect(compare(.peakError, 0.1, 0.2) == (true, true))
    #expect(compare(.unfelt, 0.2, 0.1) == (false, false))
  }

  @Test func `transients are pooled over files, other figures are means of files`() {
    func trial(_ pattern: Pattern, _ drive: Drive) -> Figures {
      Trial(
        Intention(pattern), on: .resonantPhone, Separabilities.resonant, ours: drive,
        naive: [NaivePlayer.drive(for: pattern)]
      ).judgements[0].ours
    }
    let one: Pattern = [tap(0)]
    let three: Pattern = [tap(0), tap(200), tap(400)]
    let figures = [trial(one, .empty), trial(three, NaivePlayer.drive(for: three))]
    #expect(Figure.apart.value(figures) == 0.75)
    #expect(Figure.unfelt.value(figures) == 0.25)
    #expect(abs(Figure.correlation.value(figures) - figures[1].correlation / 2) < 1e-9)
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

  @Test func `copies of a file in other projects are in the same part, and a third is held out`() {
    func isHeldOut(_ name: String) -> Bool { Corpus.Entry(name: name, pattern: []).isHeldOut }
    #expect(isHeldOut("one__project__Bounce.ahap") == isHeldOut("another__Bounce.haptic"))
    let count = (0..<300).count { isHeldOut("project__\($0).ahap") }
    #expect((70...130).contains(count))
  }

  @Test func `no file and no unit is in both parts, and each is in one`() {
    let names = OwnPatterns.all.map(\.name)
    let parts = Portion.allCases.map { $0.files(OwnPatterns.all).map(\.name) }
    #expect(parts[0].count + parts[1].count == names.count)
    #expect(Set(parts[0]).isDisjoint(with: parts[1]))
    #expect(parts.allSatisfy { !$0.isEmpty })
  }

  @Test func `without a corpus, the patterns of the themes and of the project are used`() {
    let all = OwnPatterns.all
    #expect(all.contains { $0.name == "theme success" } && all.contains { $0.name == "roll at 25 Hz" })
    #expect(Set(all.map(\.name)).count == all.count)
    #expect(all.allSatisfy { !Intention($0.pattern).isSilent })
  }

  @Test func `generated patterns are the same each time, differ, and are of nine classes in both parts`() {
    let parts = Portion.allCases.map(GeneratedPatterns.all)
    for (portion, part) in zip(Portion.allCases, parts) {
      #expect(part.map(\.pattern) == GeneratedPatterns.all(portion).map(\.pattern))
      #expect(portion.files(part).count == part.count)
      #expect(part.count == PatternClass.allCases.count * GeneratedPatterns.count)
      #expect(part.allSatisfy { !Intention($0.pattern).isSilent })
    }
    #expect(Set((parts[0] + parts[1]).map(\.pattern)).count == 2 * parts[0].count)
  }

  @Test func `numbers of a seed are of their range, and of all of it`() {
    var numbers = SeededNumbers(seed: 7)
    let ratios = (0..<500).map { _ in numbers.ratio(15...200) }
    #expect(ratios.allSatisfy { (15...200).contains($0) })
    // Half of the numbers are below the geometric mean.
    #expect((200...300).contains(ratios.count { $0 < 54.8 }))
    #expect(Set((0..<100).map { _ in numbers.count(2...4) }) == [2, 3, 4])
  }

  @Test(.enabled(if: TestExtent.isFull, "make check-all runs this, because it renders every generated pattern"))
  func `generated patterns have a table of their classes`() {
    let entries = GeneratedPatterns.all(.tuning).filter { $0.name.hasSuffix(" 0") || $0.name.hasSuffix(" 2000") }
    let results = Results(entries, .tuning)
    #expect(results.classes.map(\.kind) == [.taps, .trains])
    #expect(results.classText.split(separator: "\n").count { $0.hasPrefix("| trains of taps | ") } == 4)
    #expect(Results([.init(name: "tap", pattern: [tap(0)])], .tuning).classText == "")
  }

  @Test func `every motor has its rows, and silent patterns have none`() {
    let silent = Pattern([tap(0)], parameters: [DynamicParameter(.intensity, 0)])
    let results = Results(
      [.init(name: "tap", pattern: [tap(0)]), .init(name: "silent", pattern: silent)], .tuning)
    #expect(results.lines.map(\.file) == ["tap", "tap", "tap", "tap"])
    #expect(results.summaries.count == 8)
    #expect(results.count.all == 80)
    let table = results.text(files: false).split(separator: "\n").filter { $0.hasPrefix("|") }
    #expect(table.count == 2 + 4 * Figure.allCases.count)
    #expect(table.allSatisfy { $0.count { $0 == "|" } == 7 })
  }

  @Test func `unknown arguments are refused`() {
    #expect(Options(["--files", "--report"])?.files == true)
    #expect(Options(["--generated"])?.generated == true)
    #expect(Options(["--tuning"])?.tuningOnly == true)
    #expect(Options(["--fast"]) == nil)
  }
}
