internal import HapticControl
internal import HapticSystem

/// Collects what the page is told without a call.
struct StudioNews: ~Copyable {
  private let studio: Studio
  private let watch: FolderWatch?
  private var count = 0

  /// The time between two collections.
  static let interval = Duration.milliseconds(100)
  /// The collections between two signs of life, which also show that a page has gone.
  private static let perSign = 5

  init(_ studio: Studio) {
    self.studio = studio
    guard let path = studio.target.folder?.path else {
      watch = nil
      return
    }
    do throws(Errno) { watch = try FolderWatch(path) } catch { watch = nil }
  }

  /// The events since the last call, each on one line of JSON.
  mutating func lines() async -> [String] {
    var lines: [String] = []
    if let end = await studio.player.end(), let line = try? Studio.json(end) { lines.append(line) }
    // Also for a save by the page, which knows the version.
    lines += changedFiles().compactMap { try? Studio.json(["event": "changed", "file": $0]) }
    if count % Self.perSign == 0 { lines.append(#"{"event":"alive"}"#) }
    count += 1
    return lines
  }

  private func changedFiles() -> [String] {
    switch try? watch?.news() {
    case .saved(let names): return names.sorted().filter { (try? OpenedFolder.checkName($0)) != nil }
    case .unknown, nil: return []
    }
  }
}
