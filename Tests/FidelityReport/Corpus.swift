internal import Foundation
internal import HapticFiles
internal import HapticPatterns
internal import TextDiagnostics

/// The pattern files of other projects, which are not part of this repository.
struct Corpus {
  struct Entry {
    var name: String
    var pattern: Pattern
    /// The class of a generated pattern.
    var kind: PatternClass?
    /// The part of a generated pattern; nil for a file, whose name decides.
    var portion: Portion?
  }

  /// The patterns that load, by name.
  var patterns: [Entry] = []
  /// One line for each refused file, with the reason.
  var refusals: [String] = []

  /// The corpus in the folder of `HAPTICD_CORPUS`, otherwise in `../shared/corpus` next to the package; nil if it
  /// contains no patterns.
  static var found: Corpus? {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let folder =
      ProcessInfo.processInfo.environment["HAPTICD_CORPUS"].map { URL(fileURLWithPath: $0) }
      ?? package.deletingLastPathComponent().appendingPathComponent("shared/corpus")
    let corpus = Corpus(folder)
    return corpus.patterns.isEmpty ? nil : corpus
  }

  init(_ folder: URL) {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL }
    let formats: Set = ["ahap", "haptic", "xml", "ahv", "json"]
    for file in (files ?? []).sorted(by: { $0.path < $1.path }) where formats.contains(file.pathExtension) {
      load(file)
    }
  }

  private mutating func load(_ file: URL) {
    let name = file.lastPathComponent
    do throws(Refused) {
      patterns.append(Entry(name: name, pattern: try PatternFile.read(path: file.path).pattern))
    } catch {
      refusals.append(error.finding.description(in: name))
    }
  }
}
