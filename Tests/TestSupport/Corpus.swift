public import Foundation

/// Pattern files of public projects, which are not in this repository: in the folder HAPTICD_CORPUS, or next to this
/// package.
public enum Corpus {
  /// The folder with the files of this kind; nil if it does not exist.
  public static func folder(_ kind: String) -> URL? {
    let named = ProcessInfo.processInfo.environment["HAPTICD_CORPUS"].map { URL(fileURLWithPath: $0) }
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let corpus = named ?? package.deletingLastPathComponent().appendingPathComponent("shared/corpus")
    let folder = corpus.appendingPathComponent(kind)
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }

  /// The files of this kind, sorted by name.
  public static func files(_ kind: String) -> [URL] {
    guard let folder = folder(kind) else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().map { folder.appendingPathComponent($0) }
  }

  /// All files in formats that can be read as patterns.
  public static let all = ["ahap", "haptic", "android-xml"].flatMap(files)

  /// Every twelfth of them in `make check`, for what takes long.
  public static let some = all.indices.filter { $0.isMultiple(of: TestExtent.all(1, quick: 12)) }.map { all[$0] }
}
