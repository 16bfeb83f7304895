public import HapticSystem

/// Reads files with an eye on their folders, and says when to read them again: once, a little after the first change,
/// since who saves one file often saves several.
public final class SettlingWatch {
  /// Told that something was changed, and has had time to settle. It is expected to `read` again.
  public var onChange: (() -> Void)?

  private let loop: EventLoop
  private let changes: DirectoryChange
  private let patience: Duration
  private let log: Log
  private var watches: [Registration] = []
  private var settling: Timer?
  private var isSettling = false

  /// - Parameters:
  ///   - changes: of entries, that matter.
  ///   - patience: how long files may still be written after the first of them has changed.
  /// - Throws: what the kernel says when it has no timer left.
  public init(_ loop: EventLoop, for changes: DirectoryChange, patience: Duration, log: Log) throws(Errno) {
    self.loop = loop
    self.changes = changes
    self.patience = patience
    self.log = log
    settling = try loop.timer { [unowned self] _ in settle() }
  }

  /// Reads files, with a watch on all of them from before: what is written while they are read is noticed. A folder or a
  /// link that appears on the way asks for another watch, and for reading them again.
  ///
  /// Changes that were noticed before are read along, and not announced any more.
  ///
  /// - Parameters:
  ///   - places: what to watch, as files are and as they were last read. A place that cannot be watched is passed over.
  ///   - read: called at least once, and at most four times.
  public func read(_ places: () -> [WatchPlace], by read: () -> Void) {
    isSettling = false
    settling?.disarm()
    for _ in 0..<Self.attempts {
      let watched = places()
      // Anew each time: a folder that went and came back is another one.
      watches = watched.compactMap { registration(of: $0) }
      read()
      if places() == watched { return }
    }
  }

  /// Who makes folders faster than this is noticed with the next change.
  static let attempts = 4

  private func registration(of place: WatchPlace) -> Registration? {
    do throws(Errno) {
      return Registration(
        try loop.watchDirectory(place.path, for: changes) { [unowned self] entry, _ in
          if place.matters(entry) { noteChange() }
        })
    } catch {
      log.debug("\(place.path) cannot be watched: \(error)")
      return nil
    }
  }

  /// Later changes do not put it off: who writes without end is read all the same.
  private func noteChange() {
    guard !isSettling else { return }
    isSettling = true
    settling?.arm(at: .now + patience)
  }

  private func settle() {
    isSettling = false
    onChange?()
  }
}
