import AHAP
import Foundation
import HapticPatterns
import Testing
import TextDiagnostics

@testable import HapticThemes

/// The files of the built-in themes.
@Suite struct BuiltInThemeTests {
  @Test func `both built-in themes load without a warning`() {
    #expect(Theme.builtInNames == ["default", "hig"])
    for theme in Themes.all { #expect(theme.warnings == []) }
    #expect(Theme.standard.lineage == ["default"])
    #expect(Themes.hig.lineage == ["hig", "default"])
  }

  @Test(arguments: ["default", "hig"])
  func `every pattern file of the repository is in the program, and is played`(name: String) throws {
    let files = Themes.patternFiles(of: name)
    #expect(!files.isEmpty)
    let played = Set(try layer(name).table.entries.compactMap(\.pattern?.file))
    #expect(played == Set(files.map(\.lastPathComponent)))
    for file in files {
      let (ahap, _) = try AHAPFile.read(Array(try Data(contentsOf: file)))
      #expect(try layer(name).builtInPatterns[file.lastPathComponent] == ahap.pattern, "\(file)")
    }
  }

  @Test(arguments: ["default", "hig"])
  func `every pattern file is exact and names the source of its numbers`(name: String) throws {
    for file in Themes.patternFiles(of: name) {
      let (ahap, warnings) = try AHAPFile.read(Array(try Data(contentsOf: file)))
      #expect(warnings.isEmpty)
      #expect(ahap.metadata["Project"] == "hapticd")
      #expect(ahap.metadata["Description"].map { $0.count > 40 } ?? false, "\(file.lastPathComponent)")
      #expect(!ahap.pattern.isSilent)
      #expect(ahap.pattern.audio.isEmpty)
    }
  }

  @Test func `every name has a chain of fallbacks that ends in an impact, or means nothing`() throws {
    let table = try layer("default").table.entries
    let entries = Dictionary(uniqueKeysWithValues: table.map { ($0.name, $0) })
    for entry in table where !entry.isSilent {
      var chain = [entry.name]
      while let next = entries[chain[chain.count - 1]]?.fallback, chain.count < 10 { chain.append(next) }
      let last = chain[chain.count - 1].description
      #expect(last.hasPrefix("impact."), "\(chain)")
    }
  }

  @Test func `the theme hig has its own families, and all else of default`() {
    #expect(Themes.hig.feedbacks.map(\.feedback.name) == Theme.standard.feedbacks.map(\.feedback.name))
    let own = Themes.hig.feedbacks.filter { $0.theme == "hig" && !$0.isFallback }
    #expect(
      Set(own.map(\.feedback.name)) == [
        "impact.light", "impact.medium", "impact.heavy", "impact.soft", "impact.rigid", "selection", "success",
        "warning", "error",
      ])
    for (own, other) in zip(Themes.hig.feedbacks, Theme.standard.feedbacks) {
      #expect(own.feedback.category == other.feedback.category)
      #expect(own.isSilent == other.isSilent)
    }
  }

  @Test func `touch and keyboard feedback starts at once and is short`() {
    for theme in Themes.all {
      for themed in theme.feedbacks where !themed.isSilent {
        let pattern = themed.feedback.pattern
        #expect(pattern.events.first?.time == .zero, "\(themed.feedback.name)")
        guard [.touch, .keyboard].contains(themed.feedback.category) else { continue }
        #expect(pattern.duration <= .milliseconds(500), "\(themed.feedback.name)")
      }
    }
  }

  @Test func `feedback that occurs hundreds of times a minute is lighter than a tap`() throws {
    let tap = try #require(Theme.standard.vocabulary["tap"]).pattern.peak
    for name in [
      "selection", "tick", "low-tick", "texture-tick", "key-pressed", "key-released", "segment-frequent-tick",
    ] {
      let pattern = try #require(Theme.standard.vocabulary[ShortName(name)!]).pattern
      #expect(pattern.peak < tap && pattern.events.count == 1, "\(name)")
      #expect(pattern.duration < .milliseconds(30), "\(name)")
    }
  }

  @Test func `calls and alarms hold several cycles that can be repeated without a seam`() throws {
    for name in ["phone-incoming-call", "alarm-clock-elapsed", "timeout-completed", "message-new-cellbroadcast"] {
      let pattern = try #require(Theme.standard.vocabulary[ShortName(name)!]).pattern
      let felt = pattern.events.filter { $0.intensity > .none }
      let perCycle = felt.count / (name == "alarm-clock-elapsed" ? 4 : 3)
      let period = felt[perCycle].time
      #expect(period > .seconds(1) && period < .seconds(3))
      for (event, next) in zip(felt, felt.dropFirst(perCycle)) {
        #expect(next.time - event.time == period && next.kind == event.kind && next.intensity == event.intensity)
      }
      #expect(pattern.duration == period * (felt.count / perCycle), "\(name)")
      #expect(felt.allSatisfy { $0.intensity >= 0.9 })
      let active = felt.reduce(Duration.zero) { $0 + $1.duration }
      #expect(active < pattern.duration * 2 / 3, "a motor needs rests")
    }
  }

  private func layer(_ name: String) throws -> ThemeLayer {
    let theme = try #require(ShortName(name))
    return try #require(ThemeLayer(builtIn: theme))
  }
}

extension Pattern {
  var peak: Intensity { events.map(\.intensity).max() ?? .none }
}
