internal import Foundation
internal import HapticPatterns

/// Pattern files of other people, which are not part of this repository.
struct Corpus {
  struct Entry {
    var name: String
    var pattern: Pattern
  }

  /// Those that load and have something to feel, by name.
  var patterns: [Entry] = []

  /// The folder in `HAPTICD_CORPUS`, else `../shared/corpus` beside the package; nil without any.
  static var found: Corpus? {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let folder =
      ProcessInfo.processInfo.environment["HAPTICD_CORPUS"].map { URL(fileURLWithPath: $0) }
      ?? package.deletingLastPathComponent().appendingPathComponent("shared/corpus")
    let corpus = Corpus(folder)
    return corpus.patterns.isEmpty ? nil : corpus
  }

  init(_ folder: URL) {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL }
    for file in (files ?? []).sorted(by: { $0.path < $1.path }) {
      guard let pattern = Self.read(file) else { continue }
      let isSilent = pattern.isSilent
      if isSilent { note("\(file.lastPathComponent): nothing to feel") }
      if !isSilent { patterns.append(Entry(name: file.lastPathComponent, pattern: pattern)) }
    }
  }

  private static func read(_ file: URL) -> Pattern? {
    guard file.pathExtension == "ahap" else { return nil }
    return ProvisionalReader.pattern(file)
  }
}
