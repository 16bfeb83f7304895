internal import HapticSystem

/// Watches files and their folders, and reports once, a short time after the first change: several files are often saved
/// together.
final class SettlingWatch {
  /// Called a short time after a change.
  var onChange: (() -> Void)?

  private let loop: EventLoop
  private let changes: DirectoryChange
  private let settlingTime: Duration
  private let log: Log
  private var watches: [Source] = []
  private lazy var settling = loop.timer { [unowned self] _ in settle() }
  private var isSettling = false
  private var hasWarned = false

  /// - Parameters:
  ///   - changes: the changes of entries to react to.
  ///   - settlingTime: the time from the first change to the report.
  init(_ loop: EventLoop, for changes: DirectoryChange, settlingTime: Duration, log: Log) {
    self.loop = loop
    self.changes = changes
    self.settlingTime = settlingTime
    self.log = log
  }

  /// Watches these places and no others. Earlier changes are not reported any more: read the files after this call.
  ///
  /// - Parameter places: the places to watch. A place that cannot be watched is skipped.
  func watch(_ places: [WatchPlace]) {
    isSettling = false
    settling.disarm()
    // A folder that was removed and created again needs a new watch.
    watches = places.compactMap { source(of: $0) }
  }

  private func source(of place: WatchPlace) -> Source? {
    do throws(Errno) {
      return try loop.watchDirectory(place.path, for: changes) { [unowned self] entry, _ in
        if place.matters(entry) { noteChange() }
      }
    } catch {
      note(error, at: place.path)
      return nil
    }
  }

  /// A missing folder has a watch above it. Without a free watch, nothing notices a change.
  private func note(_ error: Errno, at path: String) {
    guard error == .noSpace || error == .tooManyFiles else {
      return log.debug("\(path) cannot be watched: \(error)")
    }
    guard !hasWarned else { return }
    hasWarned = true
    log.warning(
      "changes in \(path) are not noticed: \(error); raise fs.inotify.max_user_instances or "
        + "fs.inotify.max_user_watches, or send SIGHUP after a change")
  }

  /// Later changes do not delay the report, so that files that are written without pause are read as well.
  private func noteChange() {
    guard !isSettling else { return }
    isSettling = true
    settling.arm(at: .now + settlingTime)
  }

  private func settle() {
    isSettling = false
    onChange?()
  }
}
