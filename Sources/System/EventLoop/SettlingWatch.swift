public import HapticSystem

/// Watches files and their folders, and reports once, a short time after the first change, that they should be read
/// again: several files are often saved together.
public final class SettlingWatch {
  /// Called a short time after a change. Call `read` again there.
  public var onChange: (() -> Void)?

  private let loop: EventLoop
  private let subject: String
  private let changes: DirectoryChange
  private let patience: Duration
  private let log: Log
  private var watches: [Registration] = []
  private var settling: Timer?
  private var isSettling = false

  /// - Parameters:
  ///   - subject: the files, for log messages.
  ///   - changes: the changes of entries to react to.
  ///   - patience: the time from the first change to the report.
  /// - Throws: the kernel's error where it has no timer left.
  public init(
    _ loop: EventLoop, on subject: String, for changes: DirectoryChange, patience: Duration, log: Log
  ) throws(Errno) {
    self.loop = loop
    self.subject = subject
    self.changes = changes
    self.patience = patience
    self.log = log
    settling = try loop.timer { [unowned self] _ in settle() }
  }

  /// Watches files and then reads them, so that no change is missed. If a folder or a link has appeared meanwhile,
  /// watches and reads again.
  ///
  /// Earlier changes are not reported any more.
  ///
  /// - Parameters:
  ///   - places: the places to watch. A place that cannot be watched is skipped.
  ///   - links: the symbolic links on the way to the files, which are watched as well.
  ///   - read: called at least once, and at most four times.
  public func read(
    _ places: () -> [WatchPlace], links: () -> LinkTrail = { LinkTrail() }, by read: () -> Void
  ) {
    isSettling = false
    settling?.disarm()
    var isCut = false
    for _ in 0..<Self.attempts {
      let trail = links()
      isCut = trail.isCut
      let watched = places() + trail.places
      // A folder that was removed and created again needs a new watch.
      watches = watched.compactMap { registration(of: $0) }
      read()
      if places() + links().places == watched { break }
    }
    guard isCut else { return }
    log.warning("too many files or symbolic links of \(subject); after a change of some of them, send SIGHUP")
  }

  /// The limit for folders that change without pause; later changes are reported.
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

  /// Later changes do not delay the report, so that files that are written without pause are read as well.
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
