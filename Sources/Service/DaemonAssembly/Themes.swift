internal import EventLoop
internal import HapticPatterns
internal import HapticSystem
internal import HapticThemes

/// The theme in force: loaded at the start, and again by a thread each time one of its files changes. Mistakes are logged
/// with their position; the former theme stays in force.
final class Themes {
  private(set) var current: Theme
  /// Called with a new theme, if its name or its feedbacks differ.
  var onChange: ((Theme) -> Void)?

  private var wanted: String
  private let log: Log
  private let files: WatchedFiles<Reading>

  /// What a thread has read: a theme, or the reason why there is none.
  private struct Reading: Sendable {
    let theme: Result<Theme, ThemeError>
    let findings: Findings
    /// Whether the name or the feedbacks differ from those of the former theme.
    let differs: Bool
  }

  /// - Parameters:
  ///   - wanted: the name of the theme; nil for the default theme.
  ///   - folders: the folders of themes, in descending order of precedence.
  init(
    _ wanted: String?, in folders: [String] = Theme.searchFolders(environment: Environment.variable), loop: EventLoop,
    log: Log
  ) {
    let wanted = wanted ?? Theme.standardName.description
    let files = WatchedFiles<Reading>(
      loop, on: "themes", for: [.created, .removed, .written], settlingTime: Self.settlingTime, log: log)
    (self.wanted, self.log, self.files) = (wanted, log, files)
    let first = files.readNow(Self.reader(of: wanted, in: folders, keeping: nil))
    // A mistake in a theme must not silence all feedback.
    current =
      (try? first.theme.get()) ?? (try? Theme.load(Theme.standardName.description, searching: folders)) ?? .standard
    files.reader = { [unowned self] in Self.reader(of: self.wanted, in: folders, keeping: current) }
    files.onRead = { [unowned self] in take($0) }
    switch first.theme {
    case .success: report(first.findings)
    case .failure(let failure):
      log.error("\(failure); theme \(Theme.standardName) is in force")
      report(Findings(current.warnings))
    }
  }

  /// Selects another theme; nil for the default theme. It is in force after a thread has read it.
  func choose(_ name: String?) {
    let name = name ?? Theme.standardName.description
    guard name != wanted else { return }
    wanted = name
    reload()
  }

  private func report(_ findings: Findings) {
    findings.report(to: log)
    let lineage = current.lineage.map(\.description).joined(separator: ", then ")
    log.info("theme \(lineage): \(current.feedbacks.count) feedbacks")
  }

  // MARK: Changes

  /// The time after the first change in which further changes are awaited; copying a theme takes less.
  private static let settlingTime = Duration.milliseconds(200)

  /// Reads the files of the theme, without waiting for further changes.
  ///
  /// - Parameter finish: called after the present content of the files, or a later one, is in force.
  func reload(_ finish: (() -> Void)? = nil) { files.read(finish) }

  /// Loads a theme. The watches include the theme in force, which stays in force if the requested one is invalid, and the
  /// default theme, which replaces an invalid one at the start.
  private static func reader(
    of wanted: String, in folders: [String], keeping former: Theme?
  ) -> FileReader<Reading> {
    let names = [ShortName(wanted), Theme.standardName].compactMap(\.self) + (former?.lineage ?? [])
    return FileReader {
      do throws(ThemeError) {
        let theme = try Theme.load(wanted, searching: folders, keeping: former)
        return Reading(
          theme: .success(theme), findings: Findings(theme.warnings),
          differs: theme.name != former?.name || theme.feedbacks != former?.feedbacks)
      } catch {
        return Reading(theme: .failure(error), findings: Findings([String]()), differs: false)
      }
    } places: { reading in
      let names = names + ((try? reading?.theme.get())?.lineage ?? [])
      return WatchList(
        Theme.watchPlaces(of: names, in: folders, where: Folder.exists), links: Theme.links(to: names, in: folders))
    }
  }

  private func take(_ reading: Reading) {
    let theme: Theme
    do throws(ThemeError) {
      theme = try reading.theme.get()
    } catch {
      return log.error("\(error); the former version of theme \(current.name) stays in force")
    }
    guard !theme.hasBrokenTable else {
      reading.findings.report(to: log)
      return log.warning("the former version of theme \(theme.name) stays in force until its tables can be read")
    }
    current = theme
    report(reading.findings)
    if reading.differs { onChange?(theme) }
  }
}
