internal import EventLoop
internal import HapticPatterns
internal import HapticSystem
internal import HapticThemes

/// The theme in force: loaded at the start, and again each time one of its files changes. Mistakes are logged with
/// their position; the former theme stays in force.
final class Themes {
  private(set) var current: Theme
  /// Called with a new theme, if its feedbacks differ.
  var onChange: ((Theme) -> Void)?

  private var wanted: String
  private let folders: [String]
  private let log: Log
  private let watch: SettlingWatch

  /// - Parameters:
  ///   - wanted: the name of the theme; nil for the default theme.
  ///   - folders: the folders of themes, in descending order of precedence.
  /// - Throws: an error of the kernel if no timer can be created.
  init(
    _ wanted: String?, in folders: [String] = Theme.searchFolders(environment: Environment.variable), loop: EventLoop,
    log: Log
  ) throws(Errno) {
    let wanted = wanted ?? Theme.standardName.description
    let watch = try SettlingWatch(
      loop, on: "themes", for: [.created, .removed, .written], patience: Self.patience, log: log)
    (self.wanted, self.folders, self.watch, self.log) = (wanted, folders, watch, log)
    current = Self.first(wanted, in: folders, watch, log)
    watch.onChange = { [unowned self] in reload() }
    report()
  }

  /// Selects another theme; nil for the default theme.
  func choose(_ name: String?) {
    let name = name ?? Theme.standardName.description
    guard name != wanted else { return }
    wanted = name
    reload()
  }

  /// The requested theme, or the default theme if that cannot be loaded: a mistake in a theme must not silence all
  /// feedback.
  private static func first(_ wanted: String, in folders: [String], _ watch: SettlingWatch, _ log: Log) -> Theme {
    do throws(ThemeError) {
      return try load(wanted, in: folders, watch, keeping: nil)
    } catch {
      log.error("\(error); theme \(Theme.standardName) is in force")
    }
    return (try? Theme.load(Theme.standardName.description, searching: folders)) ?? .standard
  }

  private func report() {
    for warning in current.warnings { log.warning("\(warning)") }
    let lineage = current.lineage.map(\.description).joined(separator: ", then ")
    log.info("theme \(lineage): \(current.feedbacks.count) feedbacks")
  }

  // MARK: Changes

  /// The time after the first change in which further changes are awaited; copying a theme takes less.
  private static let patience = Duration.milliseconds(200)

  /// Reads the files of the theme now, without waiting for further changes.
  func reload() {
    do throws(ThemeError) {
      take(try Self.load(wanted, in: folders, watch, keeping: current))
    } catch {
      log.error("\(error); the former version of theme \(current.name) stays in force")
    }
  }

  /// Loads a theme and starts watches on all its files before they are read. The watches include the theme in force,
  /// which stays in force if the requested one is invalid, and the default theme, which replaces an invalid one at
  /// the start.
  private static func load(
    _ wanted: String, in folders: [String], _ watch: SettlingWatch, keeping former: Theme?
  ) throws(ThemeError) -> Theme {
    let names = [ShortName(wanted), Theme.standardName].compactMap(\.self) + (former?.lineage ?? [])
    // Two variables, because the type `Result<Theme, ThemeError>` takes 2 % of the daemon's start to create.
    var theme: Theme?
    var failure: ThemeError?
    watch.read {
      Theme.watchPlaces(of: names + (theme?.lineage ?? []), in: folders, where: Folder.exists)
    } links: {
      Theme.links(to: names + (theme?.lineage ?? []), in: folders)
    } by: {
      (theme, failure) = (nil, nil)
      do throws(ThemeError) {
        theme = try Theme.load(wanted, searching: folders, keeping: former)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return theme!
  }

  private func take(_ theme: Theme) {
    guard !theme.hasBrokenTable else {
      for warning in theme.warnings { log.warning("\(warning)") }
      return log.warning("the former version of theme \(theme.name) stays in force until its tables can be read")
    }
    let feelsDifferent = theme.feedbacks != current.feedbacks
    current = theme
    report()
    if feelsDifferent { onChange?(theme) }
  }
}
