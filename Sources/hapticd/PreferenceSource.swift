internal import EventLoop
internal import HapticPreferences
internal import HapticSystem
internal import PreferenceFiles

/// The preferences in force: read at the start, and again when a file of them changes. What is broken is logged with its
/// place, and what a broken file said while it was good stays.
final class PreferenceSource {
  /// What files say, and at its default what they do not.
  var current: Preferences { stack.preferences }
  /// What is broken now, in one line that says where and what to do; nil where nothing is.
  var complaint: String? { stack.complaint }
  /// Told when the preferences, or what is wrong with their files, differ from before.
  var onChange: (() -> Void)?

  /// Also where each of them is said.
  private(set) var stack: PreferenceStack
  private let folders: [String]
  private let log: Log
  private let loop: EventLoop
  private var watches: [Registration] = []
  private var settling: Timer?
  private var isSettling = false

  /// - Parameter folders: where files are, the most important first.
  init(
    in folders: [String] = PreferenceFolders.all(environment: Environment.variable), loop: EventLoop, log: Log
  ) {
    self.folders = folders
    self.log = log
    self.loop = loop
    stack = PreferenceStack()
    settling = try? loop.timer { [unowned self] _ in reload() }
    read()
    report([])
  }

  /// Says what is wrong, but not again what was said before: each save of a file reads all of them.
  private func report(_ known: [PreferenceProblem]) {
    for problem in stack.problems where !known.contains(problem) {
      if problem.isError {
        log.error("\(problem); what the file said before stays")
      } else {
        log.warning("\(problem)")
      }
    }
    if stack.paths.isEmpty { return log.debug("no preferences are said") }
    log.info("preferences from \(stack.paths.joined(separator: ", "))")
  }

  // MARK: Changes

  /// How long files may still be written after the first of them has changed: who moves a slider feels it meanwhile.
  private static let patience = Duration.milliseconds(50)

  /// Reads the files, with a watch on all of them from before: what is written while they are read is noticed. A folder
  /// or a link that appears on the way asks for another watch, and for reading them again.
  private func read() {
    let former = stack
    for _ in 0..<Self.attempts {
      let watched = places
      // Anew each time: a folder that went and came back is another one.
      watches = watched.compactMap { registration(of: $0) }
      stack = PreferenceStack.load(in: folders, keeping: former)
      if places == watched { return }
    }
  }

  /// Who makes folders faster than this is noticed with the next change.
  private static let attempts = 4

  private var places: [PreferenceWatchPlace] {
    stack.watchPlaces(in: folders, where: Folder.exists, resolving: Folder.resolved)
  }

  private func registration(of place: PreferenceWatchPlace) -> Registration? {
    do throws(Errno) {
      return Registration(
        try loop.watchDirectory(place.path, for: [.created, .removed, .written, .attributes]) {
          [unowned self] entry, _ in
          if place.matters(entry) { noteChange() }
        })
    } catch {
      log.debug("\(place.path) cannot be watched: \(error)")
      return nil
    }
  }

  private func noteChange() {
    guard !isSettling else { return }
    isSettling = true
    settling?.arm(at: .now + Self.patience)
  }

  private func reload() {
    isSettling = false
    let former = stack
    read()
    if stack == former { return }
    report(former.problems)
    onChange?()
  }
}
