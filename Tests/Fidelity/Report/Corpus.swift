internal import AHAP
internal import Foundation
internal import HapticPatterns

/// Pattern files of other people, which are not part of this repository.
struct Corpus {
  struct Entry {
    var name: String
    var pattern: Pattern
  }

  /// Those that load, by name.
  var patterns: [Entry] = []
  /// One line for each that does not, with the reason.
  var refusals: [String] = []

  /// The folder in `HAPTICD_CORPUS`, else `../shared/corpus` beside the package; nil where no pattern is in it.
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
    for file in (files ?? []).sorted(by: { $0.path < $1.path }) where file.pathExtension == "ahap" { load(file) }
  }

  private mutating func load(_ file: URL) {
    let name = file.lastPathComponent
    do throws(Refused) {
      guard let bytes = try? Data(contentsOf: file) else {
        refusals.append("\(name): cannot be opened")
        return
      }
      patterns.append(Entry(name: name, pattern: try AHAPFile.read(Array(bytes)).file.pattern))
    } catch {
      refusals.append(error.finding.description(in: name))
    }
  }
}
