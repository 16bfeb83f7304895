internal import EventLoop
internal import HapticPreferences
internal import HapticSystem
internal import PreferenceFiles
internal import TextDiagnostics

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
  private let log: Log
  private let files: WatchedFiles<Reading>

  /// What a thread has read.
  private struct Reading: Sendable {
    let stack: PreferenceStack
    let differs: Bool
    /// The findings that the former stack did not have.
    let news: Findings
  }

  /// - Parameter folders: the folders of the files, in descending order of precedence.
  init(
    in folders: [String] = PreferenceFolders.all(environment: Environment.variable), loop: EventLoop, log: Log
  ) {
    self.log = log
    files = WatchedFiles(
      loop, on: "settings", for: [.created, .removed, .written, .attributes], settlingTime: Self.settlingTime, log: log)
    let first = files.readNow(Self.reader(of: folders, keeping: PreferenceStack()))
    stack = first.stack
    files.reader = { [unowned self] in Self.reader(of: folders, keeping: stack) }
    files.onRead = { [unowned self] in take($0) }
    report(first)
  }

  /// The value in force of a key, in TOML; empty if it has no value, nil for an unknown key.
  func text(of key: String) -> String? {
    guard let key = try? PreferenceKey.spelled(key) else { return nil }
    return key.text(in: stack.preferences) ?? ""
  }

  /// Whether feedbackd's GSettings are in force.
  var followsGSettings: Bool {
    PreferenceFolders.gsettings(environment: Environment.variable).map { folder in
      stack.paths.contains { $0.hasPrefix("\(folder)/") }
    } ?? false
  }

  /// Whether the profile in force is in the user's own files.
  var ownFilesSayProfile: Bool {
    guard let key = try? PreferenceKey.spelled("profile"), let origin = stack.origins[key],
      let own = PreferenceFolders.own(environment: Environment.variable)
    else { return false }
    return origin.file.hasPrefix("\(own)/")
  }

  /// Logs the new findings: each change of a file reads all files again.
  private func report(_ reading: Reading) {
    reading.news.report(to: log)
    if stack.paths.isEmpty { return log.debug("no preference files") }
    log.info("preferences from \(stack.paths.joined(separator: ", "))")
  }

  // MARK: Changes

  /// The time after the first change in which further changes are awaited. Short, so that a user who moves a slider
  /// feels the change.
  private static let settlingTime = Duration.milliseconds(50)

  /// Reads the files, without waiting for further changes.
  ///
  /// - Parameter finish: called after the present content of the files, or a later one, is in force.
  func reload(_ finish: (() -> Void)? = nil) { files.read(finish) }

  private static func reader(of folders: [String], keeping former: PreferenceStack) -> FileReader<Reading> {
    FileReader {
      let stack = PreferenceStack.load(in: folders, keeping: former)
      let known = Set(former.problems)
      let news = Findings(stack.problems.filter { !known.contains($0) }) { problem in
        problem.isError ? "\(problem); until then its former settings stay in force, if they were valid" : "\(problem)"
      } isError: {
        $0.isError
      }
      return Reading(stack: stack, differs: stack != former, news: news)
    } places: { _ in
      WatchList(
        PreferenceFolders.watchPlaces(in: folders, where: Folder.exists), links: PreferenceFolders.links(in: folders))
    }
  }

  private func take(_ reading: Reading) {
    guard reading.differs else { return }
    stack = reading.stack
    report(reading)
    onChange?()
  }
}
