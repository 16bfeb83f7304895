internal import EventLoop
internal import HapticPreferences
internal import HapticSystem
internal import PreferenceFiles

/// The preferences in force: read at the start, and again each time one of their files changes. Mistakes are logged
/// with their position; the former settings of an invalid file stay in force.
final class PreferenceSource {
  /// The settings from the files, merged over the defaults.
  var current: Preferences { stack.preferences }
  /// The first error in the files, in one line with its position and the remedy; nil without errors.
  var complaint: String? { stack.complaint }
  /// Called after the preferences or the findings about their files have changed.
  var onChange: (() -> Void)?

  /// The settings of each file, with their positions.
  private(set) var stack: PreferenceStack
  private let folders: [String]
  private let log: Log
  private let watch: SettlingWatch

  /// - Parameter folders: the folders of the files, in descending order of precedence.
  /// - Throws: an error of the kernel if no timer can be created.
  init(
    in folders: [String] = PreferenceFolders.all(environment: Environment.variable), loop: EventLoop, log: Log
  ) throws(Errno) {
    self.folders = folders
    self.log = log
    stack = PreferenceStack()
    watch = try SettlingWatch(
      loop, on: "settings", for: [.created, .removed, .written, .attributes], patience: Self.patience, log: log)
    watch.onChange = { [unowned self] in reload() }
    read()
    report([])
  }

  /// The value in force of a key, in TOML; empty if it has no value, nil for an unknown key.
  func text(of key: String) -> String? {
    guard let key = try? PreferenceKey.spelled(key) else { return nil }
    return key.text(in: stack.preferences) ?? ""
  }

  /// Logs the findings, except those in `known`: each change of a file reads all files again.
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

  /// The time after the first change in which further changes are awaited. Short, so that a user who moves a slider
  /// feels the change.
  private static let patience = Duration.milliseconds(50)

  /// Starts the watches, then reads the files, so that no change is missed.
  private func read() {
    let former = stack
    watch.read {
      PreferenceFolders.watchPlaces(in: folders, where: Folder.exists)
    } links: {
      PreferenceFolders.links(in: folders)
    } by: {
      stack = PreferenceStack.load(in: folders, keeping: former)
    }
  }

  /// Reads the files now, without waiting for further changes.
  func reload() {
    let former = stack
    read()
    if stack == former { return }
    report(former.problems)
    onChange?()
  }
}
