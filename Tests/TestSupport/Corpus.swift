package import Foundation

/// Pattern files of public projects, which are not in this repository: in the folder HAPTICD_CORPUS, or next to this
/// package.
package enum Corpus {
  /// The folder with the files of this kind; nil if it does not exist.
  package static func folder(_ kind: String) -> URL? {
    let named = ProcessInfo.processInfo.environment["HAPTICD_CORPUS"].map { URL(fileURLWithPath: $0) }
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let corpus = named ?? package.deletingLastPathComponent().appendingPathComponent("shared/corpus")
    let folder = corpus.appendingPathComponent(kind)
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }

  /// The files of this kind, sorted by name.
  package static func files(_ kind: String) -> [URL] {
    guard let folder = folder(kind) else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().map { folder.appendingPathComponent($0) }
  }

  /// All files in formats that can be read as patterns.
  package static let all = ["ahap", "haptic", "android-xml"].flatMap(files)

  /// Every twelfth of them in `make check`, for what takes long.
  package static let some = all.indices.filter { $0.isMultiple(of: TestExtent.all(1, quick: 12)) }.map { all[$0] }
}
