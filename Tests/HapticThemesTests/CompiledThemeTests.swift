import AHAP
import Foundation
import HapticPatterns
import Testing
import TextDiagnostics

@testable import HapticThemes

/// Compares the compiled themes with the files of the repository. Writes them if HAPTICD_WRITE_THEMES is set.
@Suite struct CompiledThemeTests {
  private static let isWriting = ProcessInfo.processInfo.environment["HAPTICD_WRITE_THEMES"] != nil

  @Test(arguments: BuiltInThemes.names)
  func `the themes of the program are those of the files; else run make themes`(name: ShortName) throws {
    let folder = Themes.folder.appending(path: name.description)
    let layer = try #require(try ThemeLayer(of: name, folder: folder.path))
    #expect(layer.findings == [])
    let bytes = ThemeWriter.bytes(of: layer.table, try patterns(in: folder, layer.table))
    let file = Themes.folder.appending(path: "../Compiled/\(name).theme")
    if Self.isWriting { try Data(bytes).write(to: file) }
    #expect(Array(try Data(contentsOf: file)) == bytes, "run make themes")
  }

  @Test func `patterns come back as they were written`() throws {
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
      patterns[file] = try AHAPFile.read(bytes, strict: true).file.pattern
    }
  }
}

/// Writes the format that `CompiledTheme` reads.
private struct ThemeWriter {
  private var bytes: [UInt8] = []

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
    var bits = event.envelope.isSustained ? CompiledTheme.sustainedBit : 0
    var length = event.logicalDuration
    if case .continuous(let duration) = event.kind {
      bits |= CompiledTheme.continuousBit
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
