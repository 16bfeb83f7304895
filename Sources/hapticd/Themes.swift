internal import EventLoop
internal import HapticPatterns
internal import HapticSystem
internal import HapticThemes

/// The theme in force: loaded at the start, and again when a file of it changes. What is broken is logged with its
/// place, and what was good stays.
final class Themes {
  private(set) var current: Theme
  /// Told of a theme that feels different.
  var onChange: ((Theme) -> Void)?

  private var wanted: String
  private let folders: [String]
  private let log: Log
  private let watch: SettlingWatch

  /// - Parameters:
  ///   - wanted: the theme's name; nil for the usual one.
  ///   - folders: where folders of themes are, the most important first.
  /// - Throws: what the kernel says when it has no timer left.
  init(
    _ wanted: String?, in folders: [String] = Theme.searchFolders(environment: Environment.variable), loop: EventLoop,
    log: Log
  ) throws(Errno) {
    let wanted = wanted ?? Theme.standardName.description
    let watch = try SettlingWatch(loop, for: [.created, .removed, .written], patience: Self.patience, log: log)
    (self.wanted, self.folders, self.watch, self.log) = (wanted, folders, watch, log)
    current = Self.first(wanted, in: folders, watch, log)
    watch.onChange = { [unowned self] in reload() }
    report()
  }

  /// Takes another theme; nil is the usual one.
  func choose(_ name: String?) {
    let name = name ?? Theme.standardName.description
    guard name != wanted else { return }
    wanted = name
    reload()
  }

  /// The theme, or else the usual one with what folders say of it: a slip in a theme must not silence a motor.
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

  /// How long files may still be written after the first of them has changed: a theme is copied in less.
  private static let patience = Duration.milliseconds(200)

  /// Reads the theme's files now, without waiting for those that are being written.
  func reload() {
    do throws(ThemeError) {
      take(try Self.load(wanted, in: folders, watch, keeping: current))
    } catch {
      log.error("\(error); the former version of theme \(current.name) stays in force")
    }
  }

  /// The theme as folders have it, with a watch on all that it comes from since before it was read. Also watched are the
  /// theme in force, which stays where the wanted one is broken, and the usual one, which takes its place at the start.
  private static func load(
    _ wanted: String, in folders: [String], _ watch: SettlingWatch, keeping former: Theme?
  ) throws(ThemeError) -> Theme {
    let names = [ShortName(wanted), Theme.standardName].compactMap(\.self) + (former?.lineage ?? [])
    var result: Result<Theme, ThemeError>?
    watch.read {
      Theme.watchPlaces(of: names + ((try? result?.get())?.lineage ?? []), in: folders, where: Folder.exists)
    } by: {
      result = Result { () throws(ThemeError) in try Theme.load(wanted, searching: folders, keeping: former) }
    }
    return try result!.get()
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
