import AHAP
import Foundation
import HapticPatterns
import Testing
import TextDiagnostics

@testable import HapticThemes

/// Compares the compiled themes with the files of the repository. Writes them if HAPTICD_WRITE_THEMES is set.
@Suite struct CompiledThemeTests {
  private static let isWriting = ProcessInfo.processInfo.environment["HAPTICD_WRITE_THEMES"] != nil

  @Test(arguments: Theme.builtInNames)
  func `the themes of the program are those of the files; else run make themes`(name: ShortName) throws {
    let folder = Themes.folder.appending(path: name.description)
    var room = ThemeLimits.table.maximumBytes
    let layer = try #require(try ThemeLayer(of: name, folder: folder.path, room: &room))
    #expect(layer.findings == [])
    let bytes = ThemeWriter.bytes(of: layer.table, try patterns(in: folder, layer.table))
    let file = Themes.folder.appending(path: "../Compiled/\(name).theme")
    if Self.isWriting { try Data(bytes).write(to: file) }
    #expect(Array(try Data(contentsOf: file)) == bytes, "run make themes")
  }

  @Test(arguments: Theme.builtInNames)
  func `the resolved themes of the program are the result of their layers; else run make themes`(
    name: ShortName
  ) throws {
    let theme = try Theme.resolve(name, searching: [])
    let bytes = ThemeWriter.bytes(of: theme)
    let file = Themes.folder.appending(path: "../Compiled/\(name).resolved")
    if Self.isWriting { try Data(bytes).write(to: file) }
    #expect(Array(try Data(contentsOf: file)) == bytes, "run make themes")
    if Self.isWriting { return }
    let read = try #require(ResolvedTheme.theme(name, searching: ["/nonexistent"]))
    #expect(read.feedbacks == theme.feedbacks)
    #expect(read.vocabulary.feedbacks == theme.vocabulary.feedbacks)
    #expect(read.name == name && read.lineage == theme.lineage)
  }

  @Test func `a folder for a theme or for its parent replaces the resolved form`() throws {
    // The compiled forms may be of another version while they are written.
    if Self.isWriting { return }
    let folder = try ThemesFolder()
    for name in ["default", "hig"] as [ShortName] {
      #expect(ResolvedTheme.theme(name, searching: [folder.path]) != nil)
    }
    try folder.write("default/theme.json", "{}")
    for name in ["default", "hig"] as [ShortName] {
      #expect(ResolvedTheme.theme(name, searching: [folder.path]) == nil)
    }
    #expect(ResolvedTheme.theme("nothing", searching: []) == nil)
  }

  @Test func `compiled patterns are read back unchanged`() throws {
    let pattern = Pattern(
      [
        Event(.transient, at: .nanoseconds(3), intensity: 0.1, sharpness: 0.2, logicalDuration: .milliseconds(700)),
        Event(
          .continuous(duration: .milliseconds(1)), at: .seconds(1), intensity: 0.3, sharpness: 0.4,
          envelope: Envelope(attack: 0.5, decay: 0.6, release: 0.7, isSustained: false)),
      ], parameters: [DynamicParameter(.sharpness, -0.3, at: .seconds(2))],
      curves: [ParameterCurve(.intensity, at: .seconds(3), [.init(at: .zero, 0.25), .init(at: .seconds(1), 1)])])
    let entries = [
      ThemeTable.Entry(name: "a", category: .alarm, pattern: .init("ä.ahap"), path: .root),
      ThemeTable.Entry(name: "b", fallback: "a", path: .root),
      ThemeTable.Entry(name: "c", category: .touch, isSilent: true, path: .root),
    ]
    let table = ThemeTable(parent: "p", entries)
    let read = CompiledTheme(ThemeWriter.bytes(of: table, ["ä.ahap": pattern]))
    #expect(read.patterns == ["ä.ahap": pattern])
    #expect(read.table.parent == "p" && read.table.entries.map(\.name) == ["a", "b", "c"])
    #expect(read.table.entries[0].category == .alarm && read.table.entries[0].pattern?.file == "ä.ahap")
    #expect(read.table.entries[1].category == nil && read.table.entries[1].fallback == "a")
    #expect(read.table.entries[2].isSilent == true && read.table.entries[2].pattern == nil)
  }

  private func patterns(in folder: URL, _ table: ThemeTable) throws -> [String: Pattern] {
    try table.entries.compactMap(\.pattern?.file).reduce(into: [:]) { patterns, file in
      let bytes = Array(try Data(contentsOf: folder.appending(path: file)))
      patterns[file] = try AHAPFile.read(bytes).file.pattern
    }
  }
}

/// Writes the formats that `CompiledTheme` and `ResolvedTheme` read.
private struct ThemeWriter {
  private var bytes: [UInt8] = []

  static func bytes(of theme: Theme) -> [UInt8] {
    var writer = ThemeWriter()
    let names = theme.feedbacks.map(\.feedback.name)
    var sources: [ThemedFeedback] = []
    func source(of feedback: ThemedFeedback) -> Int? {
      sources.firstIndex { $0.theme == feedback.theme && $0.patternName == feedback.patternName }
    }
    for feedback in theme.feedbacks where !feedback.isSilent && source(of: feedback) == nil { sources.append(feedback) }
    writer.put(theme.lineage)
    writer.put(names)
    writer.put(sources.map(\.patternName))
    writer.put(count: sources.count)
    for source in sources { writer.put(source.feedback.pattern) }
    for feedback in theme.feedbacks {
      writer.put(feedback.feedback.category.rawValue)
      writer.put(count: source(of: feedback) ?? CompiledTheme.noPattern)
      writer.put(UInt8(theme.lineage.firstIndex(of: feedback.theme)!))
      writer.put(count: feedback.chain.count)
      for name in feedback.chain { writer.put(count: names.firstIndex(of: name)!) }
    }
    return writer.bytes
  }

  private mutating func put(_ names: [ShortName]) {
    put(count: names.count)
    for name in names { put(name.description) }
  }

  static func bytes(of table: ThemeTable, _ patterns: [String: Pattern]) -> [UInt8] {
    var writer = ThemeWriter()
    let files = patterns.keys.sorted()
    writer.put(table.parent?.description ?? "")
    writer.put(count: files.count)
    for file in files {
      writer.put(file)
      writer.put(patterns[file]!)
    }
    writer.put(count: table.entries.count)
    for entry in table.entries { writer.put(entry, files) }
    return writer.bytes
  }

  private mutating func put(_ value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
  }

  private mutating func put(count: Int) { put(UInt16(count)) }
  private mutating func put(_ value: Double) { put(value.bitPattern) }

  private mutating func put(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    put(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }

  private mutating func put(_ text: String) {
    put(UInt8(text.utf8.count))
    bytes += text.utf8
  }

  private mutating func put(_ pattern: Pattern) {
    put(count: pattern.events.count)
    put(count: pattern.parameters.count)
    put(count: pattern.curves.count)
    for event in pattern.events { put(event) }
    for parameter in pattern.parameters {
      put(parameter.control.rawValue)
      put(parameter.value)
      put(parameter.time)
    }
    for curve in pattern.curves {
      put(curve.control.rawValue)
      put(curve.time)
      put(count: curve.points.count)
      for point in curve.points {
        put(point.time)
        put(point.value)
      }
    }
  }

  private mutating func put(_ event: Event) {
    var bits = event.envelope.isSustained ? CompiledReader.sustainedBit : 0
    var length = event.logicalDuration
    if case .continuous(let duration) = event.kind {
      bits |= CompiledReader.continuousBit
      length = duration
    }
    put(bits)
    put(event.time)
    put(length)
    for value in [
      event.intensity.rawValue, event.sharpness.rawValue, event.envelope.attack, event.envelope.decay,
      event.envelope.release,
    ] { put(value) }
  }

  private mutating func put(_ entry: ThemeTable.Entry, _ files: [String]) {
    put(entry.name.description)
    put(entry.category?.rawValue ?? 0)
    put(UInt8(entry.isSilent ? 1 : 0))
    put(count: entry.pattern.flatMap { files.firstIndex(of: $0.file) } ?? CompiledTheme.noPattern)
    put(entry.fallback?.description ?? "")
  }
}
