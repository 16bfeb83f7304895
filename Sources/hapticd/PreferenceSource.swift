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
  private let watch: SettlingWatch

  /// - Parameter folders: where files are, the most important first.
  /// - Throws: what the kernel says when it has no timer left.
  init(
    in folders: [String] = PreferenceFolders.all(environment: Environment.variable), loop: EventLoop, log: Log
  ) throws(Errno) {
    self.folders = folders
    self.log = log
    stack = PreferenceStack()
    watch = try SettlingWatch(
      loop, for: [.created, .removed, .written, .attributes], patience: Self.patience, log: log)
    watch.onChange = { [unowned self] in reload() }
    read()
    report([])
  }

  /// The value in force of a key, as a file would write it; empty where it is not set, nil for an unknown key.
  func text(of key: String) -> String? {
    guard let key = try? PreferenceKey.spelled(key) else { return nil }
    return key.text(in: stack.preferences) ?? ""
  }

  /// Says what is wrong, but not again what was said before: each save of a file reads all of them.
  private func report(_ known: [PreferenceProblem]) {
    for problem in stack.problems where !known.contains(problem) {
      if problem.isError {
        log.error("\(problem); until then its former settings stay in force, if they were valid")
      } else {
        log.warning("\(problem)")
      }
    }
    if stack.paths.isEmpty { return log.debug("no preference files") }
    log.info("preferences from \(stack.paths.joined(separator: ", "))")
  }

  // MARK: Changes

  /// How long files may still be written after the first of them has changed: who moves a slider feels it meanwhile.
  private static let patience = Duration.milliseconds(50)

  /// Reads the files, with a watch on all of them from before.
  private func read() {
    let former = stack
    watch.read {
      stack.watchPlaces(in: folders, where: Folder.exists, resolving: Folder.resolved)
    } by: {
      stack = PreferenceStack.load(in: folders, keeping: former)
    }
  }

  /// Reads the files now, without waiting for those that are being written.
  func reload() {
    let former = stack
    read()
    if stack == former { return }
    report(former.problems)
    onChange?()
  }
}
